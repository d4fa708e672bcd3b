/// @file quantities.hpp
/// The list of quantities: operands, shapes of results and options of each, as the bindings, the
/// batch runner and the timings read them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace equidyn::kernels {

/// The kernels, one for each.
enum class Task : int {
  kInverseDynamics,
  kMassMatrix,
  kGravityTorque,
  kForwardDynamics,
  kDerivatives,
  kForwardDynamicsDerivatives,
  kInverseDynamicsJvp,
  kInverseDynamicsVjp,
  kForwardDynamicsJvp,
  kForwardDynamicsVjp,
  kCoriolisCoefficients,
  kForwardKinematics,
  kLinkPoses,
  kJacobian,
  kJacobianRate,
  kPoseAndJacobian,
  kOperationalSpaceInertia,
  kRegressor,
  kRegressorVjp,
  kBaseMotionVjp,
  kCoriolisMatrix,
  kCoriolisTorque,
  kTransposedCoriolisTorque,
  kMassMatrixRate,
  kMomentum,
  kKineticEnergy,
  kPotentialEnergy,
};

/// The operands of all quantities, by the names that they have everywhere.
enum class Given : int {
  kQ,
  kQd,
  kQdd,
  kTau,
  kV,
  kDq,
  kDqd,
  kDqdd,
  kDtau,
  kCotangent,
  kTipWrench,
  kBaseW,
  kBaseAl,
  kBaseA,
};
constexpr std::size_t kGiven = 14;

/// The most operands of a quantity, and the most of those with the options that are operands too.
constexpr std::size_t kMostOperands = 6, kMostInputs = kMostOperands + 4;

/// The options that not every quantity takes.
using Choices = unsigned;
constexpr Choices kNoChoice = 0;
constexpr Choices kFormulation = 1;
constexpr Choices kTip = 2;   ///< the wrench
constexpr Choices kBase = 4;  ///< its motion
constexpr Choices kEnds = kTip | kBase;
constexpr Choices kFriction = 8;
constexpr Choices kMotors = 16;
constexpr Choices kColumns = 32;  ///< also for friction and motors, without data of the arm
constexpr Choices kSingle = 64;   ///< dtype: float32 too
constexpr Choices kFrame = 128;   ///< in axes of the world or of the tool

/// The extent of an axis that has an entry for each joint, or for each parameter.
constexpr int kJoints = -1, kParameters = -2;

/// Inertial parameters of a link, about the origin of its frame and in its axes: m, m c_x, m c_y,
/// m c_z, I_xx, I_xy, I_yy, I_xz, I_yz, I_zz.
constexpr int kInertialParameters = 10;

/// Friction parameters of a joint: viscous, Coulomb forwards and Coulomb backwards.
constexpr int kFrictionParameters = 3;

/// The sizes on which the extents of results depend.
struct Extents {
  int joints;
  bool friction = false, motors = false;  ///< whether they have parameters of their own

  constexpr int parameters() const {
    return joints * (kInertialParameters + (friction ? kFrictionParameters : 0) + (motors ? 1 : 0));
  }
};

/// The shape of a result, after the batch axes.
struct Shape {
  int stated[3];  ///< 0 without a further axis

  constexpr int axes() const {
    int count = 0;
    for (const int extent : stated) count += extent != 0 ? 1 : 0;
    return count;
  }
  constexpr int extent(int axis, const Extents& of) const {
    if (stated[axis] == kJoints) return of.joints;
    return stated[axis] == kParameters ? of.parameters() : stated[axis];
  }
  /// The number of entries per state.
  constexpr std::ptrdiff_t numbers(const Extents& of) const {
    std::ptrdiff_t count = 1;
    for (int axis = 0; axis < axes(); ++axis) count *= extent(axis, of);
    return count;
  }
};

/// The most results of a quantity.
constexpr int kMostResults = 3;

