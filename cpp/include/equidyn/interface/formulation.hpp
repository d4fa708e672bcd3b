/// @file formulation.hpp
/// The concept of a formulation of inverse dynamics: its facts, a workspace, and one function.
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>

#include "equidyn/arm/arm.hpp"
#include "equidyn/arm/ends.hpp"
#include "equidyn/arm/joint_state.hpp"

namespace equidyn {

/// The principle that a formulation starts from.
enum class Family { kNewtonEuler, kLagrange, kOther };

/// The quantity by which a formulation describes the inertia of a link, and its point of reference.
enum class Inertia {
  kTensorAboutCentre,        ///< I about the centre of mass
  kTensorAboutFrame,         ///< I about the origin of the link's frame
  kMomentsAboutFrame,        ///< integral of d d^t dm about that origin
  kMomentsAboutFrameBefore,  ///< the same about the origin of the frame before
  kMomentsRegrouped,         ///< moments about the frame, partly moved to the link before
};

/// The origin of the positions in a formulation's equations.
enum class Positions { kFromFrameToFrame, kFromBase };

/// The order of a formulation's cost in the number of links n: an exponent, "n", "n^2", ..., or
/// "n log n", of which the exponent is 1.
struct Order {
  // NOLINTBEGIN(google-explicit-constructor)
  constexpr Order() = default;
  constexpr Order(std::same_as<int> auto power) : exponent(power) {}
  consteval Order(const char* power)
      : exponent(power[1] == '^' ? power[2] - '0' : 1), logarithm(power[1] == ' ') {}
  constexpr operator int() const { return exponent; }
  // NOLINTEND(google-explicit-constructor)
  int exponent = 0;
  bool logarithm = false;  ///< times log n
};

/// A formulation's line in the registry.
struct FormulationInfo {
  std::string_view name;       ///< as users write it
  std::string_view title;      ///< as a heading
  std::string_view reference;  ///< source, with equation numbers
  Order order;                 ///< of its cost
  Frames frames;               ///< the link frames that it reads
  Family family;
  Inertia inertia;
  Positions positions = Positions::kFromFrameToFrame;
  bool viscous_friction = false;  ///< whether its own equations have a term for it
  // NOLINTNEXTLINE(readability-redundant-string-init): g++ asks for an initializer
  std::string_view restriction = "";  ///< the only arms that it takes; empty: any arm
};

/// A formulation: joint torques and forces from the state of the joints, the motion of the base and
/// the wrench at the tip, over any scalar. It reads the model, never branches on the value of a
/// scalar, allocates nothing (the workspace is made in advance) and throws nothing.
template <class F, class T>
concept InverseDynamics =
    Scalar<T> &&
    requires(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
             const Wrench<T>& tip, PerLink<T>& tau, typename F::template Workspace<T>& work) {
      { F::info } -> std::convertible_to<FormulationInfo>;
      typename F::template Workspace<T>;
      requires std::constructible_from<typename F::template Workspace<T>, const Arm<T>&>;
      { F::inverse_dynamics(arm, x, base, tip, tau, work) } noexcept;
    };

/// Runs formulation F, and returns tau. Declared alone, so that each is compiled once for each scalar and not for each
/// method that runs it: run_formulation.hpp has the definition.
template <class F, Scalar T>
PerLink<T>& run_formulation(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                            const Wrench<T>& tip, PerLink<T>& tau,
                            typename F::template Workspace<T>& work) noexcept;

/// Reason why a formulation refuses an arm: most take any arm, one with a restricted source says so
/// itself in F::refusal. Empty where it does not.
template <class F, Scalar T>
std::string refusal(const Arm<T>& arm) {
  if constexpr (requires { F::refusal(arm); }) return F::refusal(arm);
  return "";
}

/// Throws std::invalid_argument where the formulation of this name has a reason to refuse an arm.
inline void require_accepted(std::string_view name, const std::string& reason) {
  if (!reason.empty())
    throw std::invalid_argument("formulation: " + std::string(name) + " " + reason);
}

}  // namespace equidyn
