/// @file make_evaluator.hpp
/// The making of evaluators by name. Included only where a scalar of the closed list is
/// instantiated.
#pragma once

#include "equidyn/interface/method_evaluator.hpp"
#include "equidyn/interface/reference_methods.hpp"

namespace equidyn {

template <Scalar T>
std::unique_ptr<Evaluator<T>> make_evaluator(kernels::Task quantity, std::string_view method,
                                             const ArmInBothFrames<T>& arm) {
  std::unique_ptr<Evaluator<T>> evaluator;
  visit_method_of(quantity, method, [&]<class Methods, class Method>(Methods, Method) {
    evaluator =
        std::make_unique<MethodEvaluator<Methods, Method, T>>(arm_of_method<Method>(method, arm));
  });
  return evaluator;
}

template <Scalar T>
std::unique_ptr<Evaluator<T>> make_evaluator(std::string_view formulation,
                                             const ArmInBothFrames<T>& arm) {
  std::unique_ptr<Evaluator<T>> evaluator;
  visit_method<InverseDynamicsMethods>(formulation, [&]<class F>(F) {
    evaluator = std::make_unique<FormulationEvaluator<F, T>>(arm_of_method<F>(formulation, arm));
  });
  return evaluator;
}

}  // namespace equidyn
