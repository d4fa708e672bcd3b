/// @file random_arm.hpp
/// Arms and samples, the same for the same seed whatever the scalar is.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/interface/evaluator.hpp"

namespace equidyn::test {

/// Numbers between -1 and 1, drawn in double and handed out as T.
template <Scalar T>
class Numbers {
 public:
  explicit Numbers(unsigned seed) : generator_(seed) {}
  T next() { return T(uniform_(generator_)); }
  Vec3<T> vector() {
    const T x = next(), y = next(), z = next();
    return {x, y, z};
  }
  std::vector<T> list(int n) {
    std::vector<T> values(static_cast<std::size_t>(n));
    for (T& value : values) value = next();
    return values;
  }

 private:
  std::mt19937 generator_;
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

/// An arm of n links in general position: every other joint prismatic, the first one too, full
/// inertia tensors, tilted gravity, a tool off the last frame.
inline Arm<double> general_arm(int n, unsigned seed) {
  Numbers<double> numbers(seed);
  Arm<double> arm(Frames::kStandardDh, n);
  for (int i = 1; i <= n; ++i) {
    Link<double>& link = arm.link[i];
    link.revolute = i % 2 == 0;
    link.a = numbers.next();
    link.a_y = numbers.next();
    link.d = numbers.next();
    link.theta = numbers.next();
    set_twist(link, numbers.next());
    const Vec3<double> spread = numbers.vector();
    link.body = {2.0 + numbers.next(), numbers.vector(),
                 Mat3<double>::Identity() + spread * spread.transpose()};
  }
  arm.gravity = numbers.vector();
  arm.tool.p = numbers.vector();
  return arm;
}

/// An arm that every formulation takes: revolute joints, and the inertial data of straight rods.
inline Arm<double> simple_arm(int n, unsigned seed) {
  Arm<double> arm = general_arm(n, seed);
  for (int i = 1; i <= n; ++i) {
    Link<double>& link = arm.link[i];
    link.revolute = true;
    link.body.c = -0.5 * standard_dh::offset(link, link.d);
    link.body.I = Mat3<double>::Identity();
  }
  return arm;
}

/// A state of its joints, with a moving base and a wrench at the tip.
template <Scalar T>
Sample<T> random_sample(int n, unsigned seed) {
  Numbers<T> numbers(seed);
  Sample<T> sample(n);
  sample.q = numbers.list(n);
  sample.qd = numbers.list(n);
  sample.qdd = numbers.list(n);
  sample.base = {numbers.vector(), numbers.vector(), numbers.vector()};
  sample.tip = {numbers.vector(), numbers.vector()};
  return sample;
}

}  // namespace equidyn::test
