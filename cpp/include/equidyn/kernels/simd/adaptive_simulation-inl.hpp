/// @file adaptive_simulation-inl.hpp
/// Arms in motion by steps whose error is held to a tolerance: each lane has its own time and its
/// own length of step, and its state is kept at multiples of the step of the output as it passes
/// them. A lane that waits for others does all that they do, and stays as it is: no lane knows of
/// the others.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// What a block of rows keeps from call to call, beside arrays of numbers; zero before it moves.
struct Pace {
  using T = Lanes<Register>;
  T begin, length, end;        ///< of the last step that kept the tolerance      s
  T next;                      ///< length of the one that is tried next          s
  T behind;                    ///< steps of the output that a row has behind it
  T gone;                      ///< NaN where a row has ended
  T massless;                  ///< joint, from 1, that moves no mass in the step tried last
  std::int64_t place[kLanes];  ///< in what goes over time, where a torque was asked for last
};

/// A block of rows on its way. States are positions, rates, work and what is dissipated.
class Adapting {
 public:
  using T = Lanes<Register>;
  using Method = DormandPrince;

  EQUIDYN_INLINE Adapting(const Model<Number>& model, const Simulation& simulation,
                          const PackedRows& block, const Loads& loading, Scratch memory,
                          Scratch& scratch)
      : n_(model.chain.n),
        arm_(model),
        run_(simulation),
        rows_(block),
        loads_(loading),
        pace_(*memory.take<Pace>(1)),
        start_(memory.take<T>(width(n_))),
        end_(memory.take<T>(width(n_))),
        at_(scratch.take<T>(width(n_))),
        tau_(scratch.take<T>(n_)),
        torque_(n_, run_, rows_, pace_.place, scratch),
        scratch_(scratch) {
    // nothing between the ends of a step takes the second point
    for (int p = 0; p < Method::kPoints; ++p)
      kept_[p] = p == 1 ? kept_[0] : memory.take<T>(width(n_));
    tried_[0] = kept_[Method::kPoints - 1];
    for (int p = 1; p < Method::kPoints; ++p) tried_[p] = scratch_.take<T>(width(n_));
    if (pace_.next.v[0] == 0) begin();
  }

  /// Goes on until all rows are behind step `stop` of the output, by no more than so many steps of
  /// their own. Says how many it was.
  EQUIDYN_INLINE std::ptrdiff_t approach(std::ptrdiff_t stop, std::ptrdiff_t most) {
    const T goal(static_cast<Number>(stop));
    for (std::ptrdiff_t tries = 0; tries < most; ++tries) {
      while (show_due(goal)) {
      }
      const IntegerRegister moves = exceeds(goal, pace_.behind);
      if (all(~moves)) return tries;
      attempt(moves);
    }
    return most;
  }

  /// Bytes that a block keeps, and that it takes for a while beside those of `accelerations`.
  static constexpr std::size_t kept_size(int n) {
    return sizeof(Pace) + (2 + Method::kPoints - 1) * sizeof(T) * width(n);
  }
  static constexpr std::size_t scratch_size(int n) {
    return (Method::kPoints * width(n) + n) * sizeof(T) + TorqueAtTimes::scratch_size(n);
  }

 private:
  static constexpr int width(int n) { return 2 * n + 2; }

  EQUIDYN_INLINE void begin() {
    rows_.read({run_.q.now, n_}, n_, [&](int j, T x) EQUIDYN_INLINE_LAMBDA { end_[j] = x; });
    rows_.read({run_.qd.now, n_}, n_, [&](int j, T v) EQUIDYN_INLINE_LAMBDA { end_[n_ + j] = v; });
    pace_.next = T(kFirst * run_.step);
    rates(T(0.0), end_, kept_[Method::kPoints - 1], ~IntegerRegister{});
  }

  /// How fast states y change at their times; accelerations are NaN where a joint moves no mass.
  EQUIDYN_INLINE void rates(T time, const T* y, T* change, IntegerRegister moves) {
    const T* const v = y + n_;
    torque_(time, y, v, tau_);
    for (int j = 0; j < n_; ++j) change[j] = v[j];
    change[2 * n_] = power(n_, tau_, v);
    change[2 * n_ + 1] = loads_.friction ? friction_power(arm_, v) : T(0.0);
    const IntegerRegister regular =
        accelerations(arm_, loads_, y, v, tau_, change + n_, scratch_) | ~moves;
    if (!all(regular)) look_closer(regular, y, change + n_);
  }

