/// @file polynomial_motion.hpp
/// A piecewise polynomial motion at one time. Products are rounded before they are added, in the
/// order of Horner's rule, so that NumPy gives the same bits; the kernels of simulations fuse them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "equidyn/kernels/control.hpp"

namespace equidyn {

/// Where positions, velocities and accelerations of n joints are written.
struct MotionOfJoints {
  double *q, *qd, *qdd;
};

/// As numpy.clip does, signs of zeros included.
inline double clamped(double x, double least, double largest) {
  const double raised = x > least ? x : least;
  return raised < largest ? raised : largest;
}

/// Polynomials of n joints over time, or over the parameter of a path.
struct Polynomials {
  kernels::PolynomialMotion<double> motion;
  int n = 0;
  const double* goal = nullptr;  ///< exact end; null: where the last piece ends, rounded

  double start() const { return motion.breaks[0]; }
  double end() const { return motion.breaks[motion.pieces]; }

  /// From start to end, else extrapolated.
  void at(double t, const MotionOfJoints& out) const {
    const auto& [breaks, coefficients, pieces, powers] = motion;
    const std::ptrdiff_t after = std::upper_bound(breaks, breaks + pieces + 1, t) - breaks;
    const std::ptrdiff_t piece = std::clamp<std::ptrdiff_t>(after - 1, 0, pieces - 1);
    const double length = breaks[piece + 1] - breaks[piece];
    // a motion of no duration rests
    const double lasts = length > 0 ? length : std::numeric_limits<double>::infinity();
    const double u = (t - breaks[piece]) / lasts;
    for (int j = 0; j < n; ++j) {
      double q = 0, qd = 0, half_qdd = 0;
      for (std::ptrdiff_t power = powers - 1; power >= 0; --power) {
        half_qdd = half_qdd * u + qd;
        qd = qd * u + q;
        q = q * u + coefficients[(power * pieces + piece) * n + j];
      }
      out.q[j] = goal != nullptr && t == end() ? goal[j] : q;
      out.qd[j] = qd / lasts;
      out.qdd[j] = 2 * half_qdd / (lasts * lasts);
    }
  }
};

/// A motion of n joints over time, along a path or by itself.
struct PolynomialMotion {
  Polynomials path;
  Polynomials law;  ///< s(t) of a motion path(s(t)), from 0 to 1; without joints: path(t)

  bool known() const { return path.n != 0; }

  /// From start to end, else extrapolated.
  void at(double t, const MotionOfJoints& out) const {
    if (law.n == 0) {
      path.at(t, out);
      return;
    }
    double s = 0, rate = 0, acceleration = 0;
    law.at(t, {&s, &rate, &acceleration});
    path.at(clamped(s, 0.0, 1.0), out);
    for (int j = 0; j < path.n; ++j) {
      const double slope = out.qd[j], curvature = out.qdd[j];
      out.qd[j] = slope * rate;
      out.qdd[j] = curvature * (rate * rate) + slope * acceleration;
    }
  }
  /// At any time: at rest before the start and after the end.
  void resting_at(double t, const MotionOfJoints& out) const {
    const Polynomials& in_time = law.n == 0 ? path : law;
    const double within = clamped(t, in_time.start(), in_time.end());
    at(within, out);
    if (t == within) return;
    std::fill_n(out.qd, path.n, 0.0);
    std::fill_n(out.qdd, path.n, 0.0);
  }
};

}  // namespace equidyn
