/// @file simulation-inl.hpp
/// Arms in motion: as many at a time as a register has lanes, their states in lanes from step to
/// step. No lane knows of the others: a row moves the same way alone and beside any others.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// What accelerates the joints beside their drives.
struct Loads {
  const Motion<Lanes<Register>>* base;
  const Wrench<Lanes<Register>>* tip;
  bool friction, motors;
};

/// Joint accelerations at positions x and rates v, as forward dynamics has them. Says, lane by
/// lane, whether every joint moves mass for certain. Not inline: a step needs them in few places.
[[gnu::noinline]] inline IntegerRegister accelerations(const Model<Number>& arm, const Loads& loads,
                                                       const Lanes<Register>* x,
                                                       const Lanes<Register>* v,
                                                       Lanes<Register>* tau, Lanes<Register>* qdd,
                                                       Scratch scratch) {
  using T = Lanes<Register>;
  const int n = arm.chain.n;
  auto* const joints = scratch.take<Joint<T>>(n);
  move_joints(arm, x, v, joints);
  for (int j = 0; loads.friction && j < n; ++j)
    tau[j] = less_friction(tau[j], friction_of(arm, j), v[j]);
  return forward_dynamics(arm.chain, joints, loads.base, loads.tip, tau,
                          loads.motors ? arm.drives.motor_inertia : nullptr, qdd,
                          scratch.take<Wrench<T>>(n));
}

/// Power of torques at rates v.
EQUIDYN_INLINE Lanes<Register> power(int n, const Lanes<Register>* tau, const Lanes<Register>* v) {
  Lanes<Register> sum(0.0);
  for (int j = 0; j < n; ++j) sum = sum + tau[j] * v[j];
  return sum;
}
/// Power that friction takes at rates v.
EQUIDYN_INLINE Lanes<Register> friction_power(const Model<Number>& arm, const Lanes<Register>* v) {
  using T = Lanes<Register>;
  T sum(0.0);
  for (int j = 0; j < arm.chain.n; ++j)
    sum = sum + with_friction(T(0.0), friction_of(arm, j), v[j]) * v[j];
  return sum;
}

EQUIDYN_INLINE void replace(IntegerRegister where, Lanes<Register>& numbers, Lanes<Register> by) {
  numbers.v = choose(where, by.v, numbers.v);
}

/// A block of states on its way.
class Moving {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE Moving(const Model<Number>& model, const Simulation& simulation,
                        const PackedRows& block, const Loads& loading, const TorqueSource& torques,
                        Scratch& scratch)
      : n(model.chain.n),
        q(scratch.take<T>(n)),
        qd(scratch.take<T>(n)),
        arm_(model),
        run_(simulation),
        rows_(block),
        loads_(loading),
        source_(torques),
        tau_(scratch.take<T>(n)),
        shown_(scratch.take<T>(n)),
        passed_(scratch.take<T>(n)),
        still_(scratch.take<T>(n)),
        response_(scratch.take<T>(n)),
        scratch_(scratch) {
    read(run_.q, n, q), read(run_.qd, n, qd);
    read(run_.work, 1, &work_), read(run_.dissipated, 1, &dissipated_);
    if (run_.passed != nullptr) read({run_.passed, nullptr}, n, passed_);
    read(run_.held, n, source_.held), read({run_.coming, nullptr}, n, source_.coming);
    // a row that has ended is kept as NaN
    for (int j = 0; j < n; ++j) gone_ = gone_ + (q[j] - q[j]);
    hold_ended();
  }

  EQUIDYN_INLINE void accelerate(const Instant& instant, Number weight, const T* x, const T* v,
                                 T* qdd) {
    source_(instant, x, v, tau_);
    const T seconds(weight);
    if (run_.work.now != nullptr) work_ = work_ + seconds * power(n, tau_, v);
    if (loads_.friction) dissipated_ = dissipated_ + seconds * friction_power(arm_, v);
    const IntegerRegister regular = accelerations(arm_, loads_, x, v, tau_, qdd, scratch_);
    if (!all(regular)) look_closer(regular, x, instant.step);
  }

  /// What comes behind a step, and before the next one.
  EQUIDYN_INLINE void arrive(std::ptrdiff_t step) {
    T sum(0.0);
    for (int j = 0; j < n; ++j) sum = sum + ((q[j] - q[j]) + (qd[j] - qd[j]));
    if (!PackedRows::finite(sum)) end_infinite(step);
    hold_ended();
    if (run_.passed != nullptr && !within_limits(static_cast<Number>(step) * run_.step) &&
        run_.stops)
      stop();
    source_.arrive(step, q, qd);
    if (run_.every != 0 && step % run_.every == 0) keep(step / run_.every);
  }

  /// Behind the last step.
  EQUIDYN_INLINE void leave() {
    write(show(q), n, run_.q.now, n);
    write(show(qd), n, run_.qd.now, n);
    if (run_.work.now != nullptr) write(&work_, 1, run_.work.now, 1);
    if (run_.dissipated.now != nullptr) write(&dissipated_, 1, run_.dissipated.now, 1);
    if (run_.held.now != nullptr) write(show(source_.held), n, run_.held.now, n);
    if (run_.coming != nullptr) write(source_.coming, n, run_.coming, n);
    if (run_.passed != nullptr) write(passed_, n, run_.passed, n);
  }

