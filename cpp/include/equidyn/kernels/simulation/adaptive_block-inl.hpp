/// @file adaptive_block-inl.hpp
/// A block of arms in motion by steps with an error within a tolerance: each lane has its own
/// time and step length, and its state is recorded as it passes multiples of the output step. A
/// lane that waits for others computes all that they do, and is left unchanged: lanes are
/// independent.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The part of a block that is kept from call to call; zero before it moves.
struct StepState {
  using T = Lanes<Register>;
  T begin, length, end;        ///< of the last accepted step                    s
  T next;                      ///< length of the next step                      s
  T done;                      ///< output steps passed by a row
  T nan_if_ended;              ///< else zero
  T massless;                  ///< joint, from 1, that moves no mass in the last rejected step
  std::int64_t place[kLanes];  ///< in series or motion, of the last torque
};

struct StepStateArrays : Scratch {
  using T = Lanes<Register>;
  StepState* const step = take(1);
  T *const start = take(state_width(n)), *const end = take(state_width(n));
  /// Derivatives at the stages but the second, which dense output does not use.
  T* const derivatives = take((DormandPrince::kStages - 1) * state_width(n));
};

struct AdaptiveArrays : Scratch {
  using T = Lanes<Register>;
  T* const at = take(state_width(n));
  T* const derivatives = take((DormandPrince::kStages - 1) * state_width(n));
  DerivativeArrays derivative = part<DerivativeArrays>();
};

template <class C>
class AdaptiveBlock {
 public:
  using T = Lanes<Register>;
  using Method = DormandPrince;

  EQUIDYN_INLINE AdaptiveBlock(const Model<C>& model, const Simulation& simulation,
                               const PackedRows& block, const Loads& loads,
                               const StepStateArrays& kept, const AdaptiveArrays& arrays)
      : n_(model.chain.n),
        run_(simulation),
        rows_(block),
        step_(*kept.step),
        start_(kept.start),
        end_(kept.end),
        at_(arrays.at),
        derivative_(model, run_, rows_, loads, step_.place, step_.massless, arrays.derivative),
        recorded_(n_, run_, rows_) {
    const int width = state_width(n_);
    for (int p = 0; p < Method::kStages; ++p)
      accepted_[p] = kept.derivatives + (p == 0 ? 0 : p - 1) * width;
    tried_[0] = accepted_[Method::kStages - 1];
    for (int p = 1; p < Method::kStages; ++p) tried_[p] = arrays.derivatives + (p - 1) * width;
    if (step_.next.v[0] == 0) begin();
  }

  /// Advances until all rows have passed output step `stop`, or `most` steps are tried. Returns how
  /// many were.
  EQUIDYN_INLINE std::ptrdiff_t advance(std::ptrdiff_t stop, std::ptrdiff_t most) {
    const T goal(static_cast<Number>(stop));
    for (std::ptrdiff_t tries = 0; tries < most; ++tries) {
      while (record_due(goal)) {
      }
      const IntegerRegister moves = exceeds(goal, step_.done);
      if (all(~moves)) return tries;
      attempt(moves);
    }
    return most;
  }

 private:
  EQUIDYN_INLINE void begin() {
    rows_.read({run_.q.now, n_}, n_, [&](int j, T x) EQUIDYN_INLINE_LAMBDA { end_[j] = x; });
    rows_.read({run_.qd.now, n_}, n_, [&](int j, T v) EQUIDYN_INLINE_LAMBDA { end_[n_ + j] = v; });
    step_.next = T(kFirst * run_.step);
    derivative_(T(0.0), end_, accepted_[Method::kStages - 1], ~IntegerRegister{});
  }

  /// Tries a step, which is accepted in lanes that move and keep the tolerance, or whose step is
  /// the shortest.
  [[gnu::noinline]] void attempt(IntegerRegister moves) {
    const T finish = final_time();
    const IntegerRegister goes_on = exceeds(finish, step_.end + step_.next);
    const T length = T::of(choose(goes_on, step_.next.v, (finish - step_.end).v));
    for (int p = 1; p < Method::kStages; ++p) {
      const int needed = p == Method::kStages - 1 ? state_width(n_) : 2 * n_;
      for (int i = 0; i < needed; ++i)
        at_[i] = end_[i] + length * Method::sum(p, Method::kWeights[p], tried_, i);
      derivative_(step_.end + T(Method::kNodes[p]) * length, at_, tried_[p], moves);
    }
    const T error = squared_error(length), shortest(kShortest * run_.step);
    const IntegerRegister taken = moves & ((error.v <= T(1.0).v) | (length.v <= shortest.v));
    replace(moves, step_.next, larger(length * Method::stretch(error), shortest));
    replace(moves & ~taken, step_.massless, T(0.0));
    accept(taken, length, T::of(choose(goes_on, (step_.end + length).v, finish.v)));
  }

