#include "call/evaluate_traced.hpp"

#include "call/own_formulations.hpp"
#include "equidyn/interface/reference_methods.hpp"
#include "equidyn/interface/run_formulation.hpp"

namespace equidyn {
namespace {

/// Adds viscous friction to the torques of a formulation without a term for it.
void add_friction(const JointState<Traced>& x, int n, Traced* tau) {
  const Row<Traced> row("friction");
  for (int i = 1; i <= n; ++i) tau[i - 1] += x.b[i] * x.qd[i];
}

}  // namespace

void evaluate_traced(kernels::Task quantity, std::string_view method, const Arm<Traced>& arm,
                     MethodState<Traced>& state, Traced* out) {
  if (const FormulationTable* const own = own_formulation(method)) {
    own->evaluate_traced(quantity, arm, state, out);
    if (quantity == kernels::Task::kInverseDynamics && !own->info->viscous_friction)
      add_friction(state.x, arm.n, out);
    return;
  }
  visit_method_of(quantity, method, [&]<class Methods, class Method>(Methods, Method) {
    typename Method::template Workspace<Traced> work(arm);
    Methods::template evaluate<Method>(arm, state, out, work);
    if constexpr (Methods::kTask == kernels::Task::kInverseDynamics &&
                  !Method::info.viscous_friction)
      add_friction(state.x, arm.n, out);
  });
}

}  // namespace equidyn
