/// @file test_interruption.cpp
/// Evaluations that are slow for long arms poll for interruption, and stop.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string_view>
#include <vector>

#include "equidyn/interface/methods.hpp"
#include "patience.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

constexpr int kLinks = 12;

/// How often an evaluation asks somebody who answers so many questions with a yes.
int questions_of(Evaluator<double>& evaluator, int patience) {
  Sample<double> sample = random_sample<double>(kLinks, 2);
  sample.tau = sample.qdd;
  std::vector<double> out(static_cast<std::size_t>(evaluator.outputs()));
  const Patience watch(patience);
  evaluator.evaluate(sample, out);
  return watch.asked();
}

/// Error of an evaluation in polling, if any.
std::string_view complaint_about(Evaluator<double>& evaluator) {
  if (evaluator.exponent() == 1) return {};
  const int questions = questions_of(evaluator, std::numeric_limits<int>::max());
  // in between there is no more to do than n^2, and some constant
  const double least = std::max(1.0 * kLinks, std::pow(kLinks, evaluator.exponent() - 2) / 2);
  if (questions < least) return "asks too seldom";
  // each step of it asks for itself, and nothing asks twice
  constexpr int kSteps = 8;
  for (const int patience : {0, questions / 2, questions - 2})
    if (questions_of(evaluator, patience) > patience + kSteps) return "goes on";
  return {};
}

class Complaints {
 public:
  void examine(std::string_view quantity, std::string_view name, Evaluator<double>& evaluator) {
    const std::string_view complaint = complaint_about(evaluator);
    if (complaint.empty()) return;
    std::cerr << quantity << " by " << name << " " << complaint << "\n";
    ++count_;
  }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

/// By every method of a quantity, on an arm that it takes.
template <class Methods>
void examine_methods(Complaints& complaints) {
  const std::string_view quantity = kernels::quantity(Methods::kTask).name;
  const ArmInBothFrames<double> general(general_arm(kLinks, 1)), simple(simple_arm(kLinks, 1));
  for_each_method<Methods>([&]<class Method>(std::string_view name, Method) {
    const bool taken = refusal<Method>(general.in(Method::info.frames)).empty();
    const auto& arm = taken ? general : simple;
    complaints.examine(quantity, name, *make_evaluator(Methods::kTask, name, arm));
  });
}

}  // namespace equidyn::test

int main() {
  using namespace equidyn;
  test::Complaints complaints;
  for_each_in<QuantitiesWithMethods>(
      [&]<class Methods>(Methods) { test::examine_methods<Methods>(complaints); });
  return complaints.count() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
