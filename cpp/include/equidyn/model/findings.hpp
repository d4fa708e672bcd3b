/// @file findings.hpp
/// Suspect data of an arm. They occur in published arms, so they are told and not refused.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "equidyn/model/body.hpp"
#include "equidyn/model/robot.hpp"
#include "equidyn/model/sizes.hpp"

namespace equidyn::model {

/// Beyond these, degrees or millimetres are more likely; joints with two turns exist.
inline constexpr double kLargestAngle = 2 * std::numbers::pi;
inline constexpr double kLargestTurn = 4 * std::numbers::pi;
inline constexpr double kLargestLength = 10.0;

/// One suspect datum of one link, or of its joint.
struct Finding {
  std::size_t link;  ///< from 1
  std::string_view what;
  bool severe;  ///< torques do not determine the accelerations
  std::string message;
};

/// The joints, from 1, that move no inertia, as those beyond are held or yield
/// (call/singular_joint_at.hpp).
struct SingularJoints {
  std::vector<int> held, yielding;
};

/// The findings on the checked data of one arm.
class Findings {
 public:
  explicit Findings(const ArmData& data) : data_(data), sizes_(sizes_of(data)) {}

  /// All of them, link by link.
  std::vector<Finding> on(const SingularJoints& singular) && {
    if (data_.has_bodies()) {
      find_broken_triangle_inequalities();
      find_zero_masses();
      find_unloaded_joints(singular);
    }
    find_driving_friction("coulomb", data_.coulomb);
    find_driving_friction("breakaway", data_.breakaway);
    // wrong units or reference points: degrees, mm, grams, kg mm², tensors about origins
    find_large_angles();
    find_cut_angles();
    find_limits_without_motion();
    find_large_lengths();
    if (data_.has_bodies()) {
      find_large_masses();
      find_wide_links();
      find_tensors_about_origins();
    }
    return std::move(found_);
  }

 private:
  using TensorByRows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  static constexpr double kPi = std::numbers::pi;
  /// Angles and their limits keep this many digits in conversions.
  static constexpr double kAsWritten = 1e-12;

  /// Adds a finding behind those on the same link.
  void tell(std::size_t k, std::string_view what, std::string message, bool severe = false) {
    found_.insert(std::ranges::upper_bound(found_, k + 1, {}, &Finding::link),
                  {k + 1, what, severe, std::move(message)});
  }

  std::size_t n() const { return data_.n(); }
  bool revolute(std::size_t k) const { return data_.joints[k] == 'R'; }
  Matrix tensor(std::size_t k) const {
    return Eigen::Map<const TensorByRows>(data_.inertia.data() + 9 * k);
  }
  /// The part of a tensor about the origin of the link's frame that is due to that point.
  Matrix shift(std::size_t k) const {
    return Body::steiner(data_.mass[k], Vector(data_.com.data() + 3 * k));
  }

  /// By the frames, or by the axes if frames would make the arm too long.
  static Sizes sizes_of(const ArmData& data) {
    // frames of almost parallel axes are nearer, m
    constexpr double kFarthest = 1e13;
    const Sizes by_frames = sizes_by_frames(data);
    const bool near = by_frames.sum() < kFarthest;  // not if the sum overflows
    if (!near || by_frames.sum() <= kLargestLength) return by_frames;
    const Sizes by_axes = sizes_by_axes(data);
    return by_axes.sum() < by_frames.sum() ? by_axes : by_frames;
  }

  static bool breaks_triangle_inequality(const Vector& moments) {
    return moments(2) - moments(0) - moments(1) > kRoundingOfData * moments(2);
  }

  /// Impossible principal moments: one exceeds the sum of the others.
  void find_broken_triangle_inequalities() {
    bool parallel = data_.joints.find('P') == std::string::npos;
    for (const double alpha : data_.alpha) parallel &= std::abs(std::sin(alpha)) < kAsWritten;
    Names planar;
    std::size_t first = 0;
    for (std::size_t k = 0; k < n(); ++k) {
      const Matrix inertia = tensor(k);
      const Vector moments = principal_values(inertia);
      if (!breaks_triangle_inequality(moments)) continue;
      Matrix others = inertia;
      others(2, 2) = 0;
      if (parallel && others.isZero(0)) {
        if (planar.empty()) first = k;
        planar.push_back(std::to_string(k + 1));
      } else {
        tell(
            k, "triangle inequality",
            "principal moments " + shown(std::span<const double>(moments.data(), 3)) +
                " kg m² violate the triangle inequality: each must be at most the sum of the other "
                "two");
      }
    }
    if (!planar.empty())
      tell(first, "planar inertia",
           "moments of inertia about z alone (link" + std::string(planar.size() > 1 ? "s " : " ") +
               joined(planar, ", ") + "), which are all that a planar arm needs");
  }

  void find_zero_masses() {
    for (std::size_t k = 0; k < n(); ++k)
      if (data_.mass[k] == 0)
        tell(k, "zero mass",
             tensor(k).isZero(0) ? "neither mass nor inertia: it does not affect the torques"
                                 : "no mass, but moments of inertia");
  }

