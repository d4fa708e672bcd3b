/// @file state_derivative-inl.hpp
/// The time derivative of states of arms in motion, each lane at a time of its own.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// State, of n joints: positions, velocities, work and dissipated energy.
constexpr int state_width(int n) { return 2 * n + 2; }

struct DerivativeArrays : Scratch {
  Lanes<Register>* const tau = per_joint();
  TorqueAtTimesArrays torque = part<TorqueAtTimesArrays>();
  AccelerationArrays dynamics = part<AccelerationArrays>();
};

template <class C>
class StateDerivative {
 public:
  using T = Lanes<Register>;

  /// `massless` is set to the joint, from 1, that moves no mass.
  EQUIDYN_INLINE StateDerivative(const Model<C>& model, const Simulation& simulation,
                                 const PackedRows& block, const Loads& loads, std::int64_t* place,
                                 T& massless, const DerivativeArrays& arrays)
      : n_(model.chain.n),
        arm_(model),
        run_(simulation),
        rows_(block),
        loads_(loads),
        massless_(massless),
        tau_(arrays.tau),
        torque_(n_, run_, block, place, arrays.torque),
        dynamics_(arrays.dynamics) {}

  /// Derivative of states y; accelerations are NaN in moving lanes with a joint that moves no mass.
  EQUIDYN_INLINE void operator()(T time, const T* y, T* derivative, IntegerRegister moves) const {
    const T* const v = y + n_;
    torque_(time, y, v, tau_);
    for (int j = 0; j < n_; ++j) derivative[j] = v[j];
    derivative[2 * n_] = power(n_, tau_, v);
    derivative[2 * n_ + 1] = loads_.friction ? friction_power(arm_, v) : T(0.0);
    const IntegerRegister regular =
        accelerations(arm_, loads_, y, v, tau_, derivative + n_, dynamics_) | ~moves;
    if (!all(regular)) mark_singular(regular, y, derivative + n_);
  }

 private:
  /// Finds the joints that move no mass; the kernel knows only that they may.
  [[gnu::noinline]] void mark_singular(IntegerRegister regular, const T* y, T* qdd) const {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (regular[lane] != 0 || first_infinite(n_, y, y + n_, lane) != 0) continue;
      auto* const x = reinterpret_cast<Number*>(tau_);
      for (int j = 0; j < n_; ++j) x[j] = y[j].v[lane];
      const int joint = run_.singular_joint(run_.context, rows_.row_of(lane), x);
      if (joint == 0) continue;
      massless_.v[lane] = joint;
      for (int j = 0; j < n_; ++j) qdd[j].v[lane] = __builtin_nan("");
    }
  }

  const int n_;
  const Model<C>& arm_;
  const Simulation& run_;
  const PackedRows& rows_;
  const Loads& loads_;
  T& massless_;
  T* const tau_;
  const TorqueAtTimes torque_;
  const AccelerationArrays& dynamics_;
};

}  // namespace equidyn::EQUIDYN_TARGET
