#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <string>

#include "bind/arm_with_inputs.hpp"
#include "bind/bindings.hpp"
#include "bind/quantity_argument.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/evaluate_traced.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/own_formulations.hpp"
#include "call/results.hpp"
#include "equidyn/arm/reframe.hpp"
#include "equidyn/interface/reference_methods.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using kernels::Quantity;

/// Value of an input if only constants decide what is recorded.
constexpr double kAnyValue = 0.5;

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

/// Evaluates a method, and returns the columns of what was recorded.
py::dict traced(const Quantity& quantity, const std::string& method, const Arm<Traced>& arm,
                MethodState<Traced>& state, const Recording& recording, const Inputs& inputs) {
  const auto numbers = quantity.results * quantity.shape.numbers({arm.n});
  std::vector<Traced> outputs(static_cast<std::size_t>(numbers));
  without_lock([&] { evaluate_traced(quantity.task, method, arm, state, outputs.data()); });
  return columns(recording.trace, inputs, outputs);
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
  auto between_frames = arm_over<Traced>(arm);
  between_frames.base = between_frames.mount =
      between_frames.tool = {};  // from frame 0 to frame n, as papers count
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
  state.x.set(between_frames, q, qd, qdd);
  if (friction) state.x.set_viscous(between_frames, compiled.drives.viscous);
  std::ranges::copy(tau, &state.tau[1]);
  if (!tau.empty() && friction) subtract_friction(state.x, n, state.tau);

  return traced(quantity, method, between_frames, state, recording, inputs);
}

/// The first `links` links of an arm, which end in the frame of the last; all and the tool for 0.
Arm<double> beginning(Arm<double> arm, int links) {
  if (links == 0) return arm;
  arm.n = links;
  arm.tool = {};
  return arm;
}

/// The motion of the base, in its axes, as an input of frame 0.
BaseMotion<Traced> base_motion_input(const Arm<Traced>& arm, Inputs& inputs) {
  const std::vector<Traced> x = inputs.joints("base_motion", std::vector<double>(9, kAnyValue));
  return at_frame_0<Traced>({{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}, arm);
}

/// The wrench at the tool, in its axes, as an input of frame n.
Wrench<Traced> tip_wrench_input(const Arm<Traced>& arm, Inputs& inputs) {
  const std::vector<Traced> x = inputs.joints("tip_wrench", std::vector<double>(6, kAnyValue));
  return at_frame_n<Traced>({{x[0], x[1], x[2]}, {x[3], x[4], x[5]}}, arm);
}

py::dict trace_arm(const CompiledArm& compiled, const std::string& quantity_name,
                   const std::string& method, const std::vector<std::string>& at_rest,
                   const std::vector<std::string>& parameters, bool base_motion, bool tip_wrench,
                   bool payload, bool friction, bool motors, int links) {
  const Quantity& quantity = quantity_of(quantity_name);
  const Frames frames = arm_to_trace(quantity, method, compiled).frames;
  const Recording recording(false);
  Inputs inputs(recording.trace);
  ArmInputs asked(parameters, inputs);
  Arm<Traced> own = asked.arm(beginning(compiled.in_double.in(compiled.frames), links));
  if (payload) asked.add_payload(own);
  const Arm<Traced> arm = reframed(own, frames);
  const int n = arm.n;

  const auto joints = [&](Given which) {
    const bool rests = std::ranges::find(at_rest, name_of(which)) != at_rest.end();
    const std::vector<double> values(static_cast<std::size_t>(n), rests ? 0 : kAnyValue);
    return quantity.reads(which) && !rests ? inputs.joints(name_of(which), values)
                                           : std::vector<Traced>(values.size(), Traced(0));
  };
  const std::vector<Traced> q = joints(Given::kQ), qd = joints(Given::kQd),
                            qdd = joints(Given::kQdd), tau = joints(Given::kTau);
  MethodState<Traced> state(n);
  state.base = base_motion ? base_motion_input(arm, inputs) : at_frame_0<Traced>({}, arm);
  if (tip_wrench) state.tip = tip_wrench_input(arm, inputs);
  state.x.set(arm, q, qd, qdd);
  std::ranges::copy(tau, &state.tau[1]);
  if (friction) state.x.set_viscous(arm, compiled.drives.viscous);
  if (friction && quantity.reads(Given::kTau)) subtract_friction(state.x, n, state.tau);
  if (motors) std::ranges::copy(compiled.drives.motor_inertia, &state.motor_inertia[1]);
  return traced(quantity, method, arm, state, recording, inputs);
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
  m.def(
      "trace_arm", &trace_arm, py::arg("arm"), py::arg("quantity"), py::arg("method"),
      py::kw_only(), py::arg("at_rest") = std::vector<std::string>{},
      py::arg("parameters") = std::vector<std::string>{}, py::arg("base_motion") = false,
      py::arg("tip_wrench") = false, py::arg("payload") = false, py::arg("friction") = false,
      py::arg("motors") = false, py::arg("links") = 0,
      "Expression graph of a method of a quantity on an arm with its base and tool, in the frames "
      "of the caller. Operands named in `at_rest` are 0, parameters of the arm inputs where they "
      "are named and not 0. `links`: only the first links, without tool; 0 for all.");
}

}  // namespace equidyn
