/// @file test_allocation.cpp
/// Once its workspace is made, an evaluation allocates nothing.

#include <cstdlib>
#include <iostream>
#include <vector>

#include "counted_new.hpp"
#include "equidyn/interface/reference_methods.hpp"
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

/// The same by all methods of a quantity, on arms of several sizes that they take. Says which ask.
template <class Methods>
int allocations_of_methods() {
  int count = 0;
  for_each_method<Methods>([&]<class Method>(std::string_view name, Method) {
    int of_method = 0;
    for (const int n : kSizes) {
      ArmInBothFrames<double> arm(general_arm(n, 1));
      if (!refusal<Method>(arm.in(Method::info.frames)).empty())
        arm = ArmInBothFrames<double>(simple_arm(n, 1));
      of_method += allocations_of(*make_evaluator(Methods::kTask, name, arm), n);
    }
    if (of_method > 0) std::cerr << name << ": " << of_method << " allocations\n";
    count += of_method;
  });
  return count;
}

}  // namespace equidyn::test

int main() {
  using namespace equidyn;
  int count = 0;
  for_each_in<QuantitiesWithMethods>(
      [&]<class Methods>(Methods) { count += test::allocations_of_methods<Methods>(); });
  for_each_in<References>(
      [&]<class Methods>(Methods) { count += test::allocations_of_methods<Methods>(); });
  return count == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
