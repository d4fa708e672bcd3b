/// @file method_evaluator.hpp
/// The evaluator of one method of a quantity over one scalar.
#pragma once

#include "equidyn/interface/evaluator.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/methods.hpp"

namespace equidyn {

template <class Methods, class Method, Scalar T>
class MethodEvaluator final : public Evaluator<T> {
 public:
  explicit MethodEvaluator(const Arm<T>& arm)
      : arm_(arm), at_rest_(at_frame_0(BaseMotion<T>{}, arm)), state_(arm.n), work_(arm) {}

  int outputs() const override { return outputs_; }
  int exponent() const override { return Method::info.order; }
  bool includes_viscous_friction() const override { return Method::info.viscous_friction; }

  void evaluate(const Sample<T>& sample, std::span<T> out) noexcept override {
    state_.x.set(arm_, sample.q, sample.qd, sample.qdd);
    if constexpr (Method::info.viscous_friction) state_.x.set_viscous(arm_, sample.viscous);
    if constexpr (kQuantity.takes(kernels::kBase))
      state_.base = sample.base ? at_frame_0(*sample.base, arm_) : at_rest_;
    if constexpr (kQuantity.takes(kernels::kTip))
      state_.tip = sample.tip ? at_frame_n(*sample.tip, arm_) : Wrench<T>{};
    for (std::size_t k = 0; k < sample.tau.size(); ++k) {
      const int i = static_cast<int>(k) + 1;
      state_.tau[i] = sample.tau[k];
      state_.motor_inertia[i] = sample.motors.empty() ? T(0) : T(sample.motors[k]);
    }
    Methods::template evaluate<Method>(arm_, state_, out.data(), work_);
  }

  /// The last sample, and its intermediate results.
  const JointState<T>& state() const { return state_.x; }
  const typename Method::template Workspace<T>& workspace() const { return work_; }

 private:
  static constexpr const kernels::Quantity& kQuantity = kernels::quantity(Methods::kTask);

  const Arm<T>& arm_;
  int outputs_ = static_cast<int>(kQuantity.results * kQuantity.shape.numbers({arm_.n}));
  BaseMotion<T> at_rest_;
  MethodState<T> state_;
  typename Method::template Workspace<T> work_;
};

template <class F, Scalar T>
  requires InverseDynamics<F, T>
using FormulationEvaluator = MethodEvaluator<InverseDynamicsMethods, F, T>;

}  // namespace equidyn