/// A method of the Python class Arm.
struct Quantity {
  std::string_view name;
  Task task;
  int operands;                            ///< the number of positional arguments
  std::array<Given, kMostOperands> given;  ///< which they are
  Shape shape;
  int results;
  Choices choices;
  Shape second = shape;                                ///< of the second result and the third
  std::array<std::string_view, kMostResults> names{};  ///< of the results, if they have any

  constexpr bool reads(Given which) const {
    const Given* const end = given.data() + operands;
    return std::find(given.data(), end, which) != end;
  }
  constexpr bool takes(Choices choice) const { return (choices & choice) == choice; }
  constexpr const Shape& shape_of(int result) const { return result == 0 ? shape : second; }
  /// The number of entries per state of the larger of its results.
  constexpr std::ptrdiff_t numbers(const Extents& of) const {
    return results == 1 ? shape.numbers(of) : std::max(shape.numbers(of), second.numbers(of));
  }
  /// Rough cost of a state, in evaluations of one joint by the fastest kernel.
  constexpr std::ptrdiff_t work(const Extents& of) const {
    return std::max<std::ptrdiff_t>(numbers(of), of.joints);
  }
};

using enum Task;
using enum Given;
// clang-format off
constexpr std::array kQuantities{
    Quantity{"inverse_dynamics", kInverseDynamics, 3, {kQ, kQd, kQdd}, {kJoints}, 1,
             kFormulation | kEnds | kFriction | kMotors | kSingle},
    Quantity{"bias", kInverseDynamics, 2, {kQ, kQd}, {kJoints}, 1, kEnds | kFriction | kSingle},
    Quantity{"gravity_torque", kGravityTorque, 1, {kQ}, {kJoints}, 1, kSingle},
    Quantity{"mass_matrix", kMassMatrix, 1, {kQ}, {kJoints, kJoints}, 1,
             kFormulation | kMotors | kSingle},
    Quantity{"coriolis_coefficients", kCoriolisCoefficients, 1, {kQ}, {kJoints, kJoints, kJoints},
             1, kFormulation},
    Quantity{"forward_dynamics", kForwardDynamics, 3, {kQ, kQd, kTau}, {kJoints}, 1,
             kFormulation | kEnds | kFriction | kMotors},
    Quantity{"inverse_dynamics_derivatives", kDerivatives, 3, {kQ, kQd, kQdd}, {kJoints, kJoints},
             2, kEnds | kFriction},
    Quantity{"forward_dynamics_derivatives", kForwardDynamicsDerivatives, 3, {kQ, kQd, kTau},
             {kJoints, kJoints}, 3, kEnds | kFriction | kMotors, {kJoints, kJoints},
             {"dqdd_dq", "dqdd_dqd", "dqdd_dtau"}},
    Quantity{"inverse_dynamics_jvp", kInverseDynamicsJvp, 6, {kQ, kQd, kQdd, kDq, kDqd, kDqdd},
             {kJoints}, 1, kEnds | kFriction | kMotors},
    Quantity{"inverse_dynamics_vjp", kInverseDynamicsVjp, 4, {kQ, kQd, kQdd, kCotangent},
             {kJoints}, 3, kEnds | kFriction | kMotors, {kJoints}, {"by q", "by qd", "by qdd"}},
    Quantity{"forward_dynamics_jvp", kForwardDynamicsJvp, 6, {kQ, kQd, kTau, kDq, kDqd, kDtau},
             {kJoints}, 1, kEnds | kFriction | kMotors},
    Quantity{"forward_dynamics_vjp", kForwardDynamicsVjp, 4, {kQ, kQd, kTau, kCotangent},
             {kJoints}, 3, kEnds | kFriction | kMotors, {kJoints}, {"by q", "by qd", "by tau"}},
    Quantity{"forward_kinematics", kForwardKinematics, 1, {kQ}, {4, 4}, 1, kNoChoice},
    Quantity{"link_poses", kLinkPoses, 1, {kQ}, {kJoints, 4, 4}, 1, kNoChoice},
    Quantity{"jacobian", kJacobian, 1, {kQ}, {6, kJoints}, 1, kFrame},
    Quantity{"jacobian_rate", kJacobianRate, 2, {kQ, kQd}, {6, kJoints}, 1, kFrame},
    Quantity{"pose_and_jacobian", kPoseAndJacobian, 1, {kQ}, {4, 4}, 2, kFrame, {6, kJoints}},
    Quantity{"operational_space_inertia", kOperationalSpaceInertia, 1, {kQ}, {6, 6}, 1, kNoChoice},
    Quantity{"regressor", kRegressor, 3, {kQ, kQd, kQdd}, {kJoints, kParameters}, 1,
             kBase | kColumns},
    Quantity{"regressor_vjp", kRegressorVjp, 4, {kQ, kQd, kQdd, kCotangent}, {kParameters}, 1,
             kBase | kColumns},
    Quantity{"base_motion_vjp", kBaseMotionVjp, 4, {kQ, kQd, kQdd, kCotangent}, {3}, 3, kBase, {3},
             {"by w", "by al", "by a"}},
    Quantity{"coriolis_matrix", kCoriolisMatrix, 2, {kQ, kQd}, {kJoints, kJoints}, 1, kNoChoice},
    Quantity{"coriolis_torque", kCoriolisTorque, 3, {kQ, kQd, kV}, {kJoints}, 1, kNoChoice},
    Quantity{"transposed_coriolis_torque", kTransposedCoriolisTorque, 3, {kQ, kQd, kV}, {kJoints}, 1,
             kNoChoice},
    Quantity{"mass_matrix_rate", kMassMatrixRate, 2, {kQ, kQd}, {kJoints, kJoints}, 1, kNoChoice},
    Quantity{"momentum", kMomentum, 2, {kQ, kQd}, {kJoints}, 1, kNoChoice},
    Quantity{"kinetic_energy", kKineticEnergy, 2, {kQ, kQd}, {}, 1, kNoChoice},
    Quantity{"potential_energy", kPotentialEnergy, 1, {kQ}, {}, 1, kNoChoice},
};
// clang-format on

