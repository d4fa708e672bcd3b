/// @file test_own_formulation.cpp
/// A struct out of the tree is verified and counted: a mistake shows where its term begins.

#include <cstdlib>
#include <exception>
#include <iostream>
#include <vector>

#include "../../cpp/examples/mine.hpp"
#include "equidyn/interface/count.hpp"
#include "equidyn/interface/verify.hpp"
#include "random_arm.hpp"

namespace equidyn::test {
namespace {

using Right = mine::NewtonEulerOfCraig;

/// Forgets to hand the velocities of the joints on.
struct WithoutVelocities : Right {
  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    JointState<T> still = x;
    for (int i = 1; i <= arm.n; ++i) still.thd[i] = still.dd[i] = T(0);
    Right::inverse_dynamics(arm, still, base, tip, tau, work);
  }
};

/// Divides by nothing as soon as there is a wrench.
struct NotANumber : Right {
  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    Right::inverse_dynamics(arm, x, base, tip, tau, work);
    tau[1] = tau[1] + tip.f.x() * T(INFINITY);
  }
};

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::cerr << what << "\n";
  ++failures;
}

template <class F>
std::vector<bool> agreeing(const Arm<double>& arm) {
  std::vector<bool> agree;
  for (const auto& [situation, eps] : verify<F>(arm, 20, 3)) agree.push_back(eps < 500);
  return agree;
}

void test_verify(const Arm<double>& arm) {
  using Agree = std::vector<bool>;
  expect(agreeing<Right>(arm) == Agree{true, true, true, true, true}, "the right one differs");
  expect(agreeing<WithoutVelocities>(arm) == Agree{true, true, false, false, false},
         "forgotten velocities show elsewhere, or nowhere");
  expect(agreeing<NotANumber>(arm) == Agree{false, false, false, false, false},
         "what is not a number passes");
}

template <class F>
RowCount total(const Arm<double>& arm) {
  RowCount all{"total"};
  for (const RowCount& row : count_operations<F>(arm)) {
    all.multiplications += row.multiplications;
    all.additions += row.additions;
    all.trigonometric += row.trigonometric;
    all.divisions += row.divisions;
  }
  return all;
}

Arm<double> revolute_arm(int n) {
  Arm<double> arm = general_arm(n, 2);
  for (int i = 1; i <= n; ++i) arm.link[i].revolute = true;
  return arm;
}

/// Newton-Euler takes 107 multiplications and 88 additions for each link more, and the sum of joint
/// variable and offset.
void test_count() {
  const RowCount six = total<NewtonEuler>(revolute_arm(6));
  const RowCount seven = total<NewtonEuler>(revolute_arm(7));
  expect(seven.multiplications - six.multiplications == 107, "multiplications are miscounted");
  expect(seven.additions - six.additions == 88 + 1, "additions are miscounted");
  expect(six.trigonometric == 12 && six.divisions == 0, "sines and cosines are miscounted");
}

}  // namespace
}  // namespace equidyn::test

int main() try {
  using namespace equidyn::test;
  test_verify(general_arm(5, 2));
  test_count();
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return EXIT_FAILURE;
}
