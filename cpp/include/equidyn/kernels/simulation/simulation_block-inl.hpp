/// @file simulation_block-inl.hpp
/// A block of arms in motion by steps of equal length: as many rows as a register has lanes, their
/// states in lanes from step to step. Lanes are independent: a row moves the same way alone and
/// beside any others.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct SimulationArrays : Scratch {
  using T = Lanes<Register>;
  T *const q = per_joint(), *const qd = per_joint(), *const tau = per_joint();
  T *const masked = per_joint(), *const passed = per_joint();
  JointStopArrays stops = part<JointStopArrays>();
  AccelerationArrays dynamics = part<AccelerationArrays>();
};

template <class C>
class SimulationBlock {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE SimulationBlock(const Model<C>& model, const Simulation& simulation,
                                 const PackedRows& block, const Loads& loads,
                                 const TorqueSource& torques, const SimulationArrays& arrays)
      : n(model.chain.n),
        q(arrays.q),
        qd(arrays.qd),
        arm_(model),
        run_(simulation),
        rows_(block),
        loads_(loads),
        source_(torques),
        stops_(model, simulation, loads.motors, arrays.stops, arrays.dynamics),
        tau_(arrays.tau),
        masked_(arrays.masked),
        passed_(arrays.passed),
        dynamics_(arrays.dynamics) {
    read(run_.q.now, n, q), read(run_.qd.now, n, qd);
    read(run_.work.now, 1, &work_), read(run_.dissipated.now, 1, &dissipated_);
    read(run_.passed, n, passed_);
    read(run_.applied_torque.now, n, source_.applied);
    read(run_.pending_torque, n, source_.pending);
    // a row that has ended is stored as NaN
    for (int j = 0; j < n; ++j) nan_if_ended_ = nan_if_ended_ + (q[j] - q[j]);
    rest_ended();
  }

  /// Joint accelerations at positions x and velocities v; adds `weight` seconds of power to work
  /// and dissipated energy.
  EQUIDYN_INLINE void accelerate(const Instant& instant, Number weight, const T* x, const T* v,
                                 T* qdd) {
    source_(instant, x, v, tau_);
    const T seconds(weight);
    if (run_.work.now != nullptr) work_ = work_ + seconds * power(n, tau_, v);
    if (loads_.friction) dissipated_ = dissipated_ + seconds * friction_power(arm_, v);
    const IntegerRegister regular = accelerations(arm_, loads_, x, v, tau_, qdd, dynamics_);
    if (!all(regular)) end_singular(regular, x, instant.step);
  }

  /// Ends rows, applies limits, and records states, once `step` steps are done.
  EQUIDYN_INLINE void finish_step(std::ptrdiff_t step) {
    T sum(0.0);
    for (int j = 0; j < n; ++j) sum = sum + ((q[j] - q[j]) + (qd[j] - qd[j]));
    if (!PackedRows::finite(sum)) end_infinite(step);
    rest_ended();
    if (run_.passed != nullptr && !within_limits(static_cast<Number>(step) * run_.step) &&
        run_.stops)
      stops_.stop(q, qd, dissipated_);
    source_.finish_step(step, q, qd);
    if (run_.every != 0 && step % run_.every == 0) record(step / run_.every);
  }

  /// Stores the states after the last step.
  EQUIDYN_INLINE void store() {
    const auto to = [&](Number* now, const T* numbers, int width) EQUIDYN_INLINE_LAMBDA {
      if (now != nullptr) rows_.write(numbers, width, now, width);
    };
    to(run_.q.now, masked(q), n);
    to(run_.qd.now, masked(qd), n);
    to(run_.work.now, &work_, 1);
    to(run_.dissipated.now, &dissipated_, 1);
    if (run_.applied_torque.now != nullptr) to(run_.applied_torque.now, masked(source_.applied), n);
    to(run_.pending_torque, source_.pending, n);
    to(run_.passed, passed_, n);
  }

