/// @file locking.hpp
/// Joints of a tree locked at a position: what they carry is fixed to the link that they are on.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "equidyn/model/robot.hpp"

namespace equidyn::model {

/// Positions of joints by their names, in the order in which they came.
class Positions {
 public:
  using Entries = std::vector<std::pair<std::string, double>>;

  Positions() = default;
  explicit Positions(Entries entries) : entries_(std::move(entries)) {}

  const Entries& entries() const { return entries_; }
  const double* find(const std::string& name) const {
    const auto same = [&name](const auto& entry) { return entry.first == name; };
    const auto found = std::ranges::find_if(entries_, same);
    return found == entries_.end() ? nullptr : &found->second;
  }
  bool has(const Joint& joint) const { return find(joint.name) != nullptr; }
  void set(const std::string& name, double position) {
    for (auto& [known, value] : entries_)
      if (known == name) {
        value = position;
        return;
      }
    entries_.emplace_back(name, position);
  }
  /// With these ones, which replace those of the same name.
  Positions with(const Positions& others) const {
    Positions all = *this;
    for (const auto& [name, position] : others.entries_) all.set(name, position);
    return all;
  }

 private:
  Entries entries_;
};

/// The joint of this name, unless it is fixed.
inline const Joint* moving(const Robot& robot, const std::string& name) {
  const Joint* const joint = robot.joint(name);
  return joint != nullptr && !joint->fixed() ? joint : nullptr;
}

/// The positions of joints that mimic locked ones, themselves or through others.
inline Positions followers(const Robot& robot, const Positions& locked) {
  Positions found;
  for (const Joint& joint : robot.joints()) {
    if (joint.fixed()) continue;
    const Joint* leader = &joint;
    double scale = 1, offset = 0;
    std::vector<const Joint*> passed{leader};
    while (leader->mimics && !locked.has(*leader)) {
      offset += scale * leader->mimics->offset;
      scale *= leader->mimics->multiplier;
      const Joint* const next = moving(robot, leader->mimics->joint);
      // joints that mimic each other follow none
      if (next == nullptr || std::ranges::find(passed, next) != passed.end()) break;
      leader = next;
      passed.push_back(leader);
    }
    if (leader != &joint && locked.has(*leader))
      found.set(joint.name, scale * *locked.find(leader->name) + offset);
  }
  return found;
}

/// The positions of locked joints, and of those that mimic them. Refuses names of other joints than
/// an arm can have.
inline Positions locked_positions(const Robot& robot, const Positions& given) {
  Names known;
  for (const Joint& joint : robot.joints())
    if (!joint.fixed()) known.push_back(joint.name);
  for (const auto& [name, position] : given.entries()) {
    const Joint& joint = *robot.joint(choice("locked", name, known));
    if (!joint.movable())
      refuse("locked: expected joints of type revolute, continuous, prismatic, got " +
             quoted(name) + ", which is " + joint.kind);
  }
  return followers(robot, given).with(given);
}

/// The positions of locked joints, of these ones at their zero, and of what mimics them. A joint that
/// mimics another has its zero where that one has it. Those that mimic locked ones are locked with
/// them.
inline Positions at_zero(const Robot& robot, const Robot::Joints& joints, const Positions& locked) {
  Positions leading;
  for (const Joint& joint : robot.joints())
    if (!joint.fixed() && !joint.mimics) leading.set(joint.name, 0.0);
  const Positions following = followers(robot, leading.with(locked));
  Positions zeros;
  for (const Joint* joint : joints) {
    const double* const position = following.find(joint->name);
    // a joint that mimics itself or an absent joint is at its own offset
    const double own = joint->mimics ? joint->mimics->offset : 0.0;
    zeros.set(joint->name, position != nullptr ? *position : own);
  }
  return zeros.with(followers(robot, locked)).with(locked);
}

/// Fixes joints at their positions.
inline void lock(Robot& robot, const Positions& locked) {
  for (Joint& joint : robot.joints())
    if (const double* q = locked.find(joint.name)) {
      joint.placement = product(joint.placement, joint.motion(*q));
      joint.kind = "fixed";
      joint.mimics.reset();
    }
}

}  // namespace equidyn::model