  /// The mass matrix is singular.
  void find_unloaded_joints(const SingularJoints& singular) {
    for (const int joint : singular.held)
      tell(static_cast<std::size_t>(joint - 1), "unloaded joint",
           "no inertia of a link opposes the motion of its joint: the mass matrix is singular",
           true);
    for (const int joint : singular.yielding)
      if (std::ranges::find(singular.held, joint) == singular.held.end())
        tell(static_cast<std::size_t>(joint - 1), "redundant joint",
             "the joints beyond can yield so that its joint moves no inertia: the mass matrix is "
             "singular",
             true);
  }

  /// Friction by direction of the wrong sign, which would drive its joint.
  void find_driving_friction(const std::string& name, const Numbers& friction) {
    for (std::size_t k = 0; 2 * k < friction.size(); ++k) {
      const std::span<const double> both(friction.data() + 2 * k, 2);
      if (both[0] < 0 || both[1] > 0)
        tell(k, "driving friction",
             name + " friction " + shown(both) +
                 " drives the joint: the first value (forwards) must be positive, the second "
                 "(backwards) negative, to oppose the motion");
    }
  }

  /// Of `each` entries of every link the largest, if it exceeds the usual range by more than
  /// rounding.
  void find_large(const char* name, const Numbers& numbers, std::size_t each, double largest,
                  std::string_view what, std::string_view doubt) {
    const auto size = [](double x) { return std::abs(x); };
    for (std::size_t k = 0; each * k < numbers.size(); ++k) {
      const std::span<const double> entries(numbers.data() + each * k, each);
      const double most = *std::ranges::max_element(entries, {}, size);
      if (size(most) > largest * (1 + kRoundingOfData))
        tell(k, what, std::string(name) + " = " + shown(most) + " " + std::string(doubt));
    }
  }

  /// Angles of more than a turn, and limits of more than two.
  void find_large_angles() {
    constexpr std::string_view kWhat = "large angle";
    for (const auto& [name, angles] :
         {std::pair<const char*, const Numbers&>{"alpha", data_.alpha}, {"theta", data_.theta}})
      find_large(name, angles, 1, kLargestAngle, kWhat, "rad is more than a full turn: degrees?");
    Numbers limits = data_.limits;
    for (std::size_t k = 0; k < limits.size(); ++k)  // larger ones mean no limit
      if (!revolute(k / 2) || !(std::abs(limits[k]) < kEndless)) limits[k] = 0;
    find_large("limits", limits, 2, kLargestTurn, kWhat, "rad is more than two turns: degrees?");
  }

  /// Angles that are multiples of π/4 with missing digits.
  void find_cut_angles() {
    // difference from a multiple: more than irrelevant digits, and less than half a unit of the
    // second decimal
    constexpr double kCut = 1e-4, kRounded = 6e-3;
    for (const auto& [name, angles] :
         {std::pair<std::string, const Numbers&>{"alpha", data_.alpha}, {"theta", data_.theta}})
      for (std::size_t k = 0; k < n(); ++k) {
        const double angle = angles[k];
        if (!(std::abs(angle) <= kLargestAngle)) continue;
        const int quarters = static_cast<int>(std::nearbyint(angle / (kPi / 4)));
        const double off = std::abs(angle - quarters * kPi / 4);
        if (quarters != 0 && kCut < off && off < kRounded && is_cut(angle, quarters))
          tell(k, "cut angle",
               name + " = " + shown(angle) + " rad: " + in_quarters(quarters) +
                   " without its last digits, off by " + two_digits(off * 180 / kPi) + "°?");
      }
  }

  /// True for a multiple of π/4 that is rounded or cut after two or three decimals.
  static bool is_cut(double angle, int quarters) {
    const double exact = quarters * kPi / 4;
    const auto is_cut_after = [&](double unit) {
      const double written = std::nearbyint(angle * unit) / unit;
      const double rounded = std::nearbyint(exact * unit) / unit;
      const double cut = std::trunc(exact * unit) / unit;
      return std::abs(angle - written) < kAsWritten &&
             std::min(std::abs(written - rounded), std::abs(written - cut)) < kAsWritten;
    };
    // 1.57 means π/2, but 0.79 need not mean π/4
    return (quarters % 2 == 0 && is_cut_after(100)) || is_cut_after(1000);
  }

  static std::string in_quarters(int quarters) {
    const int common = std::gcd(quarters, 4), size = std::abs(quarters) / common;
    return std::string(quarters < 0 ? "-" : "") + (size > 1 ? std::to_string(size) : "") + "π" +
           (common < 4 ? "/" + std::to_string(4 / common) : "");
  }

  /// Of a number below 10.
  static std::string two_digits(double x) {
    double unit = 1;
    while (x * unit < 10) unit *= 10;
    return shown(std::nearbyint(x * unit) / unit);
  }