/// The formulation of the kernel of inverse dynamics (registry.hpp).
constexpr std::string_view kFormulationOfKernel = "minimal_newton_euler";

/// The quantity of this name, or null.
constexpr const Quantity* quantity(std::string_view name) {
  for (const Quantity& each : kQuantities)
    if (each.name == name) return &each;
  return nullptr;
}

/// The first quantity that a task computes.
constexpr const Quantity& quantity(Task task) {
  std::size_t k = 0;
  while (kQuantities[k].task != task) ++k;
  return kQuantities[k];
}

constexpr std::size_t kTasks = [] {
  std::size_t count = 0;
  for (const Quantity& each : kQuantities)
    if (&each == &quantity(each.task)) ++count;
  return count;
}();

/// True if a task has no result where a joint moves no mass.
constexpr bool divides_by_inertia(Task task) {
  return task == kForwardDynamics || task == kForwardDynamicsDerivatives ||
         task == kForwardDynamicsJvp || task == kForwardDynamicsVjp ||
         task == kOperationalSpaceInertia;
}

/// True if a task gives derivatives of torques or accelerations, or products with them.
constexpr bool is_derivative(Task task) {
  return (kDerivatives <= task && task <= kForwardDynamicsVjp) || task == kRegressorVjp ||
         task == kBaseMotionVjp;
}

/// True if a task has a kernel over numbers of T.
template <class T>
constexpr bool computes(Task task) {
#if defined(__wasm__)
  // not used by the page
  if (is_derivative(task)) return false;
#endif
  return !std::is_same_v<T, float> || quantity(task).takes(kSingle);
}

}  // namespace equidyn::kernels
