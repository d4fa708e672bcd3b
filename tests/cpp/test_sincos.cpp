// Sine and cosine of joint angles: within 2 ulp, and in lanes the bits of a number.
#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "equidyn/lanes/pack.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace {

using equidyn::DoubleDouble, equidyn::Pack, equidyn::set_cosine_and_sine;

/// The error of a number, in units of its last place.
double error_in_ulp(double found, const DoubleDouble& exact) {
  const auto nearest = static_cast<double>(exact);
  const double ulp = std::nextafter(std::abs(nearest), 2.0) - std::abs(nearest);
  return static_cast<double>(abs(found - exact)) / ulp;
}

double largest_error(double range, int count, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> angles(-range, range);
  double largest = 0;
  for (int k = 0; k < count; ++k) {
    const double x = angles(generator);
    double c = 0, s = 0;
    set_cosine_and_sine(x, c, s);
    largest = std::max(
        {largest, error_in_ulp(c, cos(DoubleDouble(x))), error_in_ulp(s, sin(DoubleDouble(x)))});
  }
  return largest;
}

template <int kLanes>
void expect_lanes_as_alone() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double angles[] = {0.0,   -0.0,      1.5707963267948966, 3e4,          1e5,    -1e5, 1.1e5,
                           1e300, kInfinity, -kInfinity,         std::nan(""), 5e-324, -2.5, 7.0,
                           1e-9,  -4.0};
  for (const double first : angles)
    for (const double second : angles) {
      Pack<kLanes> x(first), c, s;
      x.v[kLanes - 1] = second;
      set_cosine_and_sine(x, c, s);
      for (int lane = 0; lane < kLanes; ++lane) {
        double cosine = 0, sine = 0;
        set_cosine_and_sine(x.v[lane], cosine, sine);
        assert(std::bit_cast<long long>(cosine) == std::bit_cast<long long>(double(c.v[lane])));
        assert(std::bit_cast<long long>(sine) == std::bit_cast<long long>(double(s.v[lane])));
      }
    }
}

}  // namespace

int main() {
  for (const double range : {0.8, 4.0, 1e3, 1e5}) {
    const double error = largest_error(range, 200'000, 1);
    std::printf("up to %g rad: %.2f ulp\n", range, error);
    assert(error < 2);
  }
  expect_lanes_as_alone<2>();
  expect_lanes_as_alone<4>();
  expect_lanes_as_alone<8>();
}
