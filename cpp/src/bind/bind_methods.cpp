// The methods of the quantities that have several (methods.hpp): their list, and their traces.
#include <pybind11/numpy.h>

#include <span>
#include <string>
#include <string_view>

#include "bind/bindings.hpp"
#include "bind/records.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/evaluate_traced.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "equidyn/methods.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

template <class Methods>
py::list records_of() {
  py::list records;
  for_each_method<Methods>([&]<class Method>(Method) { records.append(record_of(Method::info)); });
  return records;
}

py::dict methods() {
  py::dict lists;
  lists["mass_matrix"] = records_of<mass_matrix::Methods>();
  lists["forward_dynamics"] = records_of<forward_dynamics::Methods>();
  lists["coriolis_coefficients"] = records_of<coriolis_coefficients::Methods>();
  return lists;
}

/// What the operations depend on, besides the arm; viscous friction is nothing where it is left
/// out.
struct KnownOfMethod {
  bool full_matrices, moving_base, tip_wrench;
  std::span<const double> viscous;
};

/// One evaluation that is being recorded: the arm of constants, and the inputs.
struct Traceable {
  Traceable(const Arm<double>& given_arm, const Sample<double>& given, const KnownOfMethod& rules)
      : known(rules),
        numbers(given_arm),
        recording(rules.full_matrices),
        inputs(recording.trace),
        arm(traced_arm(numbers)),
        state(given),
        x(numbers.n) {}

  void set_positions() {
    const std::vector<Traced> none(state.q.size(), Traced(0));
    x.set(arm, inputs.joints("q", state.q), none, none);
  }
  void set_motion() {
    const std::vector<Traced> q = inputs.joints("q", state.q), qd = inputs.joints("qd", state.qd);
    x.set(arm, q, qd, std::vector<Traced>(q.size(), Traced(0)));
  }

  const KnownOfMethod& known;
  const Arm<double>& numbers;
  Recording recording;
  Inputs inputs;
  Arm<Traced> arm;
  const Sample<double>& state;
  JointState<Traced> x;
};

std::vector<Traced> trace_mass_matrix(const std::string& name, Traceable& it) {
  const std::size_t n = it.state.q.size();
  std::vector<Traced> M(n * n);
  it.set_positions();
  without_lock([&] { traced_mass_matrix(name, it.arm, it.x, M.data()); });
  return M;
}

std::vector<Traced> trace_coriolis_coefficients(const std::string& name, Traceable& it) {
  const std::size_t n = it.state.q.size();
  std::vector<Traced> C(n * n * n);
  it.set_positions();
  without_lock([&] { traced_coriolis_coefficients(name, it.arm, it.x, C.data()); });
  return C;
}

void take_friction(Traceable& it, PerLink<Traced>& tau) {
  const Row<Traced> row("friction");
  it.x.set_viscous(it.arm, it.known.viscous);
  for (int i = 1; i <= it.arm.n; ++i) tau[i] -= it.x.b[i] * it.x.qd[i];
}

std::vector<Traced> trace_forward_dynamics(const std::string& name, Traceable& it) {
  const int n = it.arm.n;
  it.set_motion();
  const std::vector<Traced> given = it.inputs.joints("tau", it.state.tau);
  const BaseMotion<Traced> base = base_motion(it.numbers, it.known.moving_base, it.inputs);
  Wrench<Traced> tip;
  if (it.known.tip_wrench) tip = {it.inputs.vector("tip_f"), it.inputs.vector("tip_n")};
  PerLink<Traced> tau(n), qdd(n);
  for (int i = 1; i <= n; ++i) tau[i] = given[static_cast<std::size_t>(i - 1)];
  if (!it.known.viscous.empty()) take_friction(it, tau);
  without_lock([&] { traced_forward_dynamics(name, it.arm, it.x, base, tip, tau, qdd); });
  std::vector<Traced> results;
  for (int i = 1; i <= n; ++i) results.push_back(qdd[i]);
  return results;
}

/// The arm as the method of this name reads it; null where there is none of this name.
template <class Methods>
const Arm<double>* arm_of_method(const CompiledArm& compiled, const std::string& name) {
  const Arm<double>* arm = nullptr;
  for_each_method<Methods>([&]<class Method>(Method) {
    if (Method::info.name == name) arm = &compiled.in_double.in(Method::info.frames);
  });
  return arm;
}

/// The same, or as the formulation of this name reads it, to be strobed.
template <class Methods>
const Arm<double>* arm_of_any(const CompiledArm& compiled, const std::string& name) {
  const Arm<double>* const arm = arm_of_method<Methods>(compiled, name);
  return arm == nullptr ? arm_of_formulation(compiled, name) : arm;
}

/// A quantity whose methods are traced: what arm they read, and how.
struct TracedQuantity {
  std::string_view name;
  const Arm<double>* (*arm_of)(const CompiledArm&, const std::string&);
  std::vector<Traced> (*record)(const std::string&, Traceable&);
};
constexpr TracedQuantity kQuantities[] = {
    {"mass_matrix", arm_of_any<mass_matrix::Methods>, trace_mass_matrix},
    {"coriolis_coefficients", arm_of_any<coriolis_coefficients::Methods>,
     trace_coriolis_coefficients},
    {"forward_dynamics", arm_of_method<forward_dynamics::Methods>, trace_forward_dynamics},
};

py::object trace_method(const CompiledArm& compiled, const std::string& quantity,
                        const std::string& method, const py::object& q, const py::object& qd,
                        const py::object& tau, bool full_matrices, bool moving_base,
                        bool tip_wrench, bool friction) {
  const int n = compiled.n();
  const Operands operands(n, {{Given::kQ, q}, {Given::kQd, qd}, {Given::kTau, tau}});
  const Sample<double> state = only_sample(operands.batch(), n);
  KnownOfMethod known{full_matrices, moving_base, tip_wrench, {}};
  if (friction) known.viscous = compiled.drives.viscous;
  for (const TracedQuantity& each : kQuantities) {
    if (each.name != quantity) continue;
    const Arm<double>* const arm = each.arm_of(compiled, method);
    if (arm == nullptr) break;
    Traceable it(*arm, state, known);
    const std::vector<Traced> outputs = each.record(method, it);
    return columns(it.recording.trace, it.inputs, outputs);
  }
  return py::none();
}

}  // namespace

void bind_methods(py::module_& m) {
  m.def("methods", &methods,
        "The methods of every quantity that has several, one dictionary for each, by the name of "
        "the quantity.");
  m.def("trace_method", &trace_method, py::arg("arm"), py::arg("quantity"), py::arg("method"),
        py::arg("q"), py::arg("qd"), py::arg("tau"), py::arg("full_matrices") = false,
        py::arg("moving_base") = false, py::arg("tip_wrench") = false, py::arg("friction") = false,
        "The expression graph of a method of a quantity, as `trace` has it, or of strobing a "
        "formulation for mass matrix and coefficients; None where there is none of these names. "
        "Motion of the base, wrench at the tip and viscous friction count in forward dynamics "
        "alone.");
}

}  // namespace equidyn