  const int n;
  T *const q, *const qd;

 private:
  using Rows = kernels::Kept<Number>;

  EQUIDYN_INLINE void read(const Rows& kept, int width, T* to) const {
    if (kept.now == nullptr) return;
    rows_.read({kept.now, width}, width,
               [&](int j, T number) EQUIDYN_INLINE_LAMBDA { to[j] = number; });
  }
  EQUIDYN_INLINE void write(const T* from, int width, Number* to, std::ptrdiff_t stride) const {
    rows_.write(from, width, to, stride);
  }
  EQUIDYN_INLINE const T* show(const T* numbers) {
    for (int j = 0; j < n; ++j) shown_[j] = numbers[j] + gone_;
    return shown_;
  }
  EQUIDYN_INLINE void keep(std::ptrdiff_t time) {
    const auto all_of = [&](const T* numbers, int width, const Rows& kept) EQUIDYN_INLINE_LAMBDA {
      write(numbers, width, kept.on_way + time * width, run_.times * width);
    };
    all_of(show(q), n, run_.q);
    all_of(show(qd), n, run_.qd);
    if (run_.work.now != nullptr) all_of(&work_, 1, run_.work);
    if (run_.dissipated.now != nullptr) all_of(&dissipated_, 1, run_.dissipated);
    if (run_.held.now != nullptr) all_of(show(source_.held), n, run_.held);
  }

  EQUIDYN_INLINE IntegerRegister beyond_upper(int j) const {
    return exceeds(q[j], T(run_.upper[j]));
  }
  EQUIDYN_INLINE IntegerRegister beyond_lower(int j) const {
    return exceeds(T(run_.lower[j]), q[j]);
  }
  EQUIDYN_INLINE static IntegerRegister not_a_number(const T& x) { return x.v != x.v; }

  /// Lanes of rows that have ended begin every step at rest in zero, lest they reach angles again
  /// whose sine takes long.
  EQUIDYN_INLINE void hold_ended() {
    const IntegerRegister gone = not_a_number(gone_);
    if (all(~gone)) return;
    for (int j = 0; j < n; ++j) replace(gone, q[j], T(0.0)), replace(gone, qd[j], T(0.0));
  }
  /// Ends the rows whose states are not finite any more.
  [[gnu::noinline]] void end_infinite(std::ptrdiff_t step) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const int joint = first_infinite(lane);
      if (joint != 0) end(lane, step, joint);
    }
  }
  int first_infinite(int lane) const {
    for (int j = 0; j < n; ++j) {
      const Number sum = (q[j].v[lane] - q[j].v[lane]) + (qd[j].v[lane] - qd[j].v[lane]);
      if (sum != 0) return j + 1;
    }
    return 0;
  }
  /// Ends the rows in which a joint moves no mass; that they may is all that is known.
  [[gnu::noinline]] void look_closer(IntegerRegister regular, const T* x, std::ptrdiff_t step) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (regular[lane] != 0 || gone_.v[lane] != 0) continue;
      auto* const at = reinterpret_cast<Number*>(shown_);
      for (int j = 0; j < n; ++j) at[j] = x[j].v[lane];
      const int joint = run_.singular_joint(run_.examiner, at);
      if (joint != 0) end(lane, step + 1, joint);
    }
  }
  void end(int lane, std::ptrdiff_t step, int joint) {
    gone_.v[lane] = work_.v[lane] = dissipated_.v[lane] = __builtin_nan("");
    if (lane >= rows_.count()) return;
    const std::ptrdiff_t row = rows_.first() + lane;
    if (run_.ended_joint[row] != 0) return;
    run_.ended_joint[row] = joint;
    run_.ended_step[row] = step;
  }

  /// Notes when joints leave their limits. Says whether no joint is beyond them.
  EQUIDYN_INLINE bool within_limits(Number time) {
    IntegerRegister within = ~IntegerRegister{};
    const IntegerRegister goes_on = ~not_a_number(gone_);
    for (int j = 0; j < n; ++j) {
      const IntegerRegister beyond = beyond_upper(j) | beyond_lower(j);
      replace(beyond & goes_on & not_a_number(passed_[j]), passed_[j], T(time));
      within &= ~beyond;
    }
    return all(within);
  }

  /// Stops are inelastic: a joint stands at its limit, and an impulse along it alone, to which all
  /// others give way, takes from the arm what would move it further.
  [[gnu::noinline]] void stop() {
    IntegerRegister met{};  // rows beside them that only stand at limits go on as they do alone
    for (int j = 0; j < n; ++j) {
      const IntegerRegister above = beyond_upper(j), below = beyond_lower(j);
      met |= above | below;
      replace(above, q[j], T(run_.upper[j]));
      replace(below, q[j], T(run_.lower[j]));
    }
    // what stops one joint may push another; joint after joint, again and again
    bool moves = true;
    for (int round = 0; moves && round < kRounds; ++round) {
      moves = false;
      for (int j = 0; j < n; ++j) {
        const IntegerRegister into = met & moves_beyond(j);
        if (all(~into)) continue;
        moves = true;
        hold(j, into);
      }
    }
    for (int j = 0; j < n; ++j) replace(met & moves_beyond(j), qd[j], T(0.0));
  }
  EQUIDYN_INLINE IntegerRegister moves_beyond(int j) const {
    const IntegerRegister below = exceeds(T(run_.upper[j]), q[j]);
    const IntegerRegister above = exceeds(q[j], T(run_.lower[j]));
    return (~below & exceeds(qd[j], T(0.0))) | (~above & exceeds(T(0.0), qd[j]));
  }
  /// Takes the rate from a joint, in some lanes.
  EQUIDYN_INLINE void hold(int j, IntegerRegister into) {
    const Motion<T> afloat{};  // neither gravity nor rates: what is left is linear
    for (int i = 0; i < n; ++i) tau_[i] = still_[i] = T(0.0);
    tau_[j] = T(1.0);
    accelerations(arm_, {&afloat, nullptr, false, loads_.motors}, q, still_, tau_, response_,
                  scratch_);
    const T impulse = -qd[j] / response_[j];
    replace(into, dissipated_, dissipated_ - T(0.5) * qd[j] * impulse);
    for (int i = 0; i < n; ++i) replace(into, qd[i], qd[i] + impulse * response_[i]);
    replace(into, qd[j], T(0.0));
  }

  static constexpr int kRounds = 50;

  const Model<Number>& arm_;
  const Simulation& run_;
  const PackedRows& rows_;
  const Loads& loads_;
  const TorqueSource& source_;
  T *const tau_, *const shown_, *const passed_, *const still_, *const response_;
  T work_ = T(0.0), dissipated_ = T(0.0);
  T gone_ = T(0.0);  ///< NaN where a row has ended, else zero
  Scratch scratch_;
};

