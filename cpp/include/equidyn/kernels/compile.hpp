/// @file compile.hpp
/// Compiles an arm for the production kernels: regroups moments of mass, recognises right angles
/// and zero shifts.
#pragma once

#include <algorithm>
#include <concepts>
#include <vector>

#include "equidyn/arm/drives.hpp"
#include "equidyn/arm/ends.hpp"
#include "equidyn/arm/inertial_moments.hpp"
#include "equidyn/kernels/least_pivots.hpp"
#include "equidyn/kernels/model.hpp"
#include "equidyn/math/sincos.hpp"

namespace equidyn::kernels {

/// The last link of an arm in standard DH, with frames at the far ends of links; else null.
template <class T>
const Link<T>* at_far_end(const Arm<T>& arm) {
  return arm.frames == Frames::kStandardDh ? &arm.link[arm.n] : nullptr;
}

/// The zeros and ones of a link that are recognised in its data.
struct LinkStructure {
  Twist twist;
  bool reversed;  ///< the twist is -90 degrees
  Across across;
  bool shifts_z;

  /// What both have.
  LinkStructure common(const LinkStructure& other) const {
    return {.twist = twist == other.twist ? twist : Twist::kGeneral,
            .reversed = reversed && other.reversed,
            .across = std::max(across, other.across),
            .shifts_z = shifts_z || other.shifts_z};
  }
};

/// Those of the links of an arm in modified DH, and of `last`, if it is not null. Zeros and ones are
/// recognised in scalars that can be compared: others recognise them themselves.
template <class T>
std::vector<LinkStructure> structure_of(const Arm<T>& arm, const Link<T>* last) {
  const auto of = [](const Link<T>& link) -> LinkStructure {
    if constexpr (std::equality_comparable<T>) {
      LinkStructure found{Twist::kGeneral, link.cos_twist == 0 && link.sin_twist == -1,
                          Across::kAlongXAndY, link.d != 0};
      if (link.sin_twist == 0 && link.cos_twist == 1) found.twist = Twist::kNone;
      if (link.cos_twist == 0 && link.sin_twist == 1) found.twist = Twist::kQuarter;
      if (link.a_y == 0) found.across = link.a != 0 ? Across::kAlongX : Across::kNone;
      return found;
    }
    return {Twist::kGeneral, false, Across::kAlongXAndY, true};
  };
  std::vector<LinkStructure> links;
  for (int i = 1; i <= arm.n; ++i) links.push_back(of(arm.link[i]));
  if (last != nullptr) links.push_back(of(*last));
  return links;
}

/// A model over C, computed over T from an arm in modified DH, and the owner of all that it points
/// to. `last` is the last link of an arm that was given in standard DH; `structure` is that of the
/// arm, or what it has in common with others.
template <class C>
class CompiledModel {
 public:
  template <class T>
  explicit CompiledModel(const Arm<T>& arm, const Drives& drives = {},
                         const Link<T>* last = nullptr)
      : CompiledModel(arm, drives, last, structure_of(arm, last)) {}

  /// `drives` are of one arm, or of all that are in the lanes of C.
  template <class T, class DrivesOfArms>
  CompiledModel(const Arm<T>& arm, const DrivesOfArms& drives, const Link<T>* last,
                const std::vector<LinkStructure>& structure) {
    const PerLink<Moments<T>> body = regrouped_moments(arm, Regroup::kMassMoments);
    Turning before = Turning::kStill;
    links_.reserve(structure.size());
    sign_.reserve(structure.size()), offset_.reserve(structure.size());
    for (int i = 1; i <= arm.n; ++i) {
      const auto k = static_cast<std::size_t>(i - 1);
      links_.push_back(compiled(arm.link[i], structure[k], body[i], before));
      sign_.push_back(C(0));
      // frame i, between two joints, is rotated if the twist after it is -90 degrees
      if (i > 1 && structure[k].reversed) turn_before(links_.back(), sign_.back());
      if (i < arm.n && structure[k + 1].reversed) turn_after(links_.back(), sign_.back());
      offset_.push_back(C(arm.link[i].revolute ? arm.link[i].theta : arm.link[i].d));
      before = turning_after(before, links_.back().kind);
    }
    for (std::size_t i = 0; i + 1 < links_.size(); ++i) {
      links_[i].across_ahead = links_[i + 1].across;
      links_[i].length_ahead = links_[i + 1].length;
      links_[i].a_y_ahead = links_[i + 1].a_y;
    }
    if (last != nullptr)
      links_.push_back(
          compiled(*last, structure.back(), {T(0), Vec3<T>::Zero(), Mat3<T>::Zero()}, before));

    if constexpr (std::totally_ordered<T>) set_least_pivots(arm, links_);

    viscous_ = of_joints(drives.viscous, arm.n);
    forwards_ = of_joints(drives.forwards, arm.n);
    backwards_ = of_joints(drives.backwards, arm.n);
    motor_inertia_ = of_joints(drives.motor_inertia, arm.n);
    more_forwards_ = {drives.more_forwards.begin(), drives.more_forwards.end()};
    more_backwards_ = {drives.more_backwards.begin(), drives.more_backwards.end()};
    per_stribeck_ = {drives.per_stribeck.begin(), drives.per_stribeck.end()};

    const Pose<T> world_from_frame0 = compose(arm.base, arm.mount);
    T mass(0);
    for (int i = 1; i <= arm.n; ++i) mass += arm.link[i].body.m;
    const Link<T>& first = arm.link[1];
    const Vec3<T> a = at_frame_0(BaseMotion<T>{}, arm).a;
    const Vec3<T> turned(a.x(), first.cos_twist * a.y() + first.sin_twist * a.z(),
                         first.cos_twist * a.z() - first.sin_twist * a.y());
    model_ = {
        .chain = {arm.n, links_.data(), vector(turned)},
        .offset = offset_.data(),
        .sign = sign_.data(),
        .base_from_frame0 = placement<T>(arm.mount.R.transpose(), arm.mount.p),
        .gravity = vector<T>(arm.base.R.transpose() * arm.gravity),
        .world_from_frame0 = placement<T>(world_from_frame0.R, world_from_frame0.p),
        .potential_energy_offset =
            C(T(a.dot(body[0].S) - mass * arm.gravity.dot(world_from_frame0.p))),
        .far_end = last != nullptr ? &links_.back() : nullptr,
        .tool = placement<T>(arm.tool.R, arm.tool.p),
        .drives = {viscous_.data(), forwards_.data(), backwards_.data(), motor_inertia_.data(),
                   data_or_null(more_forwards_), data_or_null(more_backwards_),
                   data_or_null(per_stribeck_)},
    };
  }
  CompiledModel(CompiledModel&&) = default;  // vectors keep their memory
  CompiledModel(const CompiledModel&) = delete;

