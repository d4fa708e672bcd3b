/// @file require_formulation.hpp
/// The concept of a formulation, member by member: a struct that lacks one is told which.
#pragma once

#include "equidyn/interface/formulation.hpp"

namespace equidyn {

/// Does not compile for a struct that is not a formulation over this scalar.
template <class F, Scalar T>
consteval void require_formulation() {
  static_assert(requires {
    { F::info } -> std::convertible_to<FormulationInfo>;
  }, "the formulation lacks: static constexpr FormulationInfo info{...};");
  static_assert(requires { typename F::template Workspace<T>; },
                "the formulation lacks: template <Scalar T> struct Workspace {...};");
  static_assert(std::constructible_from<typename F::template Workspace<T>, const Arm<T>&>,
                "Workspace lacks a constructor: explicit Workspace(const Arm<T>& arm)");
  constexpr bool callable =
      requires(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
               const Wrench<T>& tip, PerLink<T>& tau, typename F::template Workspace<T>& work) {
        F::inverse_dynamics(arm, x, base, tip, tau, work);
      };
  static_assert(callable,
                "the formulation lacks: template <Scalar T> static void inverse_dynamics(const "
                "Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base, const Wrench<T>& "
                "tip, PerLink<T>& tau, Workspace<T>& work) noexcept");
  static_assert(!callable || InverseDynamics<F, T>,
                "inverse_dynamics of the formulation must be noexcept");
}

}  // namespace equidyn
