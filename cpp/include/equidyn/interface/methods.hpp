/// @file methods.hpp
/// The quantities that have several methods: one line for each method, in the order of the tables
/// users see. A method computes its quantity over any scalar, in the equations of its source.
#pragma once

#include <string_view>
#include <tuple>

#include "equidyn/interface/evaluator.hpp"
#include "equidyn/interface/registry.hpp"
#include "equidyn/kernels/quantities.hpp"
#include "equidyn/reference/coriolis_coefficients/trace_form.hpp"
#include "equidyn/reference/coriolis_coefficients/unit_accelerations.hpp"
#include "equidyn/reference/forward_dynamics/articulated_bodies.hpp"
#include "equidyn/reference/forward_dynamics/boltzmann_hamel.hpp"
#include "equidyn/reference/forward_dynamics/composite_rigid_bodies.hpp"
#include "equidyn/reference/forward_dynamics/conjugate_gradients.hpp"
#include "equidyn/reference/forward_dynamics/decoupled_orthogonal_complement.hpp"
#include "equidyn/reference/forward_dynamics/divide_and_conquer.hpp"
#include "equidyn/reference/forward_dynamics/maximal_coordinates.hpp"
#include "equidyn/reference/forward_dynamics/orthogonal_complement.hpp"
#include "equidyn/reference/forward_dynamics/spatial_operators.hpp"
#include "equidyn/reference/forward_dynamics/symmetric_unit_accelerations.hpp"
#include "equidyn/reference/forward_dynamics/unit_accelerations.hpp"
#include "equidyn/reference/mass_matrix/composite_rigid_bodies.hpp"
#include "equidyn/reference/mass_matrix/decoupled_orthogonal_complement.hpp"
#include "equidyn/reference/mass_matrix/orthogonal_complement.hpp"
#include "equidyn/reference/mass_matrix/spatial_operators.hpp"
#include "equidyn/reference/mass_matrix/symmetric_unit_accelerations.hpp"
#include "equidyn/reference/mass_matrix/trace_form.hpp"
#include "equidyn/reference/mass_matrix/unit_accelerations.hpp"

namespace equidyn {

/// One state of an arm as methods read it, in the frames that they read.
template <Scalar T>
struct MethodState {
  explicit MethodState(int n) : x(n), tau(n), motor_inertia(n), of_joints(n) {}
  JointState<T> x;
  BaseMotion<T> base;             ///< of frame 0
  Wrench<T> tip;                  ///< at frame n
  PerLink<T> tau, motor_inertia;  ///< joint torques and inertia of the rotors: forward dynamics
  PerLink<T> of_joints;           ///< results of methods with one number per joint
};

/// Copies the numbers of joints 1 to n to a row of results.
template <Scalar T>
void write_joints(const PerLink<T>& numbers, int n, T* out) {
  for (int i = 1; i <= n; ++i) out[i - 1] = numbers[i];
}

struct InverseDynamicsMethods {
  static constexpr auto kTask = kernels::Task::kInverseDynamics;
  static constexpr std::string_view kDefault = DefaultFormulation::info.name;
  using List = Registry;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* tau, Workspace& work) noexcept {
    run_formulation<Method>(arm, state.x, state.base, state.tip, state.of_joints, work);
    write_joints(state.of_joints, arm.n, tau);
  }
};

struct MassMatrixMethods {
  static constexpr auto kTask = kernels::Task::kMassMatrix;
  static constexpr std::string_view kDefault = "composite_rigid_bodies";
  using List =
      std::tuple<mass_matrix::UnitAccelerations<NewtonEuler>, mass_matrix::TraceForm,
                 mass_matrix::CompositeRigidBodies, mass_matrix::OrthogonalComplement,
                 mass_matrix::SymmetricUnitAccelerations,
                 mass_matrix::DecoupledOrthogonalComplement, mass_matrix::SpatialOperators>;
  template <class F>
  using OfFormulation = mass_matrix::UnitAccelerations<F>;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* M, Workspace& work) noexcept {
    Method::mass_matrix(arm, state.x, M, work);
  }
};

struct ForwardDynamicsMethods {
  static constexpr auto kTask = kernels::Task::kForwardDynamics;
  static constexpr std::string_view kDefault = "articulated_bodies";
  using List =
      std::tuple<forward_dynamics::UnitAccelerations<NewtonEuler>,
                 forward_dynamics::CompositeRigidBodies, forward_dynamics::ArticulatedBodies,
                 forward_dynamics::OrthogonalComplement,
                 forward_dynamics::SymmetricUnitAccelerations, forward_dynamics::ConjugateGradients,
                 forward_dynamics::DecoupledOrthogonalComplement,
                 forward_dynamics::SpatialOperators, forward_dynamics::MaximalCoordinates,
                 forward_dynamics::DivideAndConquer, forward_dynamics::BoltzmannHamel>;
  template <class F>
  using OfFormulation = forward_dynamics::UnitAccelerations<F>;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* qdd, Workspace& work) noexcept {
    Method::forward_dynamics(arm, state.x, state.base, state.tip, state.tau, state.motor_inertia,
                             state.of_joints, work);
    write_joints(state.of_joints, arm.n, qdd);
  }
};

struct CoriolisCoefficientsMethods {
  static constexpr auto kTask = kernels::Task::kCoriolisCoefficients;
  static constexpr std::string_view kDefault{};  // a kernel without a formulation
  using List = std::tuple<coriolis_coefficients::UnitAccelerations<NewtonEuler>,
                          coriolis_coefficients::TraceForm>;
  template <class F>
  using OfFormulation = coriolis_coefficients::UnitAccelerations<F>;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* C, Workspace& work) noexcept {
    Method::coriolis_coefficients(arm, state.x, C, work);
  }
};

using QuantitiesWithMethods = std::tuple<InverseDynamicsMethods, MassMatrixMethods,
                                         ForwardDynamicsMethods, CoriolisCoefficientsMethods>;

/// Calls `visit` with an object of each type of a list in turn.
template <class List, class Visitor>
void for_each_in(Visitor&& visit) {
  std::apply([&](auto... object) { (visit(object), ...); }, List{});
}

/// True if formulations of inverse dynamics give further methods of a quantity.
template <class Methods>
concept TakesFormulations = requires { typename Methods::template OfFormulation<NewtonEuler>; };

/// Calls `visit` with the name and an object of each method: those of the list, then those made of
/// formulations.
template <class Methods, class Visitor>
void for_each_method(Visitor&& visit) {
  for_each_in<typename Methods::List>(
      [&]<class Method>(Method method) { visit(Method::info.name, method); });
  if constexpr (TakesFormulations<Methods>)
    for_each_formulation(
        [&]<class F>(F) { visit(F::info.name, typename Methods::template OfFormulation<F>{}); });
}

/// Calls `visit` with the method of this name. Returns whether there is one.
template <class Methods, class Visitor>
bool visit_method(std::string_view name, Visitor&& visit) {
  bool found = false;
  for_each_method<Methods>([&](std::string_view its_name, auto method) {
    if (its_name != name) return;
    found = true;
    visit(method);
  });
  return found;
}

/// The arm in the frames that a method reads. Throws std::invalid_argument where the method, called
/// by this name, refuses it.
template <class Method, Scalar T>
const Arm<T>& arm_of_method(std::string_view name, const ArmInBothFrames<T>& arms) {
  const Arm<T>& arm = arms.in(Method::info.frames);
  require_accepted(name, refusal<Method>(arm));
  return arm;
}

}  // namespace equidyn
