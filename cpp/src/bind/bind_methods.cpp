// The methods of the quantities that have several (methods.hpp): their list, and their traces.
#include <pybind11/numpy.h>

#include <span>
#include <string>

#include "bind/bindings.hpp"
#include "bind/records.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "equidyn/methods.hpp"
#include "equidyn/registry.hpp"

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
  Traceable(const Arm<double>& numbers, const Sample<double>& given, const KnownOfMethod& rules)
      : known(rules),
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
  Recording recording;
  Inputs inputs;
  Arm<Traced> arm;
  const Sample<double>& state;
  JointState<Traced> x;
};

struct MassMatrixTrace {
  using Methods = mass_matrix::Methods;
  template <class F>
  using Strobed = mass_matrix::Strobed<F>;
  template <class Method>
  static std::vector<Traced> record(const Arm<double>&, Traceable& it) {
    typename Method::template Workspace<Traced> work(it.arm);
    std::vector<Traced> M(it.state.q.size() * it.state.q.size());
    it.set_positions();
    without_lock([&] { Method::mass_matrix(it.arm, it.x, M.data(), work); });
    return M;
  }
};

struct CoriolisTrace {
  using Methods = coriolis_coefficients::Methods;
  template <class F>
  using Strobed = coriolis_coefficients::Strobed<F>;
  template <class Method>
  static std::vector<Traced> record(const Arm<double>&, Traceable& it) {
    typename Method::template Workspace<Traced> work(it.arm);
    const std::size_t n = it.state.q.size();
    std::vector<Traced> C(n * n * n);
    it.set_positions();
    without_lock([&] { Method::coriolis_coefficients(it.arm, it.x, C.data(), work); });
    return C;
  }
};

struct ForwardDynamicsTrace {
  using Methods = forward_dynamics::Methods;
  template <class Method>
  static std::vector<Traced> record(const Arm<double>& arm, Traceable& it) {
    typename Method::template Workspace<Traced> work(it.arm);
    it.set_motion();
    const std::vector<Traced> given = it.inputs.joints("tau", it.state.tau);
    const BaseMotion<Traced> base = base_motion(arm, it.known.moving_base, it.inputs);
    Wrench<Traced> tip;
    if (it.known.tip_wrench) tip = {it.inputs.vector("tip_f"), it.inputs.vector("tip_n")};
    PerLink<Traced> tau(arm.n), no_motors(arm.n), qdd(arm.n);
    for (int i = 1; i <= arm.n; ++i) tau[i] = given[static_cast<std::size_t>(i - 1)];
    if (!it.known.viscous.empty()) take_friction(it, tau);
    without_lock(
        [&] { Method::forward_dynamics(it.arm, it.x, base, tip, tau, no_motors, qdd, work); });
    std::vector<Traced> results;
    for (int i = 1; i <= arm.n; ++i) results.push_back(qdd[i]);
    return results;
  }

  static void take_friction(Traceable& it, PerLink<Traced>& tau) {
    Row<Traced> row;
    row = "friction";
    it.x.set_viscous(it.arm, it.known.viscous);
    for (int i = 1; i <= it.arm.n; ++i) tau[i] -= it.x.b[i] * it.x.qd[i];
  }
};

template <class Quantity, class Method>
py::dict graph_of(const Arm<double>& arm, const Sample<double>& state, const KnownOfMethod& known) {
  Traceable it(arm, state, known);
  const std::vector<Traced> outputs = Quantity::template record<Method>(arm, it);
  return columns(it.recording.trace, it.inputs, outputs);
}

/// The graph of the method of this name; None where there is none.
template <class Quantity>
py::object trace_by(const CompiledArm& arm, const std::string& method, const Sample<double>& state,
                    const KnownOfMethod& known) {
  py::object graph = py::none();
  for_each_method<typename Quantity::Methods>([&]<class Method>(Method) {
    if (Method::info.name == method)
      graph = graph_of<Quantity, Method>(arm.in_double.in(Method::info.frames), state, known);
  });
  return graph;
}

/// The graph of strobing the formulation of this name; None where there is none.
template <class Quantity>
py::object trace_strobed(const CompiledArm& arm, const std::string& formulation,
                         const Sample<double>& state, const KnownOfMethod& known) {
  py::object graph = py::none();
  for_each_formulation([&]<class F>(F) {
    if (F::info.name != formulation) return;
    const Arm<double>& own = arm.in_double.in(F::info.frames);
    const std::string reason = refusal<F>(own);
    if (!reason.empty()) throw py::value_error("formulation: " + formulation + " " + reason);
    graph = graph_of<Quantity, typename Quantity::template Strobed<F>>(own, state, known);
  });
  return graph;
}

template <class Quantity>
py::object trace_by_any(const CompiledArm& arm, const std::string& name,
                        const Sample<double>& state, const KnownOfMethod& known) {
  const py::object graph = trace_by<Quantity>(arm, name, state, known);
  return graph.is_none() ? trace_strobed<Quantity>(arm, name, state, known) : graph;
}

py::object trace_method(const CompiledArm& arm, const std::string& quantity,
                        const std::string& method, const py::object& q, const py::object& qd,
                        const py::object& tau, bool full_matrices, bool moving_base,
                        bool tip_wrench, bool friction) {
  const Operands operands(arm.n(), {{Given::kQ, q}, {Given::kQd, qd}, {Given::kTau, tau}});
  const Sample<double> state = only_sample(operands.batch(), arm.n());
  KnownOfMethod known{full_matrices, moving_base, tip_wrench, {}};
  if (friction) known.viscous = arm.drives.viscous;
  if (quantity == "mass_matrix") return trace_by_any<MassMatrixTrace>(arm, method, state, known);
  if (quantity == "forward_dynamics")
    return trace_by<ForwardDynamicsTrace>(arm, method, state, known);
  if (quantity == "coriolis_coefficients")
    return trace_by_any<CoriolisTrace>(arm, method, state, known);
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
