/// @file method_evaluators.hpp
/// The evaluators of the methods of mass matrix, forward dynamics and Coriolis coefficients over
/// one scalar, and their making by name. Included only where a scalar of the closed list is
/// instantiated.
#pragma once

#include "equidyn/formulation_evaluator.hpp"
#include "equidyn/methods.hpp"

namespace equidyn {

/// Of a quantity that depends on the positions of the joints alone.
template <class Method, Scalar T>
class CoefficientsEvaluator : public Evaluator<T> {
 public:
  explicit CoefficientsEvaluator(const Arm<T>& arm) : arm_(arm), state_(arm.n), work_(arm) {}
  int exponent() const override { return Method::info.order; }

 protected:
  const JointState<T>& state_at(const Sample<T>& sample) noexcept {
    state_.set(arm_, sample.q, sample.qd, sample.qdd);
    return state_;
  }
  const Arm<T>& arm_;
  JointState<T> state_;
  typename Method::template Workspace<T> work_;
};

template <class Method, Scalar T>
class MassMatrixEvaluator final : public CoefficientsEvaluator<Method, T> {
 public:
  using CoefficientsEvaluator<Method, T>::CoefficientsEvaluator;
  int outputs() const override { return this->arm_.n * this->arm_.n; }
  void evaluate(const Sample<T>& sample, std::span<T> M) noexcept override {
    Method::mass_matrix(this->arm_, this->state_at(sample), M.data(), this->work_);
  }
};

template <class Method, Scalar T>
class CoriolisEvaluator final : public CoefficientsEvaluator<Method, T> {
 public:
  using CoefficientsEvaluator<Method, T>::CoefficientsEvaluator;
  int outputs() const override { return this->arm_.n * this->arm_.n * this->arm_.n; }
  void evaluate(const Sample<T>& sample, std::span<T> C) noexcept override {
    Method::coriolis_coefficients(this->arm_, this->state_at(sample), C.data(), this->work_);
  }
};

template <class Method, Scalar T>
class ForwardDynamicsEvaluator final : public Evaluator<T> {
 public:
  explicit ForwardDynamicsEvaluator(const Arm<T>& arm)
      : arm_(arm), state_(arm.n), tau_(arm.n), motor_inertia_(arm.n), qdd_(arm.n), work_(arm) {}

  int outputs() const override { return arm_.n; }
  int exponent() const override { return Method::info.order; }

  void evaluate(const Sample<T>& sample, std::span<T> qdd) noexcept override {
    state_.set(arm_, sample.q, sample.qd, sample.qdd);
    const BaseMotion<T> base = at_frame_0(sample.base.value_or(BaseMotion<T>{}), arm_);
    const Wrench<T> tip = at_frame_n(sample.tip.value_or(Wrench<T>{}), arm_);
    for (int i = 1; i <= arm_.n; ++i) {
      const auto k = static_cast<std::size_t>(i - 1);
      tau_[i] = sample.tau[k];
      motor_inertia_[i] = sample.motors.empty() ? T(0) : T(sample.motors[k]);
    }
    Method::forward_dynamics(arm_, state_, base, tip, tau_, motor_inertia_, qdd_, work_);
    for (int i = 1; i <= arm_.n; ++i) qdd[static_cast<std::size_t>(i - 1)] = qdd_[i];
  }

 private:
  const Arm<T>& arm_;
  JointState<T> state_;
  PerLink<T> tau_, motor_inertia_, qdd_;
  typename Method::template Workspace<T> work_;
};

/// The evaluator of the method of this name; null where there is none.
template <template <class, class> class MethodEvaluator, class Methods, Scalar T>
std::unique_ptr<Evaluator<T>> evaluator_among(std::string_view name,
                                              const ArmInBothFrames<T>& arm) {
  std::unique_ptr<Evaluator<T>> evaluator;
  for_each_method<Methods>([&]<class Method>(Method) {
    if (Method::info.name == name)
      evaluator = std::make_unique<MethodEvaluator<Method, T>>(arm.in(Method::info.frames));
  });
  return evaluator;
}

template <Scalar T>
std::unique_ptr<Evaluator<T>> make_mass_matrix_evaluator(std::string_view method,
                                                         const ArmInBothFrames<T>& arm) {
  auto evaluator = evaluator_among<MassMatrixEvaluator, mass_matrix::Methods, T>(method, arm);
  with_formulation(method, arm, [&]<class F>(F) {
    evaluator =
        std::make_unique<MassMatrixEvaluator<mass_matrix::Strobed<F>, T>>(arm.in(F::info.frames));
  });
  return evaluator;
}

template <Scalar T>
std::unique_ptr<Evaluator<T>> make_coriolis_evaluator(std::string_view method,
                                                      const ArmInBothFrames<T>& arm) {
  auto evaluator =
      evaluator_among<CoriolisEvaluator, coriolis_coefficients::Methods, T>(method, arm);
  with_formulation(method, arm, [&]<class F>(F) {
    evaluator = std::make_unique<CoriolisEvaluator<coriolis_coefficients::Strobed<F>, T>>(
        arm.in(F::info.frames));
  });
  return evaluator;
}

template <Scalar T>
std::unique_ptr<Evaluator<T>> make_forward_dynamics_evaluator(std::string_view method,
                                                              const ArmInBothFrames<T>& arm) {
  return evaluator_among<ForwardDynamicsEvaluator, forward_dynamics::Methods, T>(method, arm);
}

}  // namespace equidyn
