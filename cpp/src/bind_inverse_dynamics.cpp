#include <pybind11/numpy.h>

#include <string>

#include "bindings.hpp"
#include "results.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

template <Scalar T>
EvaluatorMaker<T> maker(const CompiledArm& arm, const std::string& formulation) {
  return [&] { return make_evaluator<T>(formulation, arm.over<T>()); };
}

py::object inverse_dynamics(const CompiledArm& arm, const std::string& formulation,
                            const py::object& q, const py::object& qd, const py::object& qdd,
                            const py::object& tip_wrench, const py::object& base_motion,
                            bool friction, bool motors, const py::object& out,
                            const py::object& threads) {
  Operands operands(arm.n(), q, qd, qdd, tip_wrench, base_motion);
  if (friction) operands.batch().friction = &arm.drives;
  if (motors) operands.batch().motors = &arm.drives;
  return evaluate_into(maker<double>(arm, formulation), arm.n(), operands,
                       operands.result_shape({arm.n()}), out, threads);
}

py::object inverse_dynamics_extended(const CompiledArm& arm, const std::string& formulation,
                                     const py::object& q, const py::object& qd,
                                     const py::object& qdd, const py::object& tip_wrench,
                                     const py::object& base_motion) {
  const Operands operands(arm.n(), q, qd, qdd, tip_wrench, base_motion);
  py::array_t<long double> tau(operands.result_shape({arm.n()}));
  evaluate_released(maker<long double>(arm, formulation), arm.n(), operands.batch(),
                    tau.mutable_data(), 1);
  return tau;
}

}  // namespace

void bind_inverse_dynamics(py::module_& m) {
  m.def("inverse_dynamics", &inverse_dynamics, py::arg("arm"), py::arg("formulation"), py::arg("q"),
        py::arg("qd"), py::arg("qdd"), py::arg("tip_wrench"), py::arg("base_motion"),
        py::arg("friction"), py::arg("motors"), py::arg("out"), py::arg("threads"),
        "Joint torques of shape (..., n) by the named formulation.");
  m.def("inverse_dynamics_extended", &inverse_dynamics_extended, py::arg("arm"),
        py::arg("formulation"), py::arg("q"), py::arg("qd"), py::arg("qdd"), py::arg("tip_wrench"),
        py::arg("base_motion"), "The same in long double.");
}

}  // namespace equidyn
