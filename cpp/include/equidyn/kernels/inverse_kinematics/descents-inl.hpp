/// @file descents-inl.hpp
/// Descents to desired poses, one in each lane: damped least squares from a start.
///
///   code      meaning
///   error     translation and rotation vector to the desired pose, in axes of the world, weighted
///   square    |error|^2
///   damping   of the step, per square
///
/// At first each step is taken, and a descent ends early where it stalls: another start is cheaper.
/// The last descent of a row takes only steps that shorten the error, and adapts its damping.
///
/// S. K. Chan, P. D. Lawrence, General Inverse Kinematics with the Error Damped Pseudoinverse, IEEE
/// International Conference on Robotics and Automation, 1988; T. Sugihara, Solvability-Unconcerned
/// Inverse Kinematics by the Levenberg-Marquardt Method, IEEE Transactions on Robotics 27, 2011.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct DescentArrays : Scratch {
  using T = Lanes<Register>;
  Joint<T>* const joints = per_joint();
  T *const q = per_joint(), *const nearest = per_joint(), *const J = take(kErrors * n);
};

template <class C>
class Descents {
 public:
  using T = Lanes<Register>;

  Descents(const Model<C>& model, const PoseSearch& search, const DescentArrays& arrays)
      : n_(model.chain.n),
        arm_(model),
        run_(search),
        joints_(arrays.joints),
        q_(arrays.q),
        nearest_(arrays.nearest),
        J_(arrays.J) {
    for (int j = 0; j < n_; ++j) q_[j] = T(0.0);
    for (const Number weight : run_.weight) weighted_ |= weight != 1;
    set_frame_0(arm_, desired_);
  }

  /// Begins in a lane, from positions that `at` gives of each joint.
  template <class Position>
  void begin(int lane, const Number* pose, bool last, Position&& at) {
    for (int j = 0; j < n_; ++j) q_[j].v[lane] = nearest_[j].v[lane] = at(j);
    const auto& tool = arm_.tool.row;
    Vector<T>* const axes[] = {&desired_.x, &desired_.y, &desired_.z};
    for (int k = 0; k < 3; ++k) {  // pose of the last frame, without the rotation of the tool
      const auto component = [&](const Number* row) {
        return row[0] * in_lane(tool[k].x, lane) + row[1] * in_lane(tool[k].y, lane) +
               row[2] * in_lane(tool[k].z, lane);
      };
      axes[k]->x.v[lane] = component(pose);
      axes[k]->y.v[lane] = component(pose + 4);
      axes[k]->z.v[lane] = component(pose + 8);
    }
    desired_.origin.x.v[lane] = pose[3];
    desired_.origin.y.v[lane] = pose[7];
    desired_.origin.z.v[lane] = pose[11];
    nearest_square_.v[lane] = checked_square_.v[lane] = __builtin_inf();
    damping_.v[lane] = last ? kFirstDamping : kDamping;
    steps_[lane] = next_check_[lane] = 0;
    last_[lane] = last ? -1 : 0;
    works_[lane] = -1;
    moves_[lane] = 0;
  }
  void rest(int lane) { works_[lane] = 0; }
  bool all_rest() const { return all(~works_); }

  /// Looks where the arms are. Returns, lane by lane, whether a descent has ended.
  [[gnu::noinline]] IntegerRegister look() {
    set_positions(arm_, q_, joints_);
    find_error();
    T square = error_[0] * error_[0];
    for (int i = 1; i < kErrors; ++i) square = square + error_[i] * error_[i];
    return judge(square);
  }
  /// Next step of lanes that continue their descent, if any.
  [[gnu::noinline]] void step() {
    if (all(~moves_)) return;
    move_by_step(n_, run_.lower, run_.upper, error_, damping_ * square_, moves_, J_, q_);
    steps_ -= moves_;
  }

