/// @file formulation.hpp
/// What every formulation of inverse dynamics is: a name, a workspace, and one function.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "equidyn/arm/arm.hpp"
#include "equidyn/arm/ends.hpp"
#include "equidyn/arm/joint_state.hpp"

namespace equidyn {

/// The growth n^exponent, as it is written.
constexpr std::string_view growth(int exponent) {
  constexpr std::array<std::string_view, 6> kWritten{"n", "n^2", "n^3", "n^4", "n^5", "n^6"};
  return kWritten.at(static_cast<std::size_t>(exponent) - 1);
}

/// The exponent of a growth that is written so.
constexpr int exponent(std::string_view written) {
  int found = 1;
  while (growth(found) != written) ++found;
  return found;
}

/// A formulation's line in the registry.
struct FormulationInfo {
  std::string_view name;          ///< as users write it
  std::string_view title;         ///< as a heading
  std::string_view reference;     ///< source, with equation numbers
  std::string_view order;         ///< growth of its cost with the number of links
  Frames frames;                  ///< the link frames that it reads
  bool viscous_friction = false;  ///< whether its own equations have a term for it
  // NOLINTNEXTLINE(readability-redundant-string-init): g++ asks for an initializer
  std::string_view restriction = "";  ///< the only arms that it takes; empty: any arm
};

/// A formulation: joint torques and forces from the state of the joints, the motion of the base and
/// the wrench at the tip, over any scalar. It reads the model, never branches on the value of a
/// scalar, allocates nothing (the workspace is made beforehand) and throws nothing.
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

/// Why a formulation refuses an arm: most take any arm, one whose source restricts it says so
/// itself in F::refusal. Empty where it does not.
template <class F, Scalar T>
std::string refusal(const Arm<T>& arm) {
  if constexpr (requires { F::refusal(arm); }) return F::refusal(arm);
  return "";
}

}  // namespace equidyn
