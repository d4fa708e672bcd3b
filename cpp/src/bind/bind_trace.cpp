#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <string>

#include "bind/bindings.hpp"
#include "bind/quantity_argument.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/evaluate_traced.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/own_formulations.hpp"
#include "call/results.hpp"
#include "equidyn/arm/arm_over.hpp"
#include "equidyn/reference_methods.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using kernels::Quantity;

/// The arm in the convention of the method of this name. Throws for an unknown method, or one that
/// refuses the arm.
const Arm<double>& arm_to_trace(const Quantity& quantity, const std::string& method,
                                const CompiledArm& compiled) {
  if (const FormulationTable* const own = own_formulation(method)) {
    const Arm<double>& arm = compiled.in_double.in(own->info->frames);
    require_accepted(method, own->in_double.refusal(arm));
    return arm;
  }
  const Arm<double>* arm = nullptr;
  visit_method_of(quantity.task, method, [&]<class Method>(auto, Method) {
    arm = &arm_of_method<Method>(method, compiled.in_double);
  });
  if (arm == nullptr) raise_unknown_method(method);
  return *arm;
}

/// From the joint torques of forward dynamics, so that no equation takes it again.
void subtract_friction(JointState<Traced>& x, int n, PerLink<Traced>& tau) {
  const Row<Traced> row("friction");
  for (int i = 1; i <= n; ++i) tau[i] -= x.b[i] * x.qd[i];
  x.b = PerLink<Traced>(n);
}

py::dict trace(const CompiledArm& compiled, const std::string& quantity_name,
               const std::string& method, const py::tuple& given, bool full_matrices,
               bool moving_base, bool tip_wrench, bool rates_known, bool accelerations_known,
               bool friction) {
  const Quantity& quantity = quantity_of(quantity_name);
  const int n = compiled.n();
  const Operands operands(n, operands_of(quantity, given));
  const Sample<double> sample = only_sample(operands.batch(), n);
  const Arm<double>& arm = arm_to_trace(quantity, method, compiled);

  const Recording recording(full_matrices);
  Inputs inputs(recording.trace);
  auto traced = arm_over<Traced>(arm);
  traced.base = traced.mount = traced.tool = {};  // from frame 0 to frame n, as papers count
  const auto joints = [&](Given which, const std::vector<double>& values, bool known) {
    return quantity.reads(which) && !known ? inputs.joints(name_of(which), values)
                                           : std::vector<Traced>(values.begin(), values.end());
  };
  const std::vector<Traced> q = joints(Given::kQ, sample.q, false);
  const std::vector<Traced> qd = joints(Given::kQd, sample.qd, rates_known);
  const std::vector<Traced> qdd = joints(Given::kQdd, sample.qdd, accelerations_known);
  const std::vector<Traced> tau = joints(Given::kTau, sample.tau, false);

  MethodState<Traced> state(n);
  state.base = base_motion(arm, moving_base && quantity.takes(kernels::kBase), inputs);
  if (tip_wrench && quantity.takes(kernels::kTip))
    state.tip = {inputs.vector("tip_f"), inputs.vector("tip_n")};
  state.x.set(traced, q, qd, qdd);
  if (friction) state.x.set_viscous(traced, compiled.drives.viscous);
  std::ranges::copy(tau, &state.tau[1]);
  if (!tau.empty() && friction) subtract_friction(state.x, n, state.tau);

  const auto numbers = quantity.results * quantity.shape.numbers({n});
  std::vector<Traced> outputs(static_cast<std::size_t>(numbers));
  without_lock([&] { evaluate_traced(quantity.task, method, traced, state, outputs.data()); });
  return columns(recording.trace, inputs, outputs);
}

}  // namespace

void bind_trace(py::module_& m) {
  m.def("trace", &trace, py::arg("arm"), py::arg("quantity"), py::arg("method"),
        py::arg("operands"), py::kw_only(), py::arg("full_matrices") = false,
        py::arg("moving_base") = false, py::arg("tip_wrench") = false,
        py::arg("rates_known") = false, py::arg("accelerations_known") = false,
        py::arg("friction") = false,
        "Expression graph of a method of a quantity on an arm, as columns of its nodes in order of "
        "evaluation; an operand of -1 is the constant in the column of values. Joint velocities "
        "and accelerations are inputs, or constants where they are known. Base motion and tip "
        "wrench are included where the quantity takes them; friction is viscous friction only.");
}

}  // namespace equidyn
