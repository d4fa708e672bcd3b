/// @file test_allocation.cpp
/// Once its workspace is made, a formulation allocates nothing.

// makes Eigen assert where it takes memory that operator new does not see
#define EIGEN_RUNTIME_NO_MALLOC

#include <cstdlib>
#include <iostream>
#include <vector>

#include "counted_new.hpp"
#include "equidyn/formulation_evaluator.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

/// How often one evaluation of formulation F asks for memory.
template <class F>
int allocations_of(int n) {
  const ArmInBothFrames<double> arm(random_arm<double>(n, 1));
  FormulationEvaluator<F, double> evaluator(arm.in(F::info.frames));
  const Sample<double> sample = random_sample<double>(n, 2);
  std::vector<double> tau(static_cast<std::size_t>(n));

  const int before = allocations();
  Eigen::internal::set_is_malloc_allowed(false);
  evaluator.evaluate(sample, tau);
  Eigen::internal::set_is_malloc_allowed(true);
  return allocations() - before;
}

}  // namespace equidyn::test

int main() {
  int failures = 0;
  equidyn::for_each_formulation([&]<class F>(F) {
    for (const int n : {1, 2, 6, 40}) {
      const int count = equidyn::test::allocations_of<F>(n);
      if (count == 0) continue;
      std::cerr << F::info.name << ": " << count << " allocations at n = " << n << '\n';
      ++failures;
    }
  });
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
