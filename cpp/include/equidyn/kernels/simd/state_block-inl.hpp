/// @file state_block-inl.hpp
/// A block of states: reads operands for the algorithms, and writes their results.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using States = kernels::States<Number>;
using Results = kernels::Results<Number>;

/// Reads the motion of the base and the wrench at the tip; adds all of their numbers to `sum`.
template <class Rows, class C, class T>
EQUIDYN_INLINE void read_ends(const Model<C>& arm, const States& x, const Rows& rows, Ends<T>& ends,
                              T& sum) {
  T given[9];
  const auto read = [&](const Operand& operand, int width, T* to) EQUIDYN_INLINE_LAMBDA {
    rows.read(operand, width, [&](int j, T number) EQUIDYN_INLINE_LAMBDA {
      sum = sum + number;
      to[j] = number;
    });
  };
  if (x.base_w.data != nullptr) {
    read(x.base_w, 3, given), read(x.base_al, 3, given + 3), read(x.base_a, 3, given + 6);
    at_frame_0(arm,
               Motion<T>{{given[0], given[1], given[2]},
                         {given[3], given[4], given[5]},
                         {given[6], given[7], given[8]}},
               ends.base_motion);
    ends.base = &ends.base_motion;
  }
  if (x.tip_wrench.data != nullptr) {
    read(x.tip_wrench, 6, given);
    at_frame_n(arm, Wrench<T>{{given[0], given[1], given[2]}, {given[3], given[4], given[5]}},
               ends.tip_wrench);
    ends.tip = &ends.tip_wrench;
  }
}

/// The most numbers of a state that are written without a look at interruptions.
constexpr int kFewNumbers = 1 << 17;

/// Writes `count` numbers per state and returns their sum; stops early on interruption.
template <class Rows>
[[gnu::noinline]] typename Rows::T write_in_pieces(const Rows& rows,
                                                   const typename Rows::T* results,
                                                   std::ptrdiff_t count, Number* out) {
  typename Rows::T sum(0.0);
  for (std::ptrdiff_t left = count; left > 0 && !abandoned(); left -= kFewNumbers) {
    const auto next = static_cast<int>(left < kFewNumbers ? left : kFewNumbers);
    sum = sum + rows.write(results, next, out, count);
    results += next, out += next;
  }
  return sum;
}

/// No address of a member is taken, so that all are in registers.
template <class Rows, class C>
struct StateBlock {
  using T = typename Rows::T;

  EQUIDYN_INLINE StateBlock(const Model<C>& model, const States& states, const Rows& block,
                            Joint<T>* of_block, const Results& results)
      : arm(model),
        x(states),
        rows(block),
        joints(of_block),
        out(results),
        sum(rows.read_angles(arm, x.q, joints)) {}

  EQUIDYN_INLINE void read_velocities() {
    rows.read(x.qd, arm.chain.n, [&](int j, T velocity) EQUIDYN_INLINE_LAMBDA {
      sum = sum + velocity;
      joints[j].velocity = velocity;
    });
  }
  /// Zero if none are given.
  EQUIDYN_INLINE void read_accelerations() {
    if (x.qdd.data == nullptr) {
      for (int j = 0; j < arm.chain.n; ++j) joints[j].acceleration = T(0.0);
      return;
    }
    rows.read(x.qdd, arm.chain.n, [&](int j, T acceleration) EQUIDYN_INLINE_LAMBDA {
      sum = sum + acceleration;
      joints[j].acceleration = acceleration;
    });
  }
  /// Another operand, of n numbers: calls `set(j, number)`, or writes to an array.
  template <class Set>
  EQUIDYN_INLINE void read_each(const Operand& operand, Set&& set) {
    rows.read(operand, arm.chain.n, [&](int j, T number) EQUIDYN_INLINE_LAMBDA {
      sum = sum + number;
      set(j, number);
    });
  }
  EQUIDYN_INLINE void read(const Operand& operand, T* to) {
    read_each(operand, [&](int j, T number) EQUIDYN_INLINE_LAMBDA { to[j] = number; });
  }
  EQUIDYN_INLINE void read_ends(Ends<T>& ends) {
    EQUIDYN_TARGET::read_ends(arm, x, rows, ends, sum);
  }

