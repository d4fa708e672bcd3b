/// @file unit_motions.hpp
/// Runs of a formulation of inverse dynamics on unit motions ("strobing"), without gravity and tip
/// wrench, which yield the coefficients of the equation of motion.
#pragma once

#include <string>
#include <string_view>

#include "equidyn/interface/formulation.hpp"

namespace equidyn {

/// The common part of the methods that run formulation F.
template <class F>
struct UnitMotions {
  /// Description of a method of n^exponent runs.
  static constexpr FormulationInfo info_of(std::string_view title, int exponent) {
    FormulationInfo info = F::info;
    info.name = "unit_accelerations";
    info.title = title;
    info.reference = "Turney, Mudge & Lee 1980, end of section 3";
    info.order.exponent += exponent;
    info.viscous_friction = false;
    info.restriction = "";
    return info;
  }

  template <Scalar T>
  static std::string refusal(const Arm<T>& arm) {
    return equidyn::refusal<F>(arm);
  }

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : state(arm.n), tau(arm.n), formulation(arm) {}

    /// Sets the torques of the state.
    void run(const Arm<T>& arm) {
      run_formulation<F>(arm, state, BaseMotion<T>{}, Wrench<T>{}, tau, formulation);
    }

    JointState<T> state;
    PerLink<T> tau;
    typename F::template Workspace<T> formulation;
  };
};

}  // namespace equidyn
