/// @file link_frames.hpp
/// Link frames, in modified DH with a_y, for joints of any pose and axis.
///
/// Frame i has its z axis on joint i and its x axis on the common normal to joint i+1, so that it is
/// not known before that joint is. Until then there is a provisional frame i, with the z axis on
/// joint i and the origin where the normal from joint i-1 meets it; the final one follows from it by
/// a rotation theta_i about z and a translation d_i along z, and then the next provisional one by a
/// rotation alpha_i about x and a translation a_i along x.
///
/// Where the normal is not unique, the free parameters are zero: d_i where axes are parallel,
/// theta_i too where they coincide. Of the two directions of x the one within a right angle of the
/// last is taken. The origin of the first frame is the point of the first axis nearest to the
/// world's origin.
///
/// Where axes are almost parallel, their common normal is far away, and numbers of its distance
/// would cost the digits of all results. There the origin of the next provisional frame is that of
/// the joint, and a_y leads to it; d_i leads to the foot of its perpendicular.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "equidyn/model/exact.hpp"

namespace equidyn::model {

/// A joint of a chain.
struct PlacedJoint {
  Frame placement;  ///< in the frame of the joint before, at joint position 0
  Vector axis;      ///< unit vector along the joint, in its frame
  bool prismatic;   ///< its axis has a direction, but no location
};

/// The frames of a chain.
struct LinkFrames {
  std::vector<double> a, a_y, alpha, d, theta;
  Frame base;                ///< of frame 0 in the world
  Frame tool;                ///< of the tool in frame n
  std::vector<Frame> links;  ///< of the frame in which the chain gives link i, in frame i
  double reach = 0;          ///< length of the chain, m
};

/// Axes that differ by less (rad) count as parallel: right angles in files have this many digits.
inline constexpr double kParallel = 1e-11;

/// Axes are almost parallel below this sine of their angle: the common normal of others is so near
/// that no more than three digits are lost to it.
inline constexpr double kAlmostParallel = 0.03;

/// Angles this close to multiples of pi/4, and lengths this close to zero, are rounded.
inline constexpr double kRounding = 1e-14;

/// The step between two joint axes: Rz(theta) Tz(d) Tx(a) Ty(a_y) Rx(alpha).
struct Step {
  double theta = 0, d = 0, alpha = 0, a = 0, a_y = 0;

  Frame along_z() const {
    const auto [c, s] = exact_cosine_and_sine(theta);
    Frame pose;
    pose.R << c, -s, 0, s, c, 0, 0, 0, 1;
    pose.p = {0, 0, d};
    return pose;
  }
  Frame along_x() const {
    const auto [c, s] = exact_cosine_and_sine(alpha);
    return {rotation_x(c, s), {a, a_y, 0}};
  }
};

/// Steps from the z axis of a frame to lines.
class Stepper {
 public:
  /// With `on_normals` all origins are on common normals, however far these are.
  Stepper(double reach, bool on_normals) : reach_(reach), on_normals_(on_normals) {}

  /// To the line through p along the unit vector u.
  Step to(const Vector& u, const Vector& p) const {
    const double sine = std::hypot(u.x(), u.y());
    if (sine < kParallel) return to_parallel(u, p);
    const auto [theta, side] = within_a_right_angle(rounded_angle(std::atan2(u.x(), -u.y())));
    const auto [c, s] = exact_cosine_and_sine(theta);
    Step step{.theta = theta, .alpha = rounded_angle(std::atan2(side * sine, u.z()))};
    step.a = rounded_length(p.x() * c + p.y() * s);
    // along y the line must come back to the plane of z and x
    const double y = p.y() * c - p.x() * s;
    const double t = -y / (u.y() * c - u.x() * s);
    const bool far = sine < kAlmostParallel && std::abs(t) > reach_;
    if (far && !on_normals_) {
      step.d = rounded_length(p.z());
      step.a_y = rounded_length(y);
    } else {
      step.d = rounded_length(p.z() + t * u.z());
    }
    return step;
  }

 private:
  static constexpr double kPi = std::numbers::pi;

