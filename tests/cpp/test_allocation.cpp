/// @file test_allocation.cpp
/// Once its workspace is made, an evaluation allocates nothing.

#include <cstdlib>
#include <iostream>
#include <vector>

#include "counted_new.hpp"
#include "equidyn/registry.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

/// How often one evaluation asks for memory.
int allocations_of(Evaluator<double>& evaluator, int n) {
  const Sample<double> sample = random_sample<double>(n, 2);
  std::vector<double> out(static_cast<std::size_t>(evaluator.outputs()));

  const int before = allocations();
  Eigen::internal::set_is_malloc_allowed(false);
  evaluator.evaluate(sample, out);
  Eigen::internal::set_is_malloc_allowed(true);
  return allocations() - before;
}

/// The same of the torques and of the mass matrix by formulation F, on arms of several sizes.
template <class F>
int allocations_of() {
  int count = 0;
  for (const int n : {1, 2, 6, 20}) {
    ArmInBothFrames<double> arm(general_arm(n, 1));
    if (!refusal<F>(arm.in(F::info.frames)).empty())
      arm = ArmInBothFrames<double>(simple_arm(n, 1));
    count += allocations_of(*make_evaluator(F::info.name, arm), n);
    count += allocations_of(*make_mass_matrix_evaluator(F::info.name, arm), n);
    count += allocations_of(*make_mass_matrix_evaluator("", arm), n);
  }
  return count;
}

}  // namespace equidyn::test

int main() {
  int failures = 0;
  equidyn::for_each_formulation([&]<class F>(F) {
    const int count = equidyn::test::allocations_of<F>();
    if (count == 0) return;
    std::cerr << F::info.name << ": " << count << " allocations\n";
    ++failures;
  });
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