  /// Tries a step; rows that move and keep the tolerance are behind it, as are those that cannot
  /// make it any shorter.
  [[gnu::noinline]] void attempt(IntegerRegister moves) {
    const T finish = whole();
    const IntegerRegister goes_on = exceeds(finish, pace_.end + pace_.next);
    const T length = T::of(choose(goes_on, pace_.next.v, (finish - pace_.end).v));
    for (int p = 1; p < Method::kPoints; ++p) {
      const int needed = p == Method::kPoints - 1 ? width(n_) : 2 * n_;
      for (int i = 0; i < needed; ++i)
        at_[i] = end_[i] + length * Method::sum(p, Method::kWeights[p], tried_, i);
      rates(pace_.end + T(Method::kNodes[p]) * length, at_, tried_[p], moves);
    }
    const T error = squared_error(length), shortest(kShortest * run_.step);
    const IntegerRegister taken = moves & ((error.v <= T(1.0).v) | (length.v <= shortest.v));
    replace(moves, pace_.next, larger(length * Method::stretch(error), shortest));
    replace(moves & ~taken, pace_.massless, T(0.0));
    take(taken, length, T::of(choose(goes_on, (pace_.end + length).v, finish.v)));
  }

  /// The mean of the squares of errors, each as a part of what is tolerated.
  EQUIDYN_INLINE T squared_error(T length) const {
    T sum(0.0);
    for (int i = 0; i < 2 * n_; ++i) {
      const T error = length * Method::sum(Method::kPoints, Method::kError, tried_, i);
      const T size = larger(larger(end_[i], -end_[i]), larger(at_[i], -at_[i]));
      const T part = error / T(run_.tolerance * (T(1.0) + size));
      sum = sum + part * part;
    }
    return sum / T(static_cast<Number>(2 * n_));
  }

  EQUIDYN_INLINE void take(IntegerRegister taken, T length, T end) {
    replace(taken, pace_.begin, pace_.end);
    replace(taken, pace_.length, length);
    replace(taken, pace_.end, end);
    for (int i = 0; i < width(n_); ++i) {
      replace(taken, start_[i], end_[i]);
      replace(taken, end_[i], at_[i]);
      for (int p = 0; p < Method::kPoints; ++p)  // the first is the last of before
        if (p != 1) replace(taken, kept_[p][i], tried_[p][i]);
    }
    T sum(0.0);
    for (int i = 0; i < 2 * n_; ++i) sum = sum + (end_[i] - end_[i]);
    if (!PackedRows::finite(sum)) end_infinite();
  }

  /// Keeps the states of rows that have passed the next multiple of the step, up to the goal. Says
  /// whether there are any.
  EQUIDYN_INLINE bool show_due(T goal) {
    const T number = pace_.behind + T(1.0), time = number * T(run_.step);
    const T passed = pace_.end * T(1 + kRounding);
    const IntegerRegister due = ~exceeds(time, passed) & exceeds(goal, pace_.behind);
    if (all(~due)) return false;
    show(due, number, time, goal);
    replace(due, pace_.behind, number);
    return true;
  }
  [[gnu::noinline]] void show(IntegerRegister due, T number, T time, T goal) {
    T weights[Method::kPoints];
    Method::weigh((time - pace_.begin) / pace_.length, weights);
    const IntegerRegister on_way = exceeds(pace_.end, time);
    for (int i = 0; i < width(n_); ++i) {
      const T between = start_[i] + pace_.length * Method::sum(Method::kPoints, weights, kept_, i);
      at_[i] = T::of(choose(on_way, between.v, end_[i].v)) + pace_.gone;
    }
    const IntegerRegister beyond = beyond_limits();
    for (int lane = 0; lane < rows_.count(); ++lane) {
      if (due[lane] == 0) continue;
      keep(lane, static_cast<std::ptrdiff_t>(number.v[lane]), number.v[lane] == goal.v[lane]);
      if (beyond[lane] != 0) note_limits(lane, time.v[lane]);
    }
  }
  EQUIDYN_INLINE void keep(int lane, std::ptrdiff_t number, bool is_goal) {
    const std::ptrdiff_t row = rows_.first() + lane;
    const bool on_way = run_.every != 0 && number % run_.every == 0;
    const T* from = at_;
    const auto next = [&](const kernels::Kept<Number>& kept, int count) EQUIDYN_INLINE_LAMBDA {
      for (int i = 0; kept.now != nullptr && i < count; ++i) {
        if (is_goal) kept.now[row * count + i] = from[i].v[lane];
        if (on_way)
          kept.on_way[(row * run_.times + number / run_.every) * count + i] = from[i].v[lane];
      }
      from += count;
    };
    next(run_.q, n_), next(run_.qd, n_), next(run_.work, 1), next(run_.dissipated, 1);
  }

  EQUIDYN_INLINE IntegerRegister beyond_limits() const {
    IntegerRegister beyond{};
    for (int j = 0; run_.passed != nullptr && j < n_; ++j)
      beyond |= exceeds(at_[j], T(run_.upper[j])) | exceeds(T(run_.lower[j]), at_[j]);
    return beyond;
  }
  [[gnu::noinline]] void note_limits(int lane, Number time) {
    Number* const passed = run_.passed + (rows_.first() + lane) * n_;
    for (int j = 0; j < n_; ++j) {
      const Number x = at_[j].v[lane];
      const bool beyond = x > run_.upper[j] || x < run_.lower[j];
      if (beyond && passed[j] != passed[j]) passed[j] = time;
    }
  }

