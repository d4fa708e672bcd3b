/// @file formulation_evaluator.hpp
/// The evaluator of one formulation over one scalar, and its making by name. Included only where a
/// scalar of the closed list is instantiated.
#pragma once

#include <stdexcept>
#include <string>

#include "equidyn/evaluator.hpp"
#include "equidyn/formulation.hpp"
#include "equidyn/registry.hpp"

namespace equidyn {

template <class F, Scalar T>
  requires InverseDynamics<F, T>
class FormulationEvaluator final : public Evaluator<T> {
 public:
  explicit FormulationEvaluator(const Arm<T>& arm)
      : arm_(arm), state_(arm.n), tau_(arm.n), work_(arm) {}

  void evaluate(const Sample<T>& sample, std::span<T> tau) noexcept override {
    state_.set(arm_, sample.q, sample.qd, sample.qdd);
    F::inverse_dynamics(arm_, state_, at_frame_0(sample.base, arm_), at_frame_n(sample.tip, arm_),
                        tau_, work_);
    for (int i = 1; i <= arm_.n; ++i) tau[static_cast<std::size_t>(i - 1)] = tau_[i];
  }

  const typename F::template Workspace<T>& workspace() const { return work_; }

 private:
  const Arm<T>& arm_;
  JointState<T> state_;
  PerLink<T> tau_;
  typename F::template Workspace<T> work_;
};

template <Scalar T>
std::unique_ptr<Evaluator<T>> make_evaluator(std::string_view formulation,
                                             const ArmInBothFrames<T>& arm) {
  std::unique_ptr<Evaluator<T>> evaluator;
  for_each_formulation([&]<class F>(F) {
    if (F::info.name != formulation) return;
    const Arm<T>& own = arm.in(F::info.frames);
    const std::string reason = refusal<F>(own);
    if (!reason.empty())
      throw std::invalid_argument("formulation: " + std::string(formulation) + " " + reason);
    evaluator = std::make_unique<FormulationEvaluator<F, T>>(own);
  });
  return evaluator;
}

}  // namespace equidyn
