/// @file robot.hpp
/// A robot as a tree of links and joints of any kind.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "equidyn/model/body.hpp"

namespace equidyn::model {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Larger limits of positions, rad or m, are written for none.
inline constexpr double kEndless = 1e4;

/// Larger limits of velocity and effort are written for none.
inline constexpr double kUnlimited = 1e9;

/// A link, in the words of its file.
struct Link {
  std::string name;
  std::optional<Body> body = {};  ///< in the link frame; nothing where the file has none
  bool material = false;          ///< has geometry; without, it may be a mere frame
  bool auxiliary =
      false;             ///< the file has no such link: it moves on a joint, and one is fixed to it
  Names rounded = {};    ///< angles that were rounded
  Names not_taken = {};  ///< forces at it that an arm cannot represent
  Names flaws = {};      ///< errors in its body, which a chain may not need
};

/// A joint that another one mimics, at a position of multiplier times its own plus offset.
struct Mimic {
  std::string joint;
  double multiplier = 1, offset = 0;
};

/// A joint, in the words of its file.
struct Joint {
  std::string name;
  std::string kind;           ///< "revolute", "continuous", "prismatic", "fixed", or another type
  std::string parent, child;  ///< links
  Frame placement = {};       ///< of the child in the parent, at joint position 0
  Vector axis = Vector::UnitZ();                    ///< unit vector along it, in the child's frame
  double lower = -kInfinity, upper = kInfinity;     ///< limits of positions
  double velocity = kInfinity, effort = kInfinity;  ///< largest magnitudes
  double damping = 0, friction = 0;                 ///< viscous and Coulomb, on the joint side
  double armature = 0, reduction = 1;  ///< rotor inertia; turns of the rotor for one of the joint
  std::optional<Mimic> mimics = {};
  Names rounded = {};    ///< angles that were rounded
  Names not_taken = {};  ///< forces at it that an arm cannot represent
  Names no_limits = {};  ///< limits that mean nothing, read as none
  Names flaws = {};      ///< errors in its other data, which a chain may not need

  bool fixed() const { return kind == "fixed"; }
  bool prismatic() const { return kind == "prismatic"; }
  /// True if an arm can have such a joint.
  bool movable() const { return kind == "revolute" || kind == "continuous" || prismatic(); }

  /// The pose of the child's frame at a position, in that at position 0.
  Frame motion(double q) const {
    if (prismatic()) return {Matrix::Identity(), axis * q};
    const double x = axis.x(), y = axis.y(), z = axis.z();
    const auto [c, s] = exact_cosine_and_sine(q);
    const double v = 1 - c;
    Frame pose;
    pose.R << x * x * v + c, x * y * v - z * s, x * z * v + y * s,  //
        x * y * v + z * s, y * y * v + c, y * z * v - x * s,        //
        x * z * v - y * s, y * z * v + x * s, z * z * v + c;
    return pose;
  }
};

/// Limits of positions; files write large numbers where there is none.
inline void set_limits(Joint& joint, double lower, double upper) {
  joint.lower = lower > -kEndless ? lower : -kInfinity;
  joint.upper = upper < kEndless ? upper : kInfinity;
}

/// Refuses what has a flaw, since a chain needs it.
template <class Item>
void require_sound(const Item& item) {
  if (!item.flaws.empty()) refuse(item.flaws.front());
}

/// A link and its pose.
struct Placed {
  const Link* link;
  Frame pose;
};

/// A tree of links by name, and its joints.
class Robot {
 public:
  using Joints = std::vector<const Joint*>;

  /// Refuses duplicate names, joints of unknown links, a link with two parent joints, and a circle.
  Robot(std::string name, std::vector<Link> links, std::vector<Joint> joints)
      : name_(std::move(name)), links_(std::move(links)), joints_(std::move(joints)) {
    number("link", links_, link_of_);
    number("joint", joints_, joint_of_);
    before_.resize(links_.size());
    behind_.resize(links_.size());
    for (const Joint& joint : joints_) connect(joint);
    for (const Link& each : links_) {
      if (before(each) == nullptr) roots_.push_back(each.name);
      if (behind(each).empty()) leaves_.push_back(each.name);
    }
    require_tree();
  }
  Robot(const Robot&) = delete;  // others point into it
  Robot& operator=(const Robot&) = delete;

