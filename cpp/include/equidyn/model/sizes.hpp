/// @file sizes.hpp
/// Lengths of an arm: between its link frames, or between its axes and bodies.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "equidyn/arm/modified_dh.hpp"
#include "equidyn/arm/reframe.hpp"
#include "equidyn/model/arm_of.hpp"

namespace equidyn::model {

/// Sum of the links, from a joint to the centre of mass of its link at most, and to the tool, m.
struct Sizes {
  double links = 0, com = 0, tool = 0;

  double sum() const { return links + com + tool; }
};

/// Between the origins of the link frames.
inline Sizes sizes_by_frames(const ArmData& data) {
  Sizes sizes;
  for (std::size_t k = 0; k < data.n(); ++k)
    sizes.links += Vector(data.a[k], data.a_y[k], data.d[k]).stableNorm();
  for (std::size_t k = 0; k < data.com.size(); k += 3)
    sizes.com = std::max(sizes.com, Vector(data.com.data() + k).stableNorm());
  sizes.tool = data.tool.p.stableNorm();
  return sizes;
}

/// Between points on the joint axes that lie near the bodies and the tool.
///
/// Frames may be anywhere along the joint axes: almost parallel axes have their common normal, and
/// with it the origins, far away from all links. The points chosen on the axes minimize the sum of
/// the squared distances. The distance between two points of a link is constant, because a revolute
/// joint moves no point of its axis.
inline Sizes sizes_by_axes(const ArmData& data) {
  const auto arm = reframed(arm_of<double>(data), Frames::kModifiedDh);
  const std::size_t n = data.n();
  const Vector zero = Vector::Zero();
  // axes; from the last point, at first the base, to the next, at last the tool; and to the body
  std::vector<Vector> along(n), between(n + 1), out(n, zero);
  std::vector<bool> carries(n);
  Frame frame;
  for (std::size_t k = 0; k < n; ++k) {
    const equidyn::Link<double>& link = arm.link[static_cast<int>(k) + 1];
    const auto turned =
        modified_dh::rotation(link, std::cos(link.theta), std::sin(link.theta)).matrix();
    const Frame next = compose(frame, Frame{turned, modified_dh::offset(link, link.d)});
    along[k] = next.R.col(2);
    between[k] = next.p - frame.p;
    carries[k] = data.has_bodies() && link.body.m > 0;
    if (carries[k]) out[k] = next.R * link.body.c;
    frame = next;
  }
  between[n] = frame.R * arm.tool.p;

  // each point moves along its axis; normal equations, of three diagonals
  Numbers diagonal(n), beside(n), moved(n);
  for (std::size_t k = 0; k < n; ++k) {
    diagonal[k] = carries[k] ? 3 : 2;
    moved[k] = product(along[k], Vector(between[k + 1] - between[k] + out[k]));
    if (k == 0) continue;
    beside[k] = -product(along[k], along[k - 1]);
    const double share = beside[k] / diagonal[k - 1];
    diagonal[k] -= share * beside[k];
    moved[k] -= share * moved[k - 1];
  }
  for (std::size_t k = n; k-- > 0;)
    moved[k] = (moved[k] - (k + 1 < n ? beside[k + 1] * moved[k + 1] : 0.0)) / diagonal[k];

  Sizes sizes;
  Vector last = zero;  // how far the last point has moved
  for (std::size_t k = 0; k < n; ++k) {
    const Vector here = moved[k] * along[k];
    sizes.links += (between[k] + here - last).norm();
    if (carries[k]) sizes.com = std::max(sizes.com, (out[k] - here).norm());
    last = here;
  }
  sizes.tool = (between[n] - last).norm();
  return sizes;
}

}  // namespace equidyn::model
