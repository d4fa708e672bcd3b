/// @file ends.hpp
/// Default ends of a chain in a tree.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "equidyn/model/locking.hpp"

namespace equidyn::model {

/// The base link: the root, where none is given.
inline const Link& first_link(const Robot& robot, const std::optional<std::string>& base) {
  if (base) return robot.link(choice("base", *base, robot.link_names()));
  if (robot.roots().size() > 1)
    refuse("base: there are several roots, expected one of " + quoted(robot.roots()));
  return robot.link(robot.roots().front());
}

/// The end of a chain, and what has to be said of it.
struct LastLink {
  const Link* link;
  Robot::Joints gripper = {};  ///< joints behind it that are not fixed, if they are fingers
  Names remarks = {};
};

/// Follows chains of a tree to their ends.
class ChainEnds {
 public:
  /// Ends in a tree in which these joints do not move; none is locked yet.
  ChainEnds(const Robot& robot, const Positions& locked) : robot_(robot), locked_(locked) {
    Robot::Joints firsts;
    for (const std::string& root : robot.roots())
      for (const Joint* joint : robot.behind(robot.link(root))) firsts.push_back(joint);
    const Robot::Joints all = robot.beyond(firsts);
    for (auto joint = all.rbegin(); joint != all.rend(); ++joint) {
      int& depth = depths_[(*joint)->parent];
      depth = std::max(depth, depth_behind(**joint) + (moves(**joint) ? 1 : 0));
    }
  }

  /// The end of the only chain from a link. Refuses several, naming the ends of the longest first.
  LastLink last_link(const Link& base) const {
    const End end = end_from(base);
    if (is_gripper(end.branches, moving(end.path))) {
      Robot::Joints fingers = robot_.beyond(end.branches);
      std::erase_if(fingers, [](const Joint* joint) { return joint->fixed(); });
      return {end.tip, fingers};
    }
    if (end.branches.size() > 1) {
      Names parents, names;
      for (const Joint* joint : end.branches) {
        parents.push_back(quoted(joint->parent));
        names.push_back(joint->name);
      }
      refuse("tip: the tree branches at " + joined(distinct(parents), " and ") +
             " into the joints " + quoted(names) + "; expected the last link of the arm, such as " +
             listed(candidates(end)));
    }
    if (end.leaves.size() < 2) return {end.tip};
    return {end.tip,
            {},
            {"the tool frame is that of " + quoted(end.tip->name) +
             ", because several links are fixed to it; for one of these, use as tip " +
             quoted(end.leaves)}};
  }

 private:
  /// The end of the only chain from a link.
  struct End {
    const Link* tip;         ///< its last link
    Robot::Joints path;      ///< joints on the way that are not fixed
    Robot::Joints branches;  ///< with which it could go on; fewer than two where it ends
    Names leaves;            ///< links without children fixed to the last one, if it ends there
  };

  bool moves(const Joint& joint) const { return !joint.fixed() && !locked_.has(joint); }
  /// The largest number of joints in a row behind one, without locked ones.
  int depth_behind(const Joint& joint) const {
    const auto found = depths_.find(joint.child);
    return found == depths_.end() ? 0 : found->second;
  }
  int moving(const Robot::Joints& path) const {
    return static_cast<int>(
        std::ranges::count_if(path, [this](const Joint* joint) { return !locked_.has(*joint); }));
  }

  /// Follows the only chain from a link up to a branch, or to its end.
  End end_from(const Link& first) const {
    const Link* link = &first;
    Robot::Joints path;
    for (;;) {
      const std::vector<Placed> body = robot_.rigid(*link);
      Robot::Joints behind;
      for (const Placed& each : body)
        for (const Joint* joint : robot_.behind(*each.link))
          if (!joint->fixed()) behind.push_back(joint);
      Robot::Joints onward = behind;
      // a completely locked branch does not count
      if (behind.size() > 1)
        std::erase_if(onward, [this](const Joint* joint) {
          return depth_behind(*joint) == 0 && !moves(*joint);
        });
      if (onward.size() != 1) return ended(path, body, behind, onward);
      path.push_back(onward.front());
      link = &robot_.link(onward.front()->child);
    }
  }

  End ended(const Robot::Joints& path, const std::vector<Placed>& body, const Robot::Joints& behind,
            const Robot::Joints& onward) const {
    Names leaves, hands;
    if (behind.empty())
      for (const Placed& each : body)
        if (robot_.behind(*each.link).empty()) leaves.push_back(each.link->name);
    // the hand is the link that carries all fingers
    for (const Joint* joint : behind) hands.push_back(joint->parent);
    const Names ends = leaves.empty() ? distinct(hands) : leaves;
    const Link* const last = body[body.front().link->auxiliary ? 1 : 0].link;
    return {ends.size() == 1 ? &robot_.link(ends.front()) : last, path, onward, leaves};
  }

  /// True if the branches behind a chain of n joints are fingers, not arms or wrists: they are
  /// shorter than the chain, and of two none is longer than the other.
  bool is_gripper(const Robot::Joints& branches, int n) const {
    if (branches.size() < 2) return false;
    int shortest = n, longest = 0;
    for (const Joint* joint : branches) {
      shortest = std::min(shortest, 1 + depth_behind(*joint));
      longest = std::max(longest, 1 + depth_behind(*joint));
    }
    if (longest >= n || (branches.size() == 2 && shortest != longest)) return false;
    const Robot::Joints all = robot_.beyond(branches);
    return std::ranges::all_of(
        all, [](const Joint* joint) { return joint->fixed() || joint->movable(); });
  }

  /// The ends of the chains behind a branch, with their numbers of joints.
  Names candidates(const End& end) const {
    std::map<int, Names, std::greater<>> found;
    std::vector<std::pair<const Joint*, int>> pending;
    const auto go_on = [&pending](const Robot::Joints& branches, int n) {
      for (auto joint = branches.rbegin(); joint != branches.rend(); ++joint)
        pending.emplace_back(*joint, n);
    };
    go_on(end.branches, moving(end.path));
    while (!pending.empty()) {
      const auto [joint, before] = pending.back();
      pending.pop_back();
      const End further = end_from(robot_.link(joint->child));
      Robot::Joints path = further.path;
      path.insert(path.begin(), joint);
      const int n = before + moving(path);
      if (!std::ranges::all_of(path,
                               [](const Joint* each) { return each->movable() && !each->mimics; }))
        continue;
      if (further.branches.size() < 2 || is_gripper(further.branches, n))
        found[n].push_back(further.tip->name);
      else
        go_on(further.branches, n);
    }
    Names ends;
    for (const auto& [n, tips] : found)
      for (const std::string& tip : tips)
        ends.push_back(quoted(tip) + " (" + std::to_string(n) + " joint" + (n > 1 ? "s)" : ")"));
    if (ends.empty())
      for (const std::string& leaf : robot_.leaves()) ends.push_back(quoted(leaf));
    return ends;
  }

  const Robot& robot_;
  const Positions& locked_;
  std::map<std::string, int> depths_;
};

}  // namespace equidyn::model
