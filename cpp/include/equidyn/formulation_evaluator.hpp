/// @file formulation_evaluator.hpp
/// The evaluator of one formulation over one scalar, and its making by name. Included only where a
/// scalar of the closed list is instantiated.
#pragma once

#include "equidyn/evaluator.hpp"
#include "equidyn/formulation.hpp"
#include "equidyn/formulation_by_name.hpp"

namespace equidyn {

template <class F, Scalar T>
  requires InverseDynamics<F, T>
class FormulationEvaluator final : public Evaluator<T> {
 public:
  explicit FormulationEvaluator(const Arm<T>& arm)
      : arm_(arm),
        at_rest_(at_frame_0(BaseMotion<T>{}, arm)),
        state_(arm.n),
        tau_(arm.n),
        work_(arm) {}

  int outputs() const override { return arm_.n; }
  int exponent() const override { return F::info.order; }
  bool includes_viscous_friction() const override { return F::info.viscous_friction; }

  void evaluate(const Sample<T>& sample, std::span<T> tau) noexcept override {
    state_.set(arm_, sample.q, sample.qd, sample.qdd);
    if constexpr (F::info.viscous_friction) state_.set_viscous(arm_, sample.viscous);
    const BaseMotion<T> base = sample.base ? at_frame_0(*sample.base, arm_) : at_rest_;
    const Wrench<T> tip = sample.tip ? at_frame_n(*sample.tip, arm_) : Wrench<T>{};
    F::inverse_dynamics(arm_, state_, base, tip, tau_, work_);
    for (int i = 1; i <= arm_.n; ++i) tau[static_cast<std::size_t>(i - 1)] = tau_[i];
  }

  /// Of the last sample, and what was computed of it.
  const JointState<T>& state() const { return state_; }
  const typename F::template Workspace<T>& workspace() const { return work_; }

 private:
  const Arm<T>& arm_;
  BaseMotion<T> at_rest_;
  JointState<T> state_;
  PerLink<T> tau_;
  typename F::template Workspace<T> work_;
};

template <Scalar T>
std::unique_ptr<Evaluator<T>> make_evaluator(std::string_view formulation,
                                             const ArmInBothFrames<T>& arm) {
  std::unique_ptr<Evaluator<T>> evaluator;
  with_formulation(formulation, arm, [&]<class F>(F) {
    evaluator = std::make_unique<FormulationEvaluator<F, T>>(arm.in(F::info.frames));
  });
  return evaluator;
}

}  // namespace equidyn
