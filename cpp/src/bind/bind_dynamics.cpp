#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <string>

#include "bind/bindings.hpp"
#include "call/kernel_batch.hpp"
#include "call/results.hpp"
#include "equidyn/registry.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using Shape = std::vector<py::ssize_t>;

/// The precision that is asked for where it may be either.
Precision precision(bool single) { return single ? Precision::kFloat32 : Precision::kFloat64; }

/// Why results of finite numbers are not finite.
const char* what_is_not_finite(Task task, Precision precision) {
  if (task == Task::kForwardDynamics)
    return "forward_dynamics: no finite acceleration; a joint moves no mass, or the numbers of the "
           "state are too large";
  if (precision == Precision::kFloat32)
    return "the numbers of the state, or of the arm, are too large for float32: the results are "
           "not finite";
  return "the numbers of the state are too large: the results are not finite";
}

/// Evaluates a batch by the production kernels, which find out themselves whether all is finite.
template <class T>
void run_kernels(Task task, const CompiledArm& arm, const Operands& operands, Target& target,
                 Target* second, const py::object& threads) {
  const Batch& batch = operands.batch();
  const std::ptrdiff_t work = batch.rows() * outputs(task, arm.n());
  const int workers = thread_count(threads, work);
  T* const out = target.data<T>();
  T* const second_out = second == nullptr ? nullptr : second->data<T>();
  bool finite = true;
  without_lock([&](const Interrupted& interrupted) {
    finite =
        evaluate_by_kernels(task, arm.model<T>(), batch, out, second_out, workers, interrupted);
  });
  if (finite) return;
  operands.require_finite();
  throw py::value_error(what_is_not_finite(task, operands.precision()));
}

py::object by_kernels(Task task, const CompiledArm& arm, const Operands& operands,
                      const Shape& last_axes, const py::object& out, const py::object& threads) {
  Target target(out, operands.result_shape(last_axes), operands);
  if (operands.precision() == Precision::kFloat32)
    run_kernels<float>(task, arm, operands, target, nullptr, threads);
  else
    run_kernels<double>(task, arm, operands, target, nullptr, threads);
  return target.finished();
}

/// The same by evaluators, one for each thread.
py::object by_evaluators(const EvaluatorMaker<double>& make, int n, const Operands& operands,
                         const Shape& last_axes, const py::object& out, const py::object& threads) {
  // a formulation of the papers takes the time of several joints of the fastest kernel
  constexpr std::ptrdiff_t kSlower = 16;
  operands.require_finite();
  const Batch& batch = operands.batch();
  const int workers = thread_count(threads, batch.rows() * n * kSlower);
  Target target(out, operands.result_shape(last_axes), operands);
  auto* const results = target.data<double>();
  without_lock([&](const Interrupted& interrupted) {
    evaluate_batch<double>(make, n, batch, results, workers, interrupted);
  });
  return target.finished();
}

py::object inverse_dynamics(const CompiledArm& arm, const std::string& formulation,
                            const py::object& q, const py::object& qd, const py::object& qdd,
                            const py::object& tip_wrench, const py::object& base_motion,
                            bool friction, bool motors, bool single, const py::object& out,
                            const py::object& threads) {
  Operands operands(arm.n(),
                    {{"q", q, &Batch::q}, {"qd", qd, &Batch::qd}, {"qdd", qdd, &Batch::qdd}},
                    tip_wrench, base_motion, precision(single), Check::kLater);
  operands.add_drives(friction, motors, arm.drives);
  if (formulation == DefaultFormulation::info.name)
    return by_kernels(Task::kInverseDynamics, arm, operands, {arm.n()}, out, threads);
  const auto make = [&] { return make_evaluator<double>(formulation, arm.in_double); };
  return by_evaluators(make, arm.n(), operands, {arm.n()}, out, threads);
}

py::object inverse_dynamics_extended(const CompiledArm& arm, const std::string& formulation,
                                     const py::object& q, const py::object& qd,
                                     const py::object& qdd, const py::object& tip_wrench,
                                     const py::object& base_motion) {
  const Operands operands(arm.n(),
                          {{"q", q, &Batch::q}, {"qd", qd, &Batch::qd}, {"qdd", qdd, &Batch::qdd}},
                          tip_wrench, base_motion);
  py::array_t<long double> tau(operands.result_shape({arm.n()}));
  const auto make = [&] { return make_evaluator<long double>(formulation, arm.in_long_double); };
  without_lock([&](const Interrupted& interrupted) {
    evaluate_batch<long double>(make, arm.n(), operands.batch(), tau.mutable_data(), 1,
                                interrupted);
  });
  return tau;
}

py::object bias(const CompiledArm& arm, const py::object& q, const py::object& qd,
                const py::object& tip_wrench, const py::object& base_motion, bool friction,
                bool single, const py::object& out, const py::object& threads) {
  Operands operands(arm.n(), {{"q", q, &Batch::q}, {"qd", qd, &Batch::qd}}, tip_wrench, base_motion,
                    precision(single), Check::kLater);
  operands.add_drives(friction, false, arm.drives);
  return by_kernels(Task::kInverseDynamics, arm, operands, {arm.n()}, out, threads);
}