  const std::string& name() const { return name_; }
  const std::vector<Link>& links() const { return links_; }
  std::vector<Joint>& joints() { return joints_; }
  const std::vector<Joint>& joints() const { return joints_; }
  const Names& roots() const { return roots_; }
  const Names& leaves() const { return leaves_; }

  Names link_names() const {
    Names names;
    for (const Link& each : links_) names.push_back(each.name);
    return names;
  }
  const Link& link(const std::string& name) const { return links_[link_of_.at(name)]; }
  const Joint* joint(const std::string& name) const {
    const auto found = joint_of_.find(name);
    return found == joint_of_.end() ? nullptr : &joints_[found->second];
  }
  /// The joint that moves a link; null for a root.
  const Joint* before(const Link& link) const { return before_[index(link)]; }
  /// The joints on a link.
  const Joints& behind(const Link& link) const { return behind_[index(link)]; }
  const Joints& behind(const Joint& joint) const { return behind(link(joint.child)); }

  /// Joints and all behind them, each one before those behind it.
  Joints beyond(const Joints& joints) const {
    Joints found, pending(joints.rbegin(), joints.rend());
    while (!pending.empty()) {
      const Joint* const next = pending.back();
      pending.pop_back();
      found.push_back(next);
      pending.insert(pending.end(), behind(*next).rbegin(), behind(*next).rend());
    }
    return found;
  }

  /// A link and all links fixed to it, with their poses, given that of the link.
  std::vector<Placed> rigid(const Link& first, const Frame& pose = {}) const {
    std::vector<Placed> found, pending{{&first, pose}};
    while (!pending.empty()) {
      const Placed next = pending.back();
      pending.pop_back();
      found.push_back(next);
      const Joints& joints = behind(*next.link);
      for (auto joint = joints.rbegin(); joint != joints.rend(); ++joint)
        if ((*joint)->fixed())
          pending.push_back({&link((*joint)->child), product(next.pose, (*joint)->placement)});
    }
    return found;
  }

 private:
  using Numbers = std::map<std::string, std::size_t>;

  template <class Item>
  static void number(const std::string& what, const std::vector<Item>& items, Numbers& found) {
    for (std::size_t k = 0; k < items.size(); ++k)
      if (!found.emplace(items[k].name, k).second)
        refuse(what + " " + quoted(items[k].name) + ": duplicate name");
  }

  std::size_t index(const Link& link) const {
    return static_cast<std::size_t>(&link - links_.data());
  }

  void connect(const Joint& joint) {
    const std::string owner = "joint " + quoted(joint.name) + ": ";
    if (!link_of_.contains(joint.parent)) choice(owner + "parent link", joint.parent, link_names());
    if (!link_of_.contains(joint.child)) choice(owner + "child link", joint.child, link_names());
    const Joint*& only = before_[link_of_.at(joint.child)];
    if (only != nullptr)
      refuse("link " + quoted(joint.child) + ": has two parent joints, " + quoted(only->name) +
             " and " + quoted(joint.name) + "; expected a tree");
    only = &joint;
    behind_[link_of_.at(joint.parent)].push_back(&joint);
  }

  /// With one parent at most, links that no root reaches form a circle.
  void require_tree() const {
    if (links_.empty()) refuse("links: expected at least one, got none");
    std::vector<bool> reached(links_.size());
    Joints firsts;
    for (const std::string& root : roots_) {
      reached[index(link(root))] = true;
      firsts.insert(firsts.end(), behind(link(root)).begin(), behind(link(root)).end());
    }
    for (const Joint* joint : beyond(firsts)) reached[index(link(joint->child))] = true;
    const auto first = std::ranges::find(reached, false);
    if (first == reached.end()) return;
    const Link& lost = links_[static_cast<std::size_t>(first - reached.begin())];
    refuse("link " + quoted(lost.name) + ": is its own ancestor, by joint " +
           quoted(before(lost)->name) + " and others; expected a tree");
  }

  std::string name_;
  std::vector<Link> links_;
  std::vector<Joint> joints_;
  Numbers link_of_, joint_of_;
  std::vector<const Joint*> before_;
  std::vector<Joints> behind_;
  Names roots_, leaves_;
};

}  // namespace equidyn::model