  Step to_parallel(const Vector& u, const Vector& p) const {
    const double distance = std::hypot(p.x(), p.y());
    const double direction = distance > kRounding * reach_ ? std::atan2(p.y(), p.x()) : 0.0;
    const auto [theta, side] = within_a_right_angle(rounded_angle(direction));
    return {.theta = theta, .alpha = u.z() > 0 ? 0.0 : kPi, .a = side * rounded_length(distance)};
  }

  /// The angle of an undirected line within a right angle, and its sense, 1 or -1.
  static std::array<double, 2> within_a_right_angle(double theta) {
    if (std::abs(theta) <= kPi / 2) return {theta, 1.0};
    return {theta - std::copysign(kPi, theta), -1.0};
  }

  /// An angle as a multiple of pi/4 if it is one up to rounding.
  static double rounded_angle(double angle) {
    const double nearest = std::nearbyint(angle / (kPi / 4)) * (kPi / 4) + 0.0;  // no -0
    return std::abs(angle - nearest) < kRounding ? nearest : angle;
  }
  double rounded_length(double length) const {
    return std::abs(length) < kRounding * reach_ ? 0.0 : length;
  }

  double reach_;
  bool on_normals_;
};

/// A frame on the first axis, through a point of it, nearest to the world frame; that itself on its
/// z axis.
inline Frame first_frame(const Vector& axis, const Vector& point) {
  const auto unit = [](const Vector& v) -> Vector { return v / length(v); };
  Vector z = unit(axis);
  if (std::hypot(z.x(), z.y()) < kParallel) z = {0, 0, z.z() < 0 ? -1.0 : 1.0};
  // the coordinate axis least parallel to it, x on a tie
  int least = 0;
  const auto size = [&z](int k) { return std::nearbyint(std::abs(z(k)) * 1e9); };
  for (int k = 1; k < 3; ++k)
    if (size(k) < size(least)) least = k;
  const Vector x = unit(Vector::Unit(least) - z(least) * z);
  Frame pose;
  pose.R << x, z.cross(x), z;
  pose.p = point - product(point, z) * z;
  return pose;
}

/// The frames of a chain of one joint or more, with the tool in the frame of the last joint.
inline LinkFrames link_frames(const std::vector<PlacedJoint>& joints, const Frame& tool,
                              bool on_normals = false) {
  const auto size = [](const Vector& v) { return std::hypot(v.x(), v.y(), v.z()); };
  // the axis of a prismatic joint is put where the normal vanishes
  const auto point = [](const PlacedJoint& joint, const Frame& pose) -> Vector {
    return joint.prismatic ? Vector::Zero() : pose.p;
  };
  LinkFrames frames;
  for (const PlacedJoint& joint : joints) frames.reach += size(joint.placement.p);
  frames.reach += size(tool.p);

  const PlacedJoint& first = joints.front();
  frames.base = first_frame(product(first.placement.R, first.axis), point(first, first.placement));
  // the joint's own frame, seen from the provisional frame
  Frame seen = product(inverse(frames.base), first.placement);
  const Stepper stepper(frames.reach, on_normals);
  const auto append_far_end = [&frames](const Step& step) {
    frames.a.push_back(step.a);
    frames.a_y.push_back(step.a_y);
    frames.alpha.push_back(step.alpha);
  };
  const auto append_turn = [&frames](const Step& step, const Frame& link) {
    frames.theta.push_back(step.theta);
    frames.d.push_back(step.d);
    frames.links.push_back(link);
  };
  append_far_end({});
  for (std::size_t k = 1; k < joints.size(); ++k) {
    const Frame following = product(seen, joints[k].placement);
    const Step step = stepper.to(product(following.R, joints[k].axis), point(joints[k], following));
    append_far_end(step);
    append_turn(step, product(inverse(step.along_z()), seen));
    seen = product(inverse(product(step.along_z(), step.along_x())), following);
  }
  append_turn({}, seen);
  frames.tool = product(seen, tool);
  return frames;
}

}  // namespace equidyn::model
