/// @file run_formulation.hpp
/// The definition of run_formulation: included where formulations are compiled.
#pragma once

#include "equidyn/interface/formulation.hpp"
#include "equidyn/lanes/pack.hpp"

namespace equidyn {

/// Numbers that a processor computes with; other scalars are asked for their digits, or once.
template <class T>
inline constexpr bool kIsFast = false;
template <>
inline constexpr bool kIsFast<double> = true;
template <int kLanes>
inline constexpr bool kIsFast<Pack<kLanes>> = true;

/// With all that it calls inlined.
template <class F, Scalar T>
[[gnu::flatten]] void run_flat(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau,
                               typename F::template Workspace<T>& work) noexcept {
  F::inverse_dynamics(arm, x, base, tip, tau, work);
}

template <class F, Scalar T>
[[gnu::noinline]] PerLink<T>& run_formulation(const Arm<T>& arm, const JointState<T>& x,
                                              const BaseMotion<T>& base, const Wrench<T>& tip,
                                              PerLink<T>& tau,
                                              typename F::template Workspace<T>& work) noexcept {
  if constexpr (kIsFast<T>)
    run_flat<F>(arm, x, base, tip, tau, work);
  else
    F::inverse_dynamics(arm, x, base, tip, tau, work);
  return tau;
}

}  // namespace equidyn
