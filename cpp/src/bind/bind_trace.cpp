#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <span>
#include <string>

#include "bind/bindings.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "equidyn/registry.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// What of the state is known before the arm moves, and is a constant therefore; and the viscous
/// friction of the joints, nothing where it is left out.
struct Known {
  bool full_matrices, moving_base, tip_wrench, rates, accelerations;
  std::span<const double> viscous;
};

/// Adds viscous friction to the torques of a formulation whose equations have no term for it.
void add_friction(const JointState<Traced>& x, int n, PerLink<Traced>& tau) {
  Row<Traced> row;
  row = "friction";
  for (int i = 1; i <= n; ++i) tau[i] += x.b[i] * x.qd[i];
}

std::vector<Traced> constants(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

template <class F>
py::dict trace_of(const Arm<double>& arm, const Sample<double>& state, const Known& known) {
  const Recording recording(known.full_matrices);
  Inputs inputs(recording.trace);
  const Arm<Traced> traced = traced_arm(arm);
  const std::vector<Traced> q = inputs.joints("q", state.q);
  const std::vector<Traced> qd = known.rates ? constants(state.qd) : inputs.joints("qd", state.qd);
  const std::vector<Traced> qdd =
      known.accelerations ? constants(state.qdd) : inputs.joints("qdd", state.qdd);
  const BaseMotion<Traced> base = base_motion(arm, known.moving_base, inputs);
  Wrench<Traced> tip;
  if (known.tip_wrench) tip = {inputs.vector("tip_f"), inputs.vector("tip_n")};

  JointState<Traced> x(arm.n);
  PerLink<Traced> tau(arm.n);
  typename F::template Workspace<Traced> work(traced);
  x.set(traced, q, qd, qdd);
  x.set_viscous(traced, known.viscous);
  without_lock([&] { F::inverse_dynamics(traced, x, base, tip, tau, work); });
  if (!F::info.viscous_friction) add_friction(x, arm.n, tau);

  std::vector<Traced> outputs;
  for (int i = 1; i <= arm.n; ++i) outputs.push_back(tau[i]);
  return columns(recording.trace, inputs, outputs);
}

py::object trace(const CompiledArm& arm, const std::string& formulation, const py::object& q,
                 const py::object& qd, const py::object& qdd, bool full_matrices, bool moving_base,
                 bool tip_wrench, bool rates_known, bool accelerations_known, bool friction) {
  const Operands operands(arm.n(), {{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}});
  const Sample<double> state = only_sample(operands.batch(), arm.n());
  Known known{full_matrices, moving_base, tip_wrench, rates_known, accelerations_known, {}};
  if (friction) known.viscous = arm.drives.viscous;
  py::object graph = py::none();
  for_each_formulation([&]<class F>(F) {
    if (F::info.name != formulation) return;
    const Arm<double>& own = arm.in_double.in(F::info.frames);
    const std::string reason = refusal<F>(own);
    if (!reason.empty()) throw py::value_error("formulation: " + formulation + " " + reason);
    graph = trace_of<F>(own, state, known);
  });
  return graph;
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