py::object gravity_torque(const CompiledArm& arm, const py::object& q, bool single,
                          const py::object& out, const py::object& threads) {
  const Operands operands(arm.n(), {{"q", q, &Batch::q}}, py::none(), py::none(), precision(single),
                          Check::kLater);
  return by_kernels(Task::kGravityTorque, arm, operands, {arm.n()}, out, threads);
}

py::object mass_matrix(const CompiledArm& arm, const std::string& formulation, const py::object& q,
                       bool single, const py::object& out, const py::object& threads) {
  const Operands operands(arm.n(), {{"q", q, &Batch::q}}, py::none(), py::none(), precision(single),
                          Check::kLater);
  const Shape axes{arm.n(), arm.n()};
  if (formulation.empty()) return by_kernels(Task::kMassMatrix, arm, operands, axes, out, threads);
  const auto make = [&] { return make_mass_matrix_evaluator<double>(formulation, arm.in_double); };
  return by_evaluators(make, arm.n(), operands, axes, out, threads);
}

py::object forward_dynamics(const CompiledArm& arm, const py::object& q, const py::object& qd,
                            const py::object& tau, const py::object& tip_wrench,
                            const py::object& base_motion, bool friction, bool motors,
                            const py::object& out, const py::object& threads) {
  Operands operands(arm.n(),
                    {{"q", q, &Batch::q}, {"qd", qd, &Batch::qd}, {"tau", tau, &Batch::qdd}},
                    tip_wrench, base_motion, Precision::kFloat64, Check::kLater);
  operands.add_drives(friction, motors, arm.drives);
  return by_kernels(Task::kForwardDynamics, arm, operands, {arm.n()}, out, threads);
}

py::tuple inverse_dynamics_derivatives(const CompiledArm& arm, const py::object& q,
                                       const py::object& qd, const py::object& qdd,
                                       const py::object& tip_wrench, const py::object& base_motion,
                                       bool friction, const py::object& out,
                                       const py::object& threads) {
  Operands operands(arm.n(),
                    {{"q", q, &Batch::q}, {"qd", qd, &Batch::qd}, {"qdd", qdd, &Batch::qdd}},
                    tip_wrench, base_motion, Precision::kFloat64, Check::kLater);
  operands.add_drives(friction, false, arm.drives);
  const Shape shape = operands.result_shape({arm.n(), arm.n()});
  const auto [out_q, out_qd] = two_outputs(out);
  Target dtau_dq(out_q, shape, operands), dtau_dqd(out_qd, shape, operands);
  run_kernels<double>(Task::kDerivatives, arm, operands, dtau_dq, &dtau_dqd, threads);
  return py::make_tuple(dtau_dq.finished(), dtau_dqd.finished());
}

}  // namespace

void bind_dynamics(py::module_& m) {
  m.def("inverse_dynamics", &inverse_dynamics, py::arg("arm"), py::arg("formulation"), py::arg("q"),
        py::arg("qd"), py::arg("qdd"), py::arg("tip_wrench"), py::arg("base_motion"),
        py::arg("friction"), py::arg("motors"), py::arg("single"), py::arg("out"),
        py::arg("threads"), "Joint torques of shape (..., n) by the named formulation.");
  m.def("inverse_dynamics_extended", &inverse_dynamics_extended, py::arg("arm"),
        py::arg("formulation"), py::arg("q"), py::arg("qd"), py::arg("qdd"), py::arg("tip_wrench"),
        py::arg("base_motion"), "The same in long double.");
  m.def("bias", &bias, py::arg("arm"), py::arg("q"), py::arg("qd"), py::arg("tip_wrench"),
        py::arg("base_motion"), py::arg("friction"), py::arg("single"), py::arg("out"),
        py::arg("threads"), "Joint torques of shape (..., n) without acceleration.");
  m.def("gravity_torque", &gravity_torque, py::arg("arm"), py::arg("q"), py::arg("single"),
        py::arg("out"), py::arg("threads"), "Joint torques of shape (..., n) of the arm at rest.");
  m.def("mass_matrix", &mass_matrix, py::arg("arm"), py::arg("formulation"), py::arg("q"),
        py::arg("single"), py::arg("out"), py::arg("threads"),
        "Mass matrices of shape (..., n, n), by strobing the named formulation, or by composite "
        "rigid bodies where the name is empty.");
  m.def("forward_dynamics", &forward_dynamics, py::arg("arm"), py::arg("q"), py::arg("qd"),
        py::arg("tau"), py::arg("tip_wrench"), py::arg("base_motion"), py::arg("friction"),
        py::arg("motors"), py::arg("out"), py::arg("threads"),
        "Joint accelerations of shape (..., n).");
  m.def("inverse_dynamics_derivatives", &inverse_dynamics_derivatives, py::arg("arm"), py::arg("q"),
        py::arg("qd"), py::arg("qdd"), py::arg("tip_wrench"), py::arg("base_motion"),
        py::arg("friction"), py::arg("out"), py::arg("threads"),
        "Derivatives of the joint torques with respect to q and to qd, of shape (..., n, n).");
}

}  // namespace equidyn
