// The methods of the quantities that have several (methods.hpp): their list, and their traces.
#include <pybind11/numpy.h>

#include <string>

#include "bind/bindings.hpp"
#include "bind/records.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
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

/// One evaluation that is being recorded: the arm of constants, and the inputs.
struct Traceable {
  Traceable(const Arm<double>& numbers, const Sample<double>& given, bool full_matrices)
      : recording(full_matrices),
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

  Recording recording;
  Inputs inputs;
  Arm<Traced> arm;
  const Sample<double>& state;
  JointState<Traced> x;
};

struct MassMatrixTrace {
  using Methods = mass_matrix::Methods;
  template <class Method>
  static std::vector<Traced> record(const Arm<double>&, Traceable& it) {
    typename Method::template Workspace<Traced> work(it.arm);
    std::vector<Traced> M(it.state.q.size() * it.state.q.size());
    it.set_positions();
    Method::mass_matrix(it.arm, it.x, M.data(), work);
    return M;
  }
};

struct CoriolisTrace {
  using Methods = coriolis_coefficients::Methods;
  template <class Method>
  static std::vector<Traced> record(const Arm<double>&, Traceable& it) {
    typename Method::template Workspace<Traced> work(it.arm);
    const std::size_t n = it.state.q.size();
    std::vector<Traced> C(n * n * n);
    it.set_positions();
    Method::coriolis_coefficients(it.arm, it.x, C.data(), work);
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
    PerLink<Traced> tau(arm.n), no_motors(arm.n), qdd(arm.n);
    for (int i = 1; i <= arm.n; ++i) tau[i] = given[static_cast<std::size_t>(i - 1)];
    Method::forward_dynamics(it.arm, it.x, base_motion(arm, false, it.inputs), Wrench<Traced>{},
                             tau, no_motors, qdd, work);
    std::vector<Traced> results;
    for (int i = 1; i <= arm.n; ++i) results.push_back(qdd[i]);
    return results;
  }
};

/// The graph of the method of this name; None where there is none.
template <class Quantity>
py::object trace_by(const CompiledArm& arm, const std::string& method, const Sample<double>& state,
                    bool full_matrices) {
  py::object graph = py::none();
  for_each_method<typename Quantity::Methods>([&]<class Method>(Method) {
    if (Method::info.name != method) return;
    const Arm<double>& own = arm.in_double.in(Method::info.frames);
    Traceable it(own, state, full_matrices);
    const std::vector<Traced> outputs = Quantity::template record<Method>(own, it);
    graph = columns(it.recording.trace, it.inputs, outputs);
  });
  return graph;
}

py::object trace_method(const CompiledArm& arm, const std::string& quantity,
                        const std::string& method, const py::object& q, const py::object& qd,
                        const py::object& tau, bool full_matrices) {
  const Operands operands(arm.n(), {{Given::kQ, q}, {Given::kQd, qd}, {Given::kTau, tau}});
  const Sample<double> state = only_sample(operands.batch(), arm.n());
  if (quantity == "mass_matrix")
    return trace_by<MassMatrixTrace>(arm, method, state, full_matrices);
  if (quantity == "forward_dynamics")
    return trace_by<ForwardDynamicsTrace>(arm, method, state, full_matrices);
  if (quantity == "coriolis_coefficients")
    return trace_by<CoriolisTrace>(arm, method, state, full_matrices);
  return py::none();
}

}  // namespace

void bind_methods(py::module_& m) {
  m.def("methods", &methods,
        "The methods of every quantity that has several, one dictionary for each, by the name of "
        "the quantity.");
  m.def("trace_method", &trace_method, py::arg("arm"), py::arg("quantity"), py::arg("method"),
        py::arg("q"), py::arg("qd"), py::arg("tau"), py::arg("full_matrices") = false,
        "The expression graph of a method of a quantity, as `trace` has it; None where there is "
        "none of these names. The base is at rest, and nothing acts at the tip.");
}

}  // namespace equidyn