  /// The mean of the squared errors, each relative to its tolerance.
  EQUIDYN_INLINE T squared_error(T length) const {
    T sum(0.0);
    for (int i = 0; i < 2 * n_; ++i) {
      const T error = length * Method::sum(Method::kStages, Method::kError, tried_, i);
      const T size = larger(larger(end_[i], -end_[i]), larger(at_[i], -at_[i]));
      const T part = error / T(run_.tolerance * (T(1.0) + size));
      sum = sum + part * part;
    }
    return sum / T(static_cast<Number>(2 * n_));
  }

  EQUIDYN_INLINE void accept(IntegerRegister taken, T length, T end) {
    replace(taken, step_.begin, step_.end);
    replace(taken, step_.length, length);
    replace(taken, step_.end, end);
    for (int i = 0; i < state_width(n_); ++i) {
      replace(taken, start_[i], end_[i]);
      replace(taken, end_[i], at_[i]);
      for (int p = 0; p < Method::kStages; ++p)  // the first is the last of the step before
        if (p != 1) replace(taken, accepted_[p][i], tried_[p][i]);
    }
    T sum(0.0);
    for (int i = 0; i < 2 * n_; ++i) sum = sum + (end_[i] - end_[i]);
    if (!PackedRows::finite(sum)) end_infinite();
  }

  /// Records the states of rows that have passed the next output step, up to the goal. Returns
  /// whether there are any.
  EQUIDYN_INLINE bool record_due(T goal) {
    const T number = step_.done + T(1.0), time = number * T(run_.step);
    const T passed = step_.end * T(1 + kRounding);
    const IntegerRegister due = ~exceeds(time, passed) & exceeds(goal, step_.done);
    if (all(~due)) return false;
    record(due, number, time, goal);
    replace(due, step_.done, number);
    return true;
  }
  [[gnu::noinline]] void record(IntegerRegister due, T number, T time, T goal) {
    T weights[Method::kStages];
    Method::dense_weights((time - step_.begin) / step_.length, weights);
    const IntegerRegister inside = exceeds(step_.end, time);
    for (int i = 0; i < state_width(n_); ++i) {
      const T between =
          start_[i] + step_.length * Method::sum(Method::kStages, weights, accepted_, i);
      at_[i] = T::of(choose(inside, between.v, end_[i].v)) + step_.nan_if_ended;
    }
    const IntegerRegister beyond = recorded_.beyond_limits(at_);
    for (int lane = 0; lane < rows_.count(); ++lane) {
      if (due[lane] == 0) continue;
      recorded_.record(lane, static_cast<std::ptrdiff_t>(number.v[lane]),
                       number.v[lane] == goal.v[lane], at_);
      if (beyond[lane] != 0) recorded_.note_limits(lane, time.v[lane], at_);
    }
  }

  /// Ends the rows with states that are no longer finite; their lanes stay at rest at zero.
  [[gnu::noinline]] void end_infinite() {
    for (int lane = 0; lane < kLanes; ++lane) {
      const int joint = first_infinite(n_, end_, end_ + n_, lane);
      if (joint == 0) continue;
      const Number massless = step_.massless.v[lane];
      end(lane, massless != 0 ? static_cast<int>(massless) : joint);
      step_.nan_if_ended.v[lane] = __builtin_nan("");
      step_.end.v[lane] = final_time().v[lane];
      for (int i = 0; i < state_width(n_); ++i) {
        start_[i].v[lane] = end_[i].v[lane] = 0;
        for (T* const derivatives : accepted_) derivatives[i].v[lane] = 0;
      }
    }
  }
  void end(int lane, int joint) {
    if (lane >= rows_.count()) return;
    run_.ended_joint[rows_.first() + lane] = joint;
    run_.ended_step[rows_.first() + lane] = static_cast<std::int64_t>(step_.done.v[lane]) + 1;
  }

  /// The time at which the motion ends.
  EQUIDYN_INLINE T final_time() const { return {static_cast<Number>(run_.steps) * run_.step}; }

  // step lengths, relative to the output step: the first, and the shortest, whatever its error; and
  // the relative difference of times that are the same but for rounding
  static constexpr Number kFirst = 0.1, kShortest = 0.01, kRounding = 1e-15;

  const int n_;
  const Simulation& run_;
  const PackedRows& rows_;
  StepState& step_;
  T *const start_, *const end_;  ///< states at both ends of the last accepted step
  T* const at_;
  T *accepted_[Method::kStages], *tried_[Method::kStages];  ///< derivatives at stages
  const StateDerivative<C> derivative_;
  const RecordedRows recorded_;
};

}  // namespace equidyn::EQUIDYN_TARGET