  const Model<C>& model() const { return model_; }
  /// The links of the model, whose least pivots are zero in scalars that cannot be compared.
  std::vector<LinkConstants<C>>& links() { return links_; }

 private:
  template <class T>
  static LinkConstants<C> compiled(const Link<T>& link, const LinkStructure& structure,
                                   const Moments<T>& body, Turning before) {
    const auto& [M, S, K] = body;
    T cosine(1), sine(0);
    if (!link.revolute) set_cosine_and_sine(link.theta, cosine, sine);
    return {
        .kind = {structure.twist, link.revolute, before},
        .turned = false,
        .across = structure.across,
        .across_ahead = Across::kNone,
        .shifts_z = structure.shifts_z,
        .S = vector<T>(S),
        .K = {C(K(0, 0)), C(K(1, 1)), C(K(2, 2)), C(K(0, 1)), C(K(1, 2)), C(K(2, 0))},
        .d = C(link.d),
        .length = C(link.a),
        .length_ahead = C(0),
        .least_pivot = C(0),
        .least_pivot_per_square = C(0),
        .cos_twist = C(link.cos_twist),
        .sin_twist = C(link.sin_twist),
        .a_y = C(link.a_y),
        .a_y_ahead = C(0),
        .cos_theta = C(cosine),
        .sin_theta = C(sine),
        .M = C(M),
    };
  }

  static void turn_before(LinkConstants<C>& link, C& sign) {
    link.kind.twist = Twist::kQuarter;
    link.sin_twist = C(1);
    link.length = -link.length;
    link.a_y = -link.a_y;
    turn_joint(link, sign);
  }

  static void turn_after(LinkConstants<C>& link, C& sign) {
    link.turned = true;
    for (C* moment : {&link.S.x, &link.S.y, &link.K.yz, &link.K.zx}) *moment = -*moment;
    turn_joint(link, sign);
  }

  /// Rotates the joint angle by 180 degrees; two such rotations cancel.
  static void turn_joint(LinkConstants<C>& link, C& sign) {
    sign = -sign;
    link.cos_theta = -link.cos_theta;
    link.sin_theta = -link.sin_theta;
  }

  /// The structure of the rotation of a link, from that of the link before.
  static Turning turning_after(Turning before, const Kind& kind) {
    if (before == Turning::kStill) return kind.revolute ? Turning::kAxial : Turning::kStill;
    if (before == Turning::kAxial && kind.twist == Twist::kNone) return Turning::kAxial;
    return Turning::kAny;
  }

  /// Zeros if none are given.
  template <class Given>
  static std::vector<C> of_joints(const std::vector<Given>& given, int n) {
    if (given.empty()) return std::vector<C>(static_cast<std::size_t>(n), C(0));
    return {given.begin(), given.end()};
  }

  static const C* data_or_null(const std::vector<C>& numbers) {
    return numbers.empty() ? nullptr : numbers.data();
  }

  template <class T>
  static Vector<C> vector(const Vec3<T>& v) {
    return {C(v.x()), C(v.y()), C(v.z())};
  }
  template <class T>
  static Placement<C> placement(const Mat3<T>& R, const Vec3<T>& p) {
    return {{vector<T>(R.row(0)), vector<T>(R.row(1)), vector<T>(R.row(2))}, vector<T>(p)};
  }

  std::vector<LinkConstants<C>> links_;
  std::vector<C> offset_, sign_, viscous_, forwards_, backwards_, motor_inertia_;
  std::vector<C> more_forwards_, more_backwards_, per_stribeck_;
  Model<C> model_;
};

}  // namespace equidyn::kernels
