#include "call/evaluate_traced.hpp"

#include "equidyn/derivatives/inverse_dynamics_derivatives.hpp"
#include "equidyn/kinematics/tool_kinematics.hpp"
#include "equidyn/methods.hpp"
#include "equidyn/registry.hpp"

namespace equidyn {
namespace {

/// Calls `evaluate` with the method of this name, among several, and a workspace. Says whether
/// there is one.
template <class Methods, class Evaluate>
bool by_method(std::string_view name, const Arm<Traced>& arm, Evaluate&& evaluate) {
  bool found = false;
  for_each_method<Methods>([&]<class Method>(Method method) {
    if (Method::info.name != name) return;
    typename Method::template Workspace<Traced> work(arm);
    evaluate(method, work);
    found = true;
  });
  return found;
}

/// The same among the formulations, each as `Strobed` makes a method of it.
template <template <class> class Strobed, class Evaluate>
bool by_strobing(std::string_view name, const Arm<Traced>& arm, Evaluate&& evaluate) {
  bool found = false;
  for_each_formulation([&]<class F>(F) {
    if (F::info.name != name) return;
    typename Strobed<F>::template Workspace<Traced> work(arm);
    evaluate(Strobed<F>{}, work);
    found = true;
  });
  return found;
}

/// To the torques of a formulation whose equations have no term for it.
void add_friction(const JointState<Traced>& x, int n, PerLink<Traced>& tau) {
  const Row<Traced> row("friction");
  for (int i = 1; i <= n; ++i) tau[i] += x.b[i] * x.qd[i];
}

ToolKinematics::Workspace<Traced> posed(const Arm<Traced>& arm, const JointState<Traced>& x) {
  ToolKinematics::Workspace<Traced> work(arm);
  ToolKinematics::poses(arm, x, work);
  return work;
}

}  // namespace

bool traced_inverse_dynamics(std::string_view formulation, const Arm<Traced>& arm,
                             const JointState<Traced>& x, const BaseMotion<Traced>& base,
                             const Wrench<Traced>& tip, PerLink<Traced>& tau) {
  return by_method<Registry>(formulation, arm, [&]<class F>(F, auto& work) {
    F::inverse_dynamics(arm, x, base, tip, tau, work);
    if constexpr (!F::info.viscous_friction) add_friction(x, arm.n, tau);
  });
}

bool traced_forward_dynamics(std::string_view method, const Arm<Traced>& arm,
                             const JointState<Traced>& x, const BaseMotion<Traced>& base,
                             const Wrench<Traced>& tip, const PerLink<Traced>& tau,
                             PerLink<Traced>& qdd) {
  const PerLink<Traced> no_motors(arm.n);
  const auto evaluate = [&]<class Method>(Method, auto& work) {
    Method::forward_dynamics(arm, x, base, tip, tau, no_motors, qdd, work);
  };
  return by_method<forward_dynamics::Methods>(method, arm, evaluate);
}

bool traced_mass_matrix(std::string_view name, const Arm<Traced>& arm, const JointState<Traced>& x,
                        Traced* M) {
  const auto evaluate = [&]<class Method>(Method, auto& work) {
    Method::mass_matrix(arm, x, M, work);
  };
  return by_method<mass_matrix::Methods>(name, arm, evaluate) ||
         by_strobing<mass_matrix::Strobed>(name, arm, evaluate);
}

bool traced_coriolis_coefficients(std::string_view name, const Arm<Traced>& arm,
                                  const JointState<Traced>& x, Traced* C) {
  const auto evaluate = [&]<class Method>(Method, auto& work) {
    Method::coriolis_coefficients(arm, x, C, work);
  };
  return by_method<coriolis_coefficients::Methods>(name, arm, evaluate) ||
         by_strobing<coriolis_coefficients::Strobed>(name, arm, evaluate);
}

void traced_derivatives(const Arm<Traced>& arm, const JointState<Traced>& x,
                        const BaseMotion<Traced>& base, Traced* by_q, Traced* by_qd) {
  InverseDynamicsDerivatives::Workspace<Traced> work(arm);
  InverseDynamicsDerivatives::derivatives(arm, x, base, Wrench<Traced>{}, by_q, by_qd, work);
}

Pose<Traced> traced_tool_pose(const Arm<Traced>& arm, const JointState<Traced>& x) {
  const ToolKinematics::Workspace<Traced> work = posed(arm, x);
  return {work.R[arm.n + 1], work.p[arm.n + 1]};
}

void traced_jacobian(const Arm<Traced>& arm, const JointState<Traced>& x, Traced* J) {
  ToolKinematics::jacobian(arm, posed(arm, x), J);
}

void traced_jacobian_rate(const Arm<Traced>& arm, const JointState<Traced>& x, Traced* Jd) {
  ToolKinematics::Workspace<Traced> work = posed(arm, x);
  ToolKinematics::jacobian_rate(arm, x, work, Jd);
}

}  // namespace equidyn
