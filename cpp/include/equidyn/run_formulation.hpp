/// @file run_formulation.hpp
/// The definition of run_formulation: included where formulations are compiled.
#pragma once

#include "equidyn/formulation.hpp"

namespace equidyn {

template <class F, Scalar T>
[[gnu::noinline]] void run_formulation(const Arm<T>& arm, const JointState<T>& x,
                                       const BaseMotion<T>& base, const Wrench<T>& tip,
                                       PerLink<T>& tau,
                                       typename F::template Workspace<T>& work) noexcept {
  F::inverse_dynamics(arm, x, base, tip, tau, work);
}

}  // namespace equidyn
