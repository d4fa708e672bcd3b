/// @file joint_stops-inl.hpp
/// Joint limits of a block of states in motion, and inelastic stops at them.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct JointStopArrays : Scratch {
  Lanes<Register>*const tau = per_joint(), *const zero = per_joint(), *const response = per_joint();
};

/// A stop is inelastic: a joint beyond its limit is set to it, and an impulse along this joint
/// alone, with a response of all joints, removes the velocity that leads further beyond.
template <class C>
class JointStops {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE JointStops(const Model<C>& model, const Simulation& simulation, bool motors,
                            const JointStopArrays& arrays, const AccelerationArrays& dynamics)
      : n_(model.chain.n),
        arm_(model),
        run_(simulation),
        motors_(motors),
        arrays_(arrays),
        dynamics_(dynamics) {}

  EQUIDYN_INLINE IntegerRegister above(int j, const T* q) const {
    return exceeds(q[j], T(run_.upper[j]));
  }
  EQUIDYN_INLINE IntegerRegister below(int j, const T* q) const {
    return exceeds(T(run_.lower[j]), q[j]);
  }

  /// Adds the energy lost to `dissipated`.
  [[gnu::noinline]] void stop(T* q, T* qd, T& dissipated) const {
    IntegerRegister met{};  // other rows, even those at limits, go on as they do alone
    for (int j = 0; j < n_; ++j) {
      const IntegerRegister is_above = above(j, q), is_below = below(j, q);
      met |= is_above | is_below;
      replace(is_above, q[j], T(run_.upper[j]));
      replace(is_below, q[j], T(run_.lower[j]));
    }
    // an impulse at one joint may push another beyond its limit: iterate over all joints
    bool moves = true;
    for (int round = 0; moves && round < kRounds; ++round) {
      moves = false;
      for (int j = 0; j < n_; ++j) {
        const IntegerRegister into = met & moves_beyond(j, q, qd);
        if (all(~into)) continue;
        moves = true;
        apply_impulse(j, into, q, qd, dissipated);
      }
    }
    for (int j = 0; j < n_; ++j) replace(met & moves_beyond(j, q, qd), qd[j], T(0.0));
  }

 private:
  EQUIDYN_INLINE IntegerRegister moves_beyond(int j, const T* q, const T* qd) const {
    const IntegerRegister below_upper = exceeds(T(run_.upper[j]), q[j]);
    const IntegerRegister above_lower = exceeds(q[j], T(run_.lower[j]));
    return (~below_upper & exceeds(qd[j], T(0.0))) | (~above_lower & exceeds(T(0.0), qd[j]));
  }
  /// Reduces the velocity of joint j to zero, in some lanes.
  EQUIDYN_INLINE void apply_impulse(int j, IntegerRegister into, const T* q, T* qd,
                                    T& dissipated) const {
    T *const tau = arrays_.tau, *const zero = arrays_.zero, *const response = arrays_.response;
    const Motion<T> no_gravity{};  // at velocity zero: the response is linear in the impulse
    for (int i = 0; i < n_; ++i) tau[i] = zero[i] = T(0.0);
    tau[j] = T(1.0);
    accelerations(arm_, {&no_gravity, nullptr, false, motors_}, q, zero, tau, response, dynamics_);
    const T impulse = -qd[j] / response[j];
    replace(into, dissipated, dissipated - T(0.5) * qd[j] * impulse);
    for (int i = 0; i < n_; ++i) replace(into, qd[i], qd[i] + impulse * response[i]);
    replace(into, qd[j], T(0.0));
  }

  static constexpr int kRounds = 50;

  const int n_;
  const Model<C>& arm_;
  const Simulation& run_;
  const bool motors_;
  const JointStopArrays& arrays_;
  const AccelerationArrays& dynamics_;
};

}  // namespace equidyn::EQUIDYN_TARGET