  /// Limits that leave a joint no motion.
  void find_limits_without_motion() {
    for (std::size_t k = 0; 2 * k < data_.limits.size(); ++k) {
      const double lower = data_.limits[2 * k];
      if (lower != data_.limits[2 * k + 1]) continue;
      const std::string name =
          data_.joint_names.empty() ? "" : " of " + quoted(data_.joint_names[k]);
      tell(k, "no motion",
           "both limits" + name + " are " + shown(lower) + (revolute(k) ? " rad" : " m") +
               ", which leave the joint no motion: placeholders?");
    }
  }

  /// Lengths of many metres; offsets and centres of mass only if the arm is as long.
  void find_large_lengths() {
    constexpr std::string_view kWhat = "large length", kDoubt = "m: millimetres?";
    const bool all = !(sizes_.sum() <= kLargestLength);
    find_large("a", data_.a, 1, kLargestLength, kWhat, kDoubt);
    find_large("a_y", data_.a_y, 1, kLargestLength, kWhat, kDoubt);
    if (!all) return;
    find_large("d", data_.d, 1, kLargestLength, kWhat, kDoubt);
    find_large("com", data_.com, 3, kLargestLength, kWhat, kDoubt);
  }

  /// Links too heavy for the reach; prismatic joints leave the reach unknown.
  void find_large_masses() {
    // links weigh less than a fifth of the water in a cube as wide as the arm's reach: real arms
    // reach a tenth of that, kg/m³
    constexpr double kDensest = 200.0;
    if (data_.joints.find('P') != std::string::npos) return;
    const double reach = std::max(1.0, sizes_.links + sizes_.com);  // an upper bound, m
    const double volume = reach * reach * reach;
    for (std::size_t k = 0; k < n(); ++k)
      if (data_.mass[k] / kDensest > volume * (1 + kRoundingOfData))
        tell(k, "large mass",
             "mass = " + shown(data_.mass[k]) + " kg in an arm that reaches " + shown(reach) +
                 " m: grams?");
  }

  /// Links that would be wider than the arm; another check finds those without mass.
  void find_wide_links() {
    const double reach = known_reach(data_.joints, sizes_.links, sizes_.com + sizes_.tool);
    double total = 0;
    for (const double mass : data_.mass) total += mass;
    for (std::size_t k = 0; k < n(); ++k) {
      if (data_.mass[k] == 0) continue;
      const auto suspect = suspicion({data_.mass[k], Vector::Zero(), tensor(k)}, reach, total);
      const std::string name = data_.link_names.empty() ? "" : quoted(data_.link_names[k]) + ": ";
      if (suspect) tell(k, "large tensor", name + *suspect);
    }
  }

  /// Tensors probably about the frame origins, not the centres of mass.
  ///
  /// Such a tensor contains the Steiner term m (c² E - c cᵗ): subtracting it leaves a physical
  /// tensor in every link. If tensors are about the centres of mass, this fails in some link of
  /// nearly every arm, because mass is farther from a joint than from its own centre.
  void find_tensors_about_origins() {
    // links lighter than this part of the heaviest are not considered
    constexpr double kFairShare = 0.1;
    // smallest ratio of the shift between centre of mass and origin to a tensor: if tensors are
    // about the centres of mass, the shift of some link exceeds its tensor
    constexpr double kTelling = 0.5;
    const double heaviest = *std::ranges::max_element(data_.mass);
    double most = 0;
    std::size_t largest = 0;
    for (std::size_t k = 0; k < n(); ++k) {
      const double moment = principal_values(tensor(k))(2);
      const double part = moment > 0 ? principal_values(shift(k))(2) / moment : 0.0;
      if (data_.mass[k] >= kFairShare * heaviest && part > most) {
        most = part;
        largest = k;
      }
    }
    if (most < kTelling) return;
    for (std::size_t k = 0; k < n(); ++k)
      if (!is_of_body(tensor(k) - shift(k), tensor(k))) return;
    tell(largest, "tensor about origin",
         "the inertia tensors look as if taken about the origins of the link frames, not the "
         "centres of mass: " +
             shown(std::nearbyint(100 * most)) +
             "% of this one can be the shift between the two, and no link contradicts this; "
             "Arm.inertia_about_com subtracts it");
  }

  /// True for a physical tensor, up to violations by the tensor that it came from.
  static bool is_of_body(const Matrix& tensor, const Matrix& before) {
    const Vector moments = principal_values(tensor), given = principal_values(before);
    const double rounding = kRoundingOfData * given(2);
    const bool positive = moments(0) >= -rounding;
    const bool triangle = moments(2) - moments(1) - moments(0) <= rounding;
    return positive && (triangle || given(2) - given(1) - given(0) > rounding);
  }

  const ArmData& data_;
  Sizes sizes_;
  std::vector<Finding> found_;
};

/// The findings on the checked data of an arm, link by link.
inline std::vector<Finding> findings_on(const ArmData& data, const SingularJoints& singular) {
  return Findings(data).on(singular);
}

}  // namespace equidyn::model