  /// Ends the rows whose states are not finite any more; their lanes stand still from there on.
  [[gnu::noinline]] void end_infinite() {
    for (int lane = 0; lane < kLanes; ++lane) {
      const int joint = first_infinite(end_, lane);
      if (joint == 0) continue;
      const Number massless = pace_.massless.v[lane];
      end(lane, massless != 0 ? static_cast<int>(massless) : joint);
      pace_.gone.v[lane] = __builtin_nan("");
      pace_.end.v[lane] = whole().v[lane];
      for (int i = 0; i < width(n_); ++i) {
        start_[i].v[lane] = end_[i].v[lane] = 0;
        for (T* const rates : kept_) rates[i].v[lane] = 0;
      }
    }
  }
  void end(int lane, int joint) {
    if (lane >= rows_.count()) return;
    run_.ended_joint[rows_.first() + lane] = joint;
    run_.ended_step[rows_.first() + lane] = static_cast<std::int64_t>(pace_.behind.v[lane]) + 1;
  }
  int first_infinite(const T* y, int lane) const {
    for (int j = 0; j < n_; ++j)
      if ((y[j].v[lane] - y[j].v[lane]) + (y[n_ + j].v[lane] - y[n_ + j].v[lane]) != 0)
        return j + 1;
    return 0;
  }
  /// Looks for joints that move no mass; that they may is all that is known.
  [[gnu::noinline]] void look_closer(IntegerRegister regular, const T* y, T* qdd) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (regular[lane] != 0 || first_infinite(y, lane) != 0) continue;
      auto* const x = reinterpret_cast<Number*>(tau_);
      for (int j = 0; j < n_; ++j) x[j] = y[j].v[lane];
      const int joint = run_.singular_joint(run_.examiner, x);
      if (joint == 0) continue;
      pace_.massless.v[lane] = joint;
      for (int j = 0; j < n_; ++j) qdd[j].v[lane] = __builtin_nan("");
    }
  }

  /// When the motion ends.
  EQUIDYN_INLINE T whole() const { return {static_cast<Number>(run_.steps) * run_.step}; }
  /// The second where the first is no number.
  EQUIDYN_INLINE static T larger(T a, T b) { return T::of(choose(exceeds(a, b), a.v, b.v)); }

  // of the step of the output: the first that is tried, and the last, whatever its error; two times
  // are one where they differ by no more than rounding
  static constexpr Number kFirst = 0.1, kShortest = 0.01, kRounding = 1e-15;

  const int n_;
  const Model<Number>& arm_;
  const Simulation& run_;
  const PackedRows& rows_;
  const Loads& loads_;
  Pace& pace_;
  T *const start_, *const end_;  ///< states at both ends of the last step
  T *const at_, *const tau_;
  T *kept_[Method::kPoints], *tried_[Method::kPoints];  ///< rates in the last step, and the next
  const TorqueAtTimes torque_;
  Scratch scratch_;
};

/// Takes rows on until they are behind step `stop` of the output, or have tried `most` steps of
/// their own. Says how many the slowest has.
inline std::ptrdiff_t approach(const Model<Number>& arm, const Simulation& run,
                               std::ptrdiff_t first, std::ptrdiff_t end, std::ptrdiff_t stop,
                               std::ptrdiff_t most, void* scratch) {
  std::ptrdiff_t slowest = 0;
  for (; first < end; first += kLanes) {
    const PackedRows rows(first, end);
    Scratch space(scratch);
    Ends<Lanes<Register>> ends;
    Lanes<Register> sum(0.0);
    read_ends(arm, run.states, rows, ends, sum);
    const Loads loads{ends.base, ends.tip, run.states.friction, run.states.motors};
    const Scratch memory(run.paces + static_cast<std::size_t>(first / kLanes) *
                                         Adapting::kept_size(arm.chain.n));
    const std::ptrdiff_t tries =
        Adapting(arm, run, rows, loads, memory, space).approach(stop, most);
    slowest = tries > slowest ? tries : slowest;
  }
  return slowest;
}

/// Bytes of scratch space for the same, and bytes that so many rows keep from call to call.
inline std::size_t scratch_size_of_approach(int n) {
  using T = Lanes<Register>;
  return static_cast<std::size_t>(n) * (sizeof(Joint<T>) + sizeof(Wrench<T>)) +
         Adapting::scratch_size(n);
}
inline std::size_t size_of_paces(int n, std::ptrdiff_t rows) {
  return static_cast<std::size_t>((rows + kLanes - 1) / kLanes) * Adapting::kept_size(n);
}

constexpr kernels::Simulator<Number> simulator() {
  return {advance, scratch_size_of_motion, approach, scratch_size_of_approach, size_of_paces};
}

}  // namespace equidyn::EQUIDYN_TARGET