  /// The nearest positions of a lane, the square of their error, and how many steps were tried.
  Number nearest(int lane, int j) const { return nearest_[j].v[lane]; }
  Number nearest_square(int lane) const { return nearest_square_.v[lane]; }
  std::int64_t steps(int lane) const { return steps_[lane]; }

 private:
  EQUIDYN_INLINE void find_error() {
    Frame<T> now;
    jacobian_in_world(arm_, joints_, J_, now);
    const auto tool = tool_origin(arm_, now);
    Vector<T> turn;
    rotation_between(now, desired_, turn);
    error_[0] = desired_.origin.x - tool.x;
    error_[1] = desired_.origin.y - tool.y;
    error_[2] = desired_.origin.z - tool.z;
    error_[3] = turn.x, error_[4] = turn.y, error_[5] = turn.z;
    if (!weighted_) return;
    for (int i = 0; i < kErrors; ++i) {
      const T weight(run_.weight[i]);
      error_[i] = weight * error_[i];
      for (int j = 0; j < n_; ++j) J_[i * n_ + j] = weight * J_[i * n_ + j];
    }
  }

  EQUIDYN_INLINE IntegerRegister judge(T square) {
    const IntegerRegister nearer = exceeds(nearest_square_, square);
    const IntegerRegister farther = last_ & exceeds(square, nearest_square_);
    const T before = nearest_square_;
    replace(nearer, nearest_square_, square);
    for (int j = 0; j < n_; ++j) {
      replace(nearer, nearest_[j], q_[j]);
      replace(farther, q_[j], nearest_[j]);
    }
    replace(last_ & nearer, damping_, T(kBraver) * damping_);
    replace(farther, damping_, T(kTimider) * damping_);
    square_ = square;

    const IntegerRegister reached = ~exceeds(nearest_square_, T(run_.tolerance * run_.tolerance));
    const IntegerRegister ended =
        works_ & (reached | stalls(square) | is_exhausted(before, nearer));
    moves_ = works_ & ~ended & ~farther;
    return ended;
  }
  /// True if the error of a descent but the last has not halved since the check before.
  EQUIDYN_INLINE IntegerRegister stalls(T square) {
    const IntegerRegister due = ~last_ & ~(next_check_ > steps_);
    const IntegerRegister stalled = due & ~exceeds(T(kHalf) * checked_square_, square);
    replace(due, checked_square_, square);
    next_check_ += due & kStepsToCheck;
    return stalled;
  }
  /// True if the last descent is at its end.
  EQUIDYN_INLINE IntegerRegister is_exhausted(T before, IntegerRegister nearer) const {
    const IntegerRegister stuck = nearer & exceeds(nearest_square_, T(1 - kProgress) * before);
    return last_ & (stuck | exceeds(damping_, T(kMostDamping)) | (steps_ >= kMostSteps));
  }

  // damping per square: of each descent; of the last the first, and its factors after good and bad
  // steps
  static constexpr Number kDamping = 0.05, kFirstDamping = 1e-2, kBraver = 0.1, kTimider = 10;
  // for all but the last: factor by which the square has to shrink within a number of steps
  static constexpr Number kHalf = 0.5;
  static constexpr Integer kStepsToCheck = 5;
  // for the last: least progress, highest damping, and largest number of steps
  static constexpr Number kProgress = 1e-12, kMostDamping = 1e12;
  static constexpr Integer kMostSteps = 100;

  const int n_;
  const Model<C>& arm_;
  const PoseSearch& run_;
  Joint<T>* const joints_;
  T *const q_, *const nearest_, *const J_;
  bool weighted_ = false;
  Frame<T> desired_;  ///< the last frame, but the origin of the tool
  T error_[kErrors], square_;
  T nearest_square_ = T(0.0), checked_square_ = T(0.0), damping_ = T(0.0);
  IntegerRegister steps_{}, next_check_{};
  IntegerRegister last_{}, works_{}, moves_{};  ///< whether a descent is the last, goes on, steps
};

}  // namespace equidyn::EQUIDYN_TARGET