  /// Adds friction and the torques that accelerate the motors to the torques of the links.
  EQUIDYN_INLINE void add_drives(T* tau) const {
    const int n = arm.chain.n;
    if (x.friction) {
      rows.for_joints(n, [&](const auto& joint) EQUIDYN_INLINE_LAMBDA {
        joint.write(tau, with_friction(joint.read(tau), friction_of(joint), joint.velocity(*this)));
      });
      if (arm.drives.per_stribeck != nullptr) {
        rows.for_joints(n, [&](const auto& joint) EQUIDYN_INLINE_LAMBDA {
          const auto more = friction_near_rest(stribeck_of(joint), joint.velocity(*this));
          joint.write(tau, joint.read(tau) + more);
        });
      }
    }
    if (x.motors) {
      rows.for_joints(n, [&](const auto& joint) EQUIDYN_INLINE_LAMBDA {
        const auto motor_inertia = joint.constant(arm.drives.motor_inertia);
        joint.write(tau, with_motor(joint.read(tau), motor_inertia, joint.acceleration(*this)));
      });
    }
  }
  /// Subtracts friction from the torques of the motors.
  EQUIDYN_INLINE void subtract_friction(T* tau) const {
    rows.for_joints(arm.chain.n, [&](const auto& joint) EQUIDYN_INLINE_LAMBDA {
      joint.write(tau, less_friction(joint.read(tau), friction_of(joint), joint.velocity(*this)));
    });
    if (arm.drives.per_stribeck == nullptr) return;
    rows.for_joints(arm.chain.n, [&](const auto& joint) EQUIDYN_INLINE_LAMBDA {
      const auto more = friction_near_rest(stribeck_of(joint), joint.velocity(*this));
      joint.write(tau, joint.read(tau) - more);
    });
  }
  template <class J>
  EQUIDYN_INLINE auto friction_of(const J& joint) const {
    return Friction{joint.constant(arm.drives.viscous), joint.constant(arm.drives.forwards),
                    joint.constant(arm.drives.backwards)};
  }
  template <class J>
  EQUIDYN_INLINE auto stribeck_of(const J& joint) const {
    return Stribeck{joint.constant(arm.drives.more_forwards),
                    joint.constant(arm.drives.more_backwards),
                    joint.constant(arm.drives.per_stribeck)};
  }

  /// Writes `count` numbers per state to a result.
  EQUIDYN_INLINE void write(const T* results, std::integral auto count, int result = 0) {
    sum = sum + written(results, count, out[result]);
  }
  /// Writes `count` numbers per state of the `total` of a result, from number `begin` on.
  EQUIDYN_INLINE void write_part(const T* results, int count, std::ptrdiff_t begin,
                                 std::ptrdiff_t total) {
    sum = sum + rows.write(results, count, out[0] + begin, total);
  }
  /// Writes symmetric matrices of n x n.
  EQUIDYN_INLINE void write_symmetric(const T* M, int n, int result = 0) {
    written(M, n * n, out[result]);
    for (int i = 0; i < n; ++i)  // the other half is the same
      for (int j = 0; j <= i; ++j) sum = sum + M[i * n + j];
  }
  /// Writes `count` poses per state. Rotation matrices are always finite, origins need not be.
  EQUIDYN_INLINE void write_poses(const T* H, int count) { write_poses(H, count, 0, count); }
  /// Writes `count` of `total` poses per state, from pose `begin` on.
  EQUIDYN_INLINE void write_poses(const T* H, int count, int begin, int total) {
    rows.write(H, 16 * count, out[0] + static_cast<std::ptrdiff_t>(begin) * 16,
               static_cast<std::ptrdiff_t>(total) * 16);
    for (int k = 0; k < count; ++k, H += 16) sum = sum + (H[3] + H[7] + H[11]);
  }
  /// Writes 6 x n numbers per state. Axes have unit length: linear velocities alone can overflow.
  EQUIDYN_INLINE void write_jacobian(const T* J, int result) {
    const int n = arm.chain.n;
    rows.write(J, 6 * n, out[result]);
    for (int k = 0; k < 3 * n; ++k) sum = sum + J[k];
  }

  /// True if all numbers read and written are finite, and every joint moves mass, for certain.
  EQUIDYN_INLINE bool is_certain() const { return Rows::finite(sum) && regular; }

  const Model<C>& arm;
  const States& x;
  const Rows& rows;
  Joint<T>* joints;
  const Results& out;
  T sum;                ///< of all numbers read and written: finite only if all are
  bool regular = true;  ///< whether forward dynamics found that every joint moves mass

 private:
  EQUIDYN_INLINE T written(const T* results, std::integral auto count, Number* to) const {
    if (count > kFewNumbers) return write_in_pieces(rows, results, count, to);
    return rows.write(results, static_cast<int>(count), to);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
