/// @file test_double_double.cpp
/// Sums, products, quotients, roots, sines and cosines of pairs of doubles have twice the digits of a double.

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <numbers>
#include <random>

#include "equidyn/scalar/double_double.hpp"

namespace equidyn::test {

constexpr double kRounding = 0x1p-100;

int failures = 0;
void expect(bool good, const char* what) {
  if (good) return;
  std::cerr << what << '\n';
  ++failures;
}

double size_of(const DoubleDouble& x) { return static_cast<double>(abs(x)); }

DoubleDouble random_pair(std::mt19937& draw) {
  const auto number = [&draw] { return std::ldexp(static_cast<double>(draw()), -31) - 1; };
  return DoubleDouble(number()) + DoubleDouble(std::ldexp(number(), -54));
}

void test_arithmetic(std::mt19937& draw) {
  const DoubleDouble x = random_pair(draw), y = random_pair(draw), z = random_pair(draw);
  expect(x * y == y * x && x + y == y + x, "the order of two numbers changes their product or sum");
  expect(x - x == DoubleDouble(0) && x * y - y * x == DoubleDouble(0), "a difference is not 0");
  expect(size_of((x + y) * z - (x * z + y * z)) < 8 * kRounding, "products of sums lose digits");
  expect(size_of((x + y) * (x - y) - (x * x - y * y)) < 8 * kRounding, "squares lose digits");
  // of doubles with few digits both are exact
  const double a = std::floor(std::ldexp(x.high, 26)), b = std::floor(std::ldexp(y.high, 26));
  const DoubleDouble exact = DoubleDouble(a) * DoubleDouble(b);
  expect(exact.high == a * b && exact.low == 0, "a product that a double holds is not exact");
  const DoubleDouble far = DoubleDouble(1) + DoubleDouble(std::ldexp(b, -90));
  expect(far.high == 1 && far.low == std::ldexp(b, -90), "a small addend is lost");
}

void test_quotients_and_roots(std::mt19937& draw) {
  const DoubleDouble x = random_pair(draw), y = random_pair(draw);
  expect(size_of(x / y * y - x) < 8 * kRounding * size_of(x), "a quotient loses digits");
  const DoubleDouble root = sqrt(abs(x));
  expect(size_of(root * root - abs(x)) < 8 * kRounding * size_of(x), "a root loses digits");
}

void test_order(std::mt19937& draw) {
  const DoubleDouble x = random_pair(draw), more = x + DoubleDouble(std::ldexp(x.high, -90));
  expect(x.high == more.high && (x < more) == (x.high > 0) && x != more, "digits behind the first");
  expect(!(x < x) && x <= x && abs(x) >= x, "the order of equal numbers");
}

/// Factors with halves that overflow are scaled by powers of two, which changes no digit.
void test_large_numbers(std::mt19937& draw) {
  const DoubleDouble x = random_pair(draw), y = random_pair(draw);
  const DoubleDouble product = x * y, large = std::ldexp(1, 1000) * x * y;
  expect(large.high == std::ldexp(product.high, 1000), "a large product");
  expect(std::abs(large.low - std::ldexp(product.low, 1000)) <= std::ldexp(0x1p-100, 1000),
         "the rest of a large product");
}

void test_angles(std::mt19937& draw) {
  const DoubleDouble x = DoubleDouble(7) * random_pair(draw), y = random_pair(draw);
  const DoubleDouble s = sin(x), c = cos(x);
  expect(std::abs(s.high - std::sin(x.high)) < 1e-15, "a sine is wrong");
  expect(std::abs(c.high - std::cos(x.high)) < 1e-15, "a cosine is wrong");
  expect(size_of(s * s + c * c - DoubleDouble(1)) < 8 * kRounding, "squares do not sum to 1");
  expect(size_of(sin(x + y) - (s * cos(y) + c * sin(y))) < 32 * kRounding, "a sum of angles");
  expect(size_of(cos(x - y) - (c * cos(y) + s * sin(y))) < 32 * kRounding,
         "a difference of angles");
}

void test_random_numbers(unsigned seed, int times) {
  std::mt19937 draw(seed);
  for (int k = 0; k < times; ++k) {
    test_arithmetic(draw);
    test_quotients_and_roots(draw);
    test_order(draw);
    test_large_numbers(draw);
    test_angles(draw);
  }
}

/// As of doubles: what overflows is infinite, and nothing is behind it.
void test_overflow() {
  const DoubleDouble large = std::numeric_limits<double>::max(), infinite = large * 2;
  expect(std::isinf(infinite.high) && infinite.low == 0, "a product that overflows");
  expect(infinite == large + large && -infinite < large, "a sum that overflows");
  expect(infinite + 1 == infinite && infinite * infinite == infinite, "what is infinite stays so");
  expect(1 / infinite == 0 && std::isinf((1 / DoubleDouble(0)).high),
         "quotients of what is infinite");
  expect(std::isnan((infinite - infinite).high), "a difference that is not defined");
}

/// Where pi/2 is subtracted so often that its third part counts; and where doubles have to do.
void test_large_angles() {
  const double angle = 0x1.8p39;
  const DoubleDouble s = sin(DoubleDouble(angle)), c = cos(DoubleDouble(angle));
  expect(std::abs(s.high - std::sin(angle)) < 1e-16, "the sine of a large angle");
  // of half of it, doubled
  const DoubleDouble half_s = sin(DoubleDouble(angle / 2)), half_c = cos(DoubleDouble(angle / 2));
  expect(size_of(s - 2 * half_s * half_c) < 0x1p-95, "the sine of a large angle loses digits");
  expect(size_of(c - (1 - 2 * half_s * half_s)) < 0x1p-95, "a large angle's cosine loses digits");
  expect(sin(DoubleDouble(1e300)).high == std::sin(1e300), "the sine of a huge angle");
}

}  // namespace equidyn::test

int main() {
  using namespace equidyn::test;
  test_overflow();
  test_large_angles();
  for (unsigned seed = 0; seed < 100; ++seed) test_random_numbers(seed, 20);
  // what the double nearest to pi lacks, and the first digits of what both lack
  const double pi = std::numbers::pi, rest = 0x1.1a62633145c07p-53;
  expect(std::abs(sin(equidyn::DoubleDouble(pi)).high / rest - 1) < 1e-15, "the sine of pi");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
