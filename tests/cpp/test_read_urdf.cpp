/// @file test_read_urdf.cpp
/// A program reads a URDF; numbers are read as Python reads them, angles as what they mean.

#include <cmath>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

#include "equidyn/formulations/newton_euler.hpp"
#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/model/arm_of.hpp"
#include "equidyn/model/read_urdf.hpp"

namespace equidyn::test {

int failures = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::cerr << "failed: " << what << "\n";
  ++failures;
}

/// A rod of 2 kg and 1 m that hangs from a wall.
std::vector<model::FlatElement> pendulum() {
  return {
      {0, "robot", "", {{"name", "pendulum"}}},
      {1, "link", "", {{"name", "wall"}}},
      {1, "link", "", {{"name", "rod"}}},
      {2, "inertial", "", {}},
      {3, "origin", "", {{"xyz", "0 0\u00a0-0.5"}}},
      {3, "mass", "", {{"value", "2"}}},
      {3,
       "inertia",
       "",
       {{"ixx", "0.1"}, {"ixy", "0"}, {"ixz", "0"}, {"iyy", "0.1"}, {"iyz", "0"}, {"izz", "0.01"}}},
      {1, "joint", "", {{"name", "hinge"}, {"type", "continuous"}}},
      {2, "origin", "", {{"rpy", "0 1.5708 0"}}},
      {2, "parent", "", {{"link", "wall"}}},
      {2, "child", "", {{"link", "rod"}}},
      {2, "axis", "", {{"xyz", "0 1 0"}}}};
}

void a_pendulum_is_read() {
  const model::Reading reading = read_urdf(pendulum());
  expect(reading.remarks == model::Names{"rounded angles replaced by exact multiples of π/4: "
                                         "1.5708 (joint 'hinge')"},
         "an angle that is rounded is told");
  const Arm<double> arm = model::arm_of<double>(reading.data);
  FormulationEvaluator<NewtonEuler, double> evaluator(arm);
  // the rod is horizontal
  std::vector<double> tau(1);
  evaluator.evaluate(Sample<double>(1), tau);
  expect(std::abs(tau[0] - 9.81) < 1e-14, "the weight of a rod acts at its centre of mass");
}

void numbers_are_those_of_schemas() {
  for (const char* word : {"", ".", "+", "1e", "e1", "1e+", "0x10", "nan", "inf", "1_0", "1e400",
                           "1.2.3", "1e1234567890", "--1", "1,5"})
    expect(!model::number_of(word), std::string("no number: ") + word);
  expect(model::number_of("+.5e1") == 5 && model::number_of("5.") == 5, "numbers without digits");
  expect(model::number_of("-1e-400") == 0 && std::signbit(model::number_of("-1e-400").value_or(1)),
         "numbers too small for any digit");
  expect(model::number_of("0e999999999") == 0 && model::number_of("5e-324") == 5e-324,
         "numbers of any exponent");
}

void angles_are_what_their_digits_mean() {
  constexpr double kQuarter = std::numbers::pi / 4;
  expect(model::meant_angle("-3.1415e0") == -4 * kQuarter, "digits may be cut");
  expect(model::meant_angle("11.0") == 14 * kQuarter, "digits are rounded upwards");
  expect(model::meant_angle("1.570") == 1.57, "a zero is a digit");
  expect(model::meant_angle("157") == 157, "a number of degrees is none");
}

}  // namespace equidyn::test

int main() {
  try {
    equidyn::test::a_pendulum_is_read();
    equidyn::test::numbers_are_those_of_schemas();
    equidyn::test::angles_are_what_their_digits_mean();
  } catch (const std::exception& error) {
    equidyn::test::expect(false, error.what());
  }
  return equidyn::test::failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
