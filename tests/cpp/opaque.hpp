/// @file opaque.hpp
/// A number to calculate with, and nothing else: it cannot be compared and does not turn back into
/// a double. What compiles over it compiles over operation counters, expression graphs and lanes.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace equidyn::test {

class Opaque {
 public:
  Opaque() = default;
  explicit Opaque(double value) : value_(value) {}

  Opaque operator-() const { return Opaque(-value_); }
  friend Opaque operator+(Opaque x, Opaque y) { return Opaque(x.value_ + y.value_); }
  friend Opaque operator-(Opaque x, Opaque y) { return Opaque(x.value_ - y.value_); }
  friend Opaque operator*(Opaque x, Opaque y) { return Opaque(x.value_ * y.value_); }
  Opaque& operator+=(Opaque x) { return *this = *this + x; }
  Opaque& operator-=(Opaque x) { return *this = *this - x; }
  Opaque& operator*=(Opaque x) { return *this = *this * x; }
  friend Opaque cos(Opaque x) { return Opaque(std::cos(x.value_)); }
  friend Opaque sin(Opaque x) { return Opaque(std::sin(x.value_)); }

  /// For the test alone: the number inside.
  friend double reveal(Opaque x) { return x.value_; }

 private:
  double value_ = 0.0;
};

}  // namespace equidyn::test

template <>
struct Eigen::NumTraits<equidyn::test::Opaque> : Eigen::GenericNumTraits<equidyn::test::Opaque> {};
