/// @file commanded_torque-inl.hpp
/// The torques that a controller commands in one state.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct CommandArrays : Scratch {
  Lanes<Register>*const q = per_joint(), *const qd = per_joint(), *const tau = per_joint();
  ControlArrays law = part<ControlArrays>();
};

/// The state is that of every lane.
inline void command(const Control& control, const Number* q, const Number* qd, Number* tau,
                    void* scratch) {
  using T = Lanes<Register>;
  const int n = control.model->chain.n;
  const CommandArrays arrays{Scratch(scratch, n)};
  for (int j = 0; j < n; ++j) arrays.q[j] = T(q[j]), arrays.qd[j] = T(qd[j]);
  ControlLaw(control, n, arrays.law)(0, arrays.q, arrays.qd, arrays.tau);
  for (int j = 0; j < n; ++j) tau[j] = arrays.tau[j].v[0];
}
inline std::size_t command_scratch_size(int n) { return CommandArrays{Scratch(n)}.size(); }

}  // namespace equidyn::EQUIDYN_TARGET