/// Arrays of n that a block and its integrator take beside those of forward dynamics.
constexpr int kArraysOfMotion = 7, kArraysOfStages = 5, kArraysOfTorques = 1;

[[gnu::noinline]] inline void go(const Model<Number>& arm, const Simulation& run,
                                 const PackedRows& rows, const Loads& loads,
                                 const TorqueSource& source, std::ptrdiff_t begin,
                                 std::ptrdiff_t stop, Scratch scratch) {
  using T = Lanes<Register>;
  const int n = arm.chain.n;
  T *const x = scratch.take<T>(n), *const v = scratch.take<T>(n), *const qdd = scratch.take<T>(n);
  T *const shift = scratch.take<T>(n), *const speed_up = scratch.take<T>(n);
  Moving block(arm, run, rows, loads, source, scratch);
  for (std::ptrdiff_t step = begin; step < stop; ++step) {
    if (run.integrator == kernels::Integrator::kRungeKutta4)
      runge_kutta_step(block, step, run.step, x, v, qdd, shift, speed_up);
    else
      semi_implicit_euler_step(block, step, run.step, qdd);
    block.arrive(step + 1);
  }
  block.leave();
}

/// Takes a block of states through steps.
EQUIDYN_INLINE void advance_block(const Model<Number>& arm, const Simulation& run,
                                  const PackedRows& rows, std::ptrdiff_t begin, std::ptrdiff_t stop,
                                  Scratch scratch) {
  using T = Lanes<Register>;
  const int n = arm.chain.n;
  const States& states = run.states;
  Ends<T> ends;
  T sum(0.0);
  read_ends(arm, states, rows, ends, sum);
  const Loads loads{ends.base, ends.tip, states.friction, states.motors};
  T* const constant = scratch.take<T>(n);
  if (run.control.model != nullptr) {
    const TorqueOfController source(run.control, scratch);
    go(arm, run, rows, loads, TorqueSource(source), begin, stop, scratch);
  } else if (run.series.rows.data != nullptr) {
    const SeriesOfTorques source(n, run.series, rows);
    go(arm, run, rows, loads, TorqueSource(source), begin, stop, scratch);
  } else {
    read_torques(rows, states.tau, n, constant);
    const ConstantTorque source(n, constant);
    go(arm, run, rows, loads, TorqueSource(source), begin, stop, scratch);
  }
}

inline void advance(const Model<Number>& arm, const Simulation& run, std::ptrdiff_t first,
                    std::ptrdiff_t end, std::ptrdiff_t begin, std::ptrdiff_t stop, void* scratch) {
  for (; first < end; first += kLanes)
    advance_block(arm, run, PackedRows(first, end), begin, stop, Scratch(scratch));
}

/// Bytes of scratch space for the same.
inline std::size_t scratch_size_of_motion(int n) {
  using T = Lanes<Register>;
  constexpr int arrays = kArraysOfMotion + kArraysOfStages + kArraysOfTorques;
  const auto joints = static_cast<std::size_t>(n);
  return joints * (sizeof(Joint<T>) + arrays * sizeof(T) + sizeof(Wrench<T>)) +
         TorqueOfController::scratch_size(joints);
}

}  // namespace equidyn::EQUIDYN_TARGET