  const int n;
  T *const q, *const qd;

 private:
  EQUIDYN_INLINE void read(const Number* from, int width, T* to) const {
    if (from == nullptr) return;
    rows_.read({from, width}, width,
               [&](int j, T number) EQUIDYN_INLINE_LAMBDA { to[j] = number; });
  }
  EQUIDYN_INLINE const T* masked(const T* numbers) {
    for (int j = 0; j < n; ++j) masked_[j] = numbers[j] + nan_if_ended_;
    return masked_;
  }
  EQUIDYN_INLINE void record(std::ptrdiff_t time) {
    const auto to = [&](const kernels::Recorded<Number>& recorded, const T* numbers, int width)
                        EQUIDYN_INLINE_LAMBDA {
      rows_.write(numbers, width, recorded.samples + time * width, run_.times * width);
    };
    to(run_.q, masked(q), n);
    to(run_.qd, masked(qd), n);
    if (run_.work.now != nullptr) to(run_.work, &work_, 1);
    if (run_.dissipated.now != nullptr) to(run_.dissipated, &dissipated_, 1);
    if (run_.applied_torque.now != nullptr) to(run_.applied_torque, masked(source_.applied), n);
  }

  /// Lanes of ended rows start each step at rest at zero: they never reach angles too large for the
  /// fast sine.
  EQUIDYN_INLINE void rest_ended() {
    const IntegerRegister ended = is_nan(nan_if_ended_);
    if (all(~ended)) return;
    for (int j = 0; j < n; ++j) replace(ended, q[j], T(0.0)), replace(ended, qd[j], T(0.0));
  }
  /// Ends the rows with states that are no longer finite.
  [[gnu::noinline]] void end_infinite(std::ptrdiff_t step) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const int joint = first_infinite(n, q, qd, lane);
      if (joint != 0) end(lane, step, joint);
    }
  }
  /// Ends the rows in which a joint moves no mass; the kernel knows only that it may.
  [[gnu::noinline]] void end_singular(IntegerRegister regular, const T* x, std::ptrdiff_t step) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (regular[lane] != 0 || nan_if_ended_.v[lane] != 0) continue;
      auto* const at = reinterpret_cast<Number*>(masked_);
      for (int j = 0; j < n; ++j) at[j] = x[j].v[lane];
      const int joint = run_.singular_joint(run_.context, rows_.row_of(lane), at);
      if (joint != 0) end(lane, step + 1, joint);
    }
  }
  void end(int lane, std::ptrdiff_t step, int joint) {
    nan_if_ended_.v[lane] = work_.v[lane] = dissipated_.v[lane] = __builtin_nan("");
    if (lane >= rows_.count()) return;
    const std::ptrdiff_t row = rows_.first() + lane;
    if (run_.ended_joint[row] != 0) return;
    run_.ended_joint[row] = joint;
    run_.ended_step[row] = step;
  }

  /// Notes when joints first leave their limits. Returns whether all are within them.
  EQUIDYN_INLINE bool within_limits(Number time) {
    IntegerRegister within = ~IntegerRegister{};
    const IntegerRegister goes_on = ~is_nan(nan_if_ended_);
    for (int j = 0; j < n; ++j) {
      const IntegerRegister beyond = stops_.above(j, q) | stops_.below(j, q);
      replace(beyond & goes_on & is_nan(passed_[j]), passed_[j], T(time));
      within &= ~beyond;
    }
    return all(within);
  }

  const Model<C>& arm_;
  const Simulation& run_;
  const PackedRows& rows_;
  const Loads& loads_;
  const TorqueSource& source_;
  const JointStops<C> stops_;
  T *const tau_, *const masked_, *const passed_;
  const AccelerationArrays& dynamics_;
  T work_ = T(0.0), dissipated_ = T(0.0);
  T nan_if_ended_ = T(0.0);  ///< else zero
};

}  // namespace equidyn::EQUIDYN_TARGET
