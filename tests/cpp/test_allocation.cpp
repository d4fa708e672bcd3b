/// @file test_allocation.cpp
/// Once its workspace is made, an evaluation allocates nothing.

#include <cstdlib>
#include <iostream>
#include <vector>

#include "counted_new.hpp"
#include "equidyn/methods.hpp"
#include "equidyn/registry.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

/// How often one evaluation asks for memory.
int allocations_of(Evaluator<double>& evaluator, int n) {
  Sample<double> sample = random_sample<double>(n, 2);
  sample.tau = sample.qdd;
  std::vector<double> out(static_cast<std::size_t>(evaluator.outputs()));

  const int before = allocations();
  Eigen::internal::set_is_malloc_allowed(false);
  evaluator.evaluate(sample, out);
  Eigen::internal::set_is_malloc_allowed(true);
  return allocations() - before;
}

constexpr int kSizes[] = {1, 2, 6, 20};

/// The same of torques, mass matrix and coefficients by formulation F, on arms of several sizes.
template <class F>
int allocations_of() {
  int count = 0;
  for (const int n : kSizes) {
    ArmInBothFrames<double> arm(general_arm(n, 1));
    if (!refusal<F>(arm.in(F::info.frames)).empty())
      arm = ArmInBothFrames<double>(simple_arm(n, 1));
    count += allocations_of(*make_evaluator(F::info.name, arm), n);
    count += allocations_of(*make_mass_matrix_evaluator(F::info.name, arm), n);
    count += allocations_of(*make_coriolis_evaluator(F::info.name, arm), n);
  }
  return count;
}

/// The same by the methods of a quantity, whose evaluators `make` makes by name.
template <class Methods, class Make>
int allocations_of_methods(Make&& make) {
  int count = 0;
  for_each_method<Methods>([&]<class Method>(Method) {
    for (const int n : kSizes) {
      const ArmInBothFrames<double> arm(general_arm(n, 1));
      count += allocations_of(*make(Method::info.name, arm), n);
    }
  });
  return count;
}

int allocations_of_all_methods() {
  return allocations_of_methods<mass_matrix::Methods>(make_mass_matrix_evaluator<double>) +
         allocations_of_methods<forward_dynamics::Methods>(
             make_forward_dynamics_evaluator<double>) +
         allocations_of_methods<coriolis_coefficients::Methods>(make_coriolis_evaluator<double>);
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
  if (const int count = equidyn::test::allocations_of_all_methods(); count > 0) {
    std::cerr << "methods of the other quantities: " << count << " allocations\n";
    ++failures;
  }
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
