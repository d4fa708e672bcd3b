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
  kCoriolisCoefficients,
  kForwardKinematics,
  kLinkPoses,
  kJacobian,
  kJacobianRate,
  kPoseAndJacobian,
  kRegressor,
  kCoriolisMatrix,
  kMomentum,
  kKineticEnergy,
  kPotentialEnergy,
};

/// The operands of all quantities, by the names that they have everywhere.
enum class Given : int { kQ, kQd, kQdd, kTau, kTipWrench, kBaseW, kBaseAl, kBaseA };
constexpr std::size_t kGiven = 8;

/// The options that not every quantity takes.
using Choices = unsigned;
constexpr Choices kNoChoice = 0;
constexpr Choices kFormulation = 1;
constexpr Choices kTip = 2;   ///< the wrench
constexpr Choices kBase = 4;  ///< its motion
constexpr Choices kEnds = kTip | kBase;
constexpr Choices kFriction = 8;
constexpr Choices kMotors = 16;
constexpr Choices kColumns = 32;  ///< friction and motors too, of which the arm need have no data
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
  int stated[3];  ///< 0 if there is no further axis

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

/// A method of the Python class Arm.
struct Quantity {
  std::string_view name;
  Task task;
  int operands;                ///< the number of positional arguments
  std::array<Given, 3> given;  ///< which they are
  Shape shape;
  int results;
  Choices choices;
  Shape second = shape;  ///< of the second result

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
    Quantity{"mass_matrix", kMassMatrix, 1, {kQ}, {kJoints, kJoints}, 1, kFormulation | kSingle},
    Quantity{"coriolis_coefficients", kCoriolisCoefficients, 1, {kQ}, {kJoints, kJoints, kJoints},
             1, kFormulation},
    Quantity{"forward_dynamics", kForwardDynamics, 3, {kQ, kQd, kTau}, {kJoints}, 1,
             kFormulation | kEnds | kFriction | kMotors},
    Quantity{"inverse_dynamics_derivatives", kDerivatives, 3, {kQ, kQd, kQdd}, {kJoints, kJoints},
             2, kEnds | kFriction},
    Quantity{"forward_kinematics", kForwardKinematics, 1, {kQ}, {4, 4}, 1, kNoChoice},
    Quantity{"link_poses", kLinkPoses, 1, {kQ}, {kJoints, 4, 4}, 1, kNoChoice},
    Quantity{"jacobian", kJacobian, 1, {kQ}, {6, kJoints}, 1, kFrame},
    Quantity{"jacobian_rate", kJacobianRate, 2, {kQ, kQd}, {6, kJoints}, 1, kFrame},
    Quantity{"pose_and_jacobian", kPoseAndJacobian, 1, {kQ}, {4, 4}, 2, kFrame, {6, kJoints}},
    Quantity{"regressor", kRegressor, 3, {kQ, kQd, kQdd}, {kJoints, kParameters}, 1,
             kBase | kColumns},
    Quantity{"coriolis_matrix", kCoriolisMatrix, 2, {kQ, kQd}, {kJoints, kJoints}, 1, kNoChoice},
    Quantity{"momentum", kMomentum, 2, {kQ, kQd}, {kJoints}, 1, kNoChoice},
    Quantity{"kinetic_energy", kKineticEnergy, 2, {kQ, kQd}, {}, 1, kNoChoice},
    Quantity{"potential_energy", kPotentialEnergy, 1, {kQ}, {}, 1, kNoChoice},
};
// clang-format on

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

/// Whether a task has a kernel over numbers of T.
template <class T>
constexpr bool computes(Task task) {
  return !std::is_same_v<T, float> || quantity(task).takes(kSingle);
}

}  // namespace equidyn::kernels
