#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <string>

#include "bindings.hpp"
#include "operands.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Whether Ctrl-C was pressed while C++ was at work.
bool interrupted() {
  const py::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

template <Scalar T>
void evaluate(const CompiledArm& arm, const std::string& formulation, const Batch& batch, T* tau,
              int threads) {
  {
    const py::gil_scoped_release release;
    evaluate_batch<T>(formulation, arm.over<T>(), batch, tau, threads, interrupted);
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
}

/// The array that `out` is, checked: float64, writeable, of the shape of the result.
py::array_t<double> checked_out(const py::object& out, const std::vector<py::ssize_t>& shape) {
  if (!py::isinstance<py::array>(out))
    throw py::type_error("out: expected a NumPy array, got " + type_name(out));
  const auto array = out.cast<py::array>();
  if (!py::isinstance<py::array_t<double>>(out))
    throw py::type_error("out: expected dtype float64, got " + std::string(py::str(array.dtype())));
  if (shape_of(array) != shape)
    throw py::value_error("out: expected shape " + text(shape) + ", got " + text(shape_of(array)));
  if (!array.writeable())
    throw py::value_error("out: expected a writeable array, got a read-only one");
  return array;
}

py::object inverse_dynamics(const CompiledArm& arm, const std::string& formulation,
                            const py::object& q, const py::object& qd, const py::object& qdd,
                            const py::object& tip_wrench, const py::object& base_motion,
                            bool friction, bool motors, const py::object& out,
                            const py::object& threads) {
  Operands operands(arm.n(), q, qd, qdd, tip_wrench, base_motion);
  Batch& batch = operands.batch();
  if (friction) batch.friction = &arm.drives;
  if (motors) batch.motors = &arm.drives;
  const int workers = thread_count(threads, batch.rows());
  const std::vector<py::ssize_t> shape = operands.result_shape({arm.n()});

  if (out.is_none()) {
    py::array_t<double> tau(shape);
    evaluate(arm, formulation, batch, tau.mutable_data(), workers);
    return tau;
  }
  py::array_t<double> target = checked_out(out, shape);
  if ((target.flags() & py::array::c_style) != 0 && !operands.overlap(target)) {
    evaluate(arm, formulation, batch, target.mutable_data(), workers);
  } else {
    // rows of `out` are not contiguous, or would be overwritten while they are still to be read
    py::array_t<double> tau(shape);
    evaluate(arm, formulation, batch, tau.mutable_data(), workers);
    target[py::ellipsis()] = tau;
  }
  return out;
}

py::object inverse_dynamics_extended(const CompiledArm& arm, const std::string& formulation,
                                     const py::object& q, const py::object& qd,
                                     const py::object& qdd, const py::object& tip_wrench,
                                     const py::object& base_motion) {
  const Operands operands(arm.n(), q, qd, qdd, tip_wrench, base_motion);
  py::array_t<long double> tau(operands.result_shape({arm.n()}));
  evaluate(arm, formulation, operands.batch(), tau.mutable_data(), 1);
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
