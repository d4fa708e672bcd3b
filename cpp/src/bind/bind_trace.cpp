#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <span>
#include <string>

#include "bind/bindings.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/evaluate_traced.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

std::vector<Traced> constants(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

py::object trace(const CompiledArm& compiled, const std::string& formulation, const py::object& q,
                 const py::object& qd, const py::object& qdd, bool full_matrices, bool moving_base,
                 bool tip_wrench, bool rates_known, bool accelerations_known, bool friction) {
  const Operands operands(compiled.n(), {{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}});
  const Sample<double> state = only_sample(operands.batch(), compiled.n());
  const Arm<double>* const arm = arm_of_formulation(compiled, formulation);
  if (arm == nullptr) return py::none();

  const Recording recording(full_matrices);
  Inputs inputs(recording.trace);
  const Arm<Traced> traced = traced_arm(*arm);
  const std::vector<Traced> positions = inputs.joints("q", state.q);
  const std::vector<Traced> rates =
      rates_known ? constants(state.qd) : inputs.joints("qd", state.qd);
  const std::vector<Traced> accelerations =
      accelerations_known ? constants(state.qdd) : inputs.joints("qdd", state.qdd);
  const BaseMotion<Traced> base = base_motion(*arm, moving_base, inputs);
  Wrench<Traced> tip;
  if (tip_wrench) tip = {inputs.vector("tip_f"), inputs.vector("tip_n")};

  JointState<Traced> x(arm->n);
  PerLink<Traced> tau(arm->n);
  x.set(traced, positions, rates, accelerations);
  x.set_viscous(traced, friction ? compiled.drives.viscous : std::span<const double>{});
  without_lock([&] { traced_inverse_dynamics(formulation, traced, x, base, tip, tau); });

  std::vector<Traced> outputs;
  for (int i = 1; i <= arm->n; ++i) outputs.push_back(tau[i]);
  return columns(recording.trace, inputs, outputs);
}

}  // namespace

void bind_trace(py::module_& m) {
  m.def("trace", &trace, py::arg("arm"), py::arg("formulation"), py::arg("q"), py::arg("qd"),
        py::arg("qdd"), py::arg("full_matrices"), py::arg("moving_base"), py::arg("tip_wrench"),
        py::arg("rates_known") = false, py::arg("accelerations_known") = false,
        py::arg("friction") = false,
        "The expression graph of a formulation on an arm, as columns of its nodes in order of "
        "evaluation; an operand of -1 is the constant in the column of values. Joint rates and "
        "accelerations are inputs, or constants where they are known. Of friction only the viscous "
        "part is in it.");
}

}  // namespace equidyn
