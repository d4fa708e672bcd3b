/// @file chain.hpp
/// The serial chain between two links of a tree, with fixed links lumped, as the data of an arm.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "equidyn/model/arm_data.hpp"
#include "equidyn/model/ends.hpp"
#include "equidyn/model/link_frames.hpp"

namespace equidyn::model {

/// The part of a tree that becomes an arm.
struct Asked {
  std::optional<std::string> base, tip;  ///< links; by default root, and end of the only chain
  Positions locked;                      ///< joints that do not move
  std::optional<std::string> mimic;      ///< what joints of the chain do that mimic others
};

/// An arm from a tree, and what has to be said of it.
struct Reading {
  ArmData data;
  Names remarks;
  Positions locked;   ///< all joints that do not move
  Names unsound;      ///< what is wrong with tensors that no bodies have; the arm has the nearest
  std::string first;  ///< the link that it begins at
  std::string last;   ///< the link that it ends at
};

/// The joints of a chain, and remarks on its extraction from the tree.
class Chain {
 public:
  /// Along a path, fixed links lumped.
  Chain(const Robot& robot, const Robot::Joints& path) : robot_(robot) {
    for (const Joint* joint : path) on_path_.insert(joint->name);
    Frame pose;
    for (const Joint* joint : path) {
      append(rounded_, joint->rounded);
      note_forces(*joint);
      pose = product(pose, joint->placement);
      if (joint->fixed()) continue;
      joints_.push_back(joint);
      placed_.push_back({pose, joint->axis, joint->prismatic()});
      bodies_.push_back(lumped(robot.link(joint->child)));
      pose = {};
    }
    tool_ = pose;
  }

  const Robot::Joints& joints() const { return joints_; }
  const Names& unsound() const { return unsound_; }
  const std::vector<Body>& bodies() const { return bodies_; }
  LinkFrames frames() const { return link_frames(placed_, tool_); }
  bool has_bodies() const {
    return std::ranges::any_of(bodies_, [](const Body& each) { return each.there(); });
  }
  std::string letters() const {
    std::string found;
    for (const Joint* joint : joints_) found += joint->prismatic() ? 'P' : 'R';
    return found;
  }

  Names remarks() const {
    Names found;
    if (!rounded_.empty())
      found.push_back("rounded angles replaced by exact multiples of π/4: " +
                      joined(distinct(rounded_), ", "));
    Names forces;
    for (const auto& [what, owner] : not_taken_) forces.push_back(what);
    for (const std::string& what : distinct(forces))
      found.push_back("left out of the torques: " + what + " of " + quoted(owners_of(what)));
    if (!has_bodies())
      found.emplace_back("no link has a mass or an inertia: the arm has only kinematics");
    else if (!without_inertia_.empty())
      found.push_back("links without inertia, which do not affect the torques: " +
                      quoted(without_inertia_));
    if (!left_out_.empty()) {
      const std::string weight = weight_of(robot_, left_out_);
      found.push_back("left out, with all links that they carry: the joints " +
                      quoted(names_of(left_out_)) + weight +
                      (weight.empty() ? "" : "; locked= keeps these links"));
    }
    return found;
  }

  /// The lumped links that would be wider than an arm of these lengths.
  Names remarks_on_wide_links(double lengths) const {
    // in the frames of the file: Denavit-Hartenberg frames can be far away
    double furthest = 0, total = 0;
    for (const Body& body : bodies_) {
      furthest = std::max(furthest, length(body.com));
      total += body.mass;
    }
    const double reach = known_reach(letters(), lengths, furthest);
    Names found;
    for (const auto& [name, body] : several_)
      if (const auto suspect = suspicion(body, reach, total))
        found.push_back("link " + quoted(name) + ": " + *suspect);
    return found;
  }

  static Names names_of(const Robot::Joints& joints) {
    Names names;
    for (const Joint* joint : joints) names.push_back(joint->name);
    return names;
  }

  /// The mass of all that joints carry, for a message; nothing where it has none.
  static std::string weight_of(const Robot& robot, const Robot::Joints& joints) {
    double mass = 0;
    std::set<const Link*> seen;
    for (const Joint* joint : robot.beyond(joints)) {
      const Link& link = robot.link(joint->child);
      if (seen.insert(&link).second && link.body) mass += link.body->mass;
    }
    return mass != 0 ? " (" + shown(mass) + " kg)" : "";
  }

 private:
  static void append(Names& all, const Names& more) {
    all.insert(all.end(), more.begin(), more.end());
  }
  template <class Item>
  void note_forces(const Item& item) {
    for (const std::string& what : item.not_taken) not_taken_.emplace_back(what, item.name);
  }
  Names owners_of(const std::string& what) const {
    Names owners;
    for (const auto& [each, owner] : not_taken_)
      if (each == what) owners.push_back(owner);
    return owners;
  }

  /// The composite body of all links fixed to one.
  Body lumped(const Link& first) {
    Body whole;
    std::vector<const Link*> massless;
    std::vector<std::pair<std::string, Body>> bodies;
    for (const Placed& each : robot_.rigid(first)) {
      const Link& link = *each.link;
      if (&link != &first) require_sound(*robot_.before(link));
      require_sound(link);
      append(rounded_, link.rounded);
      note_forces(link);
      if (link.body) {
        const Body own = checked(link.name, *link.body);
        whole = whole.joined(own.moved(each.pose));
        bodies.emplace_back(link.name, own);
      } else {
        massless.push_back(&link);
      }
      for (const Joint* joint : robot_.behind(link)) {
        if (on_path_.contains(joint->name)) continue;
        if (joint->fixed())
          append(rounded_, joint->rounded);
        else
          left_out_.push_back(joint);
      }
    }
    // a mere frame on a body needs no inertia
    for (const Link* link : massless)
      if (link->material || !whole.there()) without_inertia_.push_back(link->name);
    // the body of a link alone is that of the arm, which checks it
    if (bodies.size() > 1) several_.insert(several_.end(), bodies.begin(), bodies.end());
    return whole;
  }

  /// A link's body, checked before lumping hides its errors, with rounding set to zero. Impossible
  /// tensors are noted, and replaced by the nearest possible one.
  Body checked(const std::string& name, Body body) {
    // moments below this part of the Steiner term about the link frame are rounding
    constexpr double kRoundingOfMoments = 1e-15;
    if (largest_entry(body.inertia) <=
        kRoundingOfMoments * body.mass * product(body.com, body.com)) {
      body.inertia.setZero();
    } else if (const auto wrong = wrong_inertia(body.inertia)) {
      unsound_.push_back("link " + quoted(name) + ": inertia: " + *wrong);
      body.inertia = nearest_tensor(body.inertia);
    } else {
      body.inertia = symmetric(body.inertia);
    }
    return body;
  }

  const Robot& robot_;
  std::set<std::string> on_path_;
  Robot::Joints joints_;
  std::vector<PlacedJoint> placed_;
  std::vector<Body> bodies_;                           ///< of each joint, in the frame of its child
  Frame tool_;                                         ///< in the frame of the last child
  std::vector<std::pair<std::string, Body>> several_;  ///< of links that are fixed to one another
  Names without_inertia_, rounded_, unsound_;
  Robot::Joints left_out_;
  std::vector<std::pair<std::string, std::string>> not_taken_;  ///< forces, where they act
};

/// The joints from one link to another.
inline Robot::Joints joints_between(const Robot& robot, const Link& base, const Link& tip) {
  Robot::Joints path;
  for (const Link* link = &tip; link != &base; link = &robot.link(path.back()->parent)) {
    const Joint* const joint = robot.before(*link);
    if (joint == nullptr)
      refuse("tip: expected a link beyond " + quoted(base.name) + ", got " + quoted(tip.name));
    path.push_back(joint);
  }
  std::ranges::reverse(path);
  return path;
}

/// The name of a link; of an auxiliary one that of the link of the file fixed to it.
inline const std::string& name_in_file(const Robot& robot, const std::string& name) {
  const Link& link = robot.link(name);
  if (link.auxiliary)
    for (const Joint* joint : robot.behind(link))
      if (joint->fixed()) return joint->child;
  return link.name;
}

/// The joints from one link to another. Refuses what an arm does not support.
inline Robot::Joints path_between(const Robot& robot, const Link& base, const Link& tip) {
  const Robot::Joints path = joints_between(robot, base, tip);
  for (auto each = path.rbegin(); each != path.rend(); ++each) {
    const Joint& joint = **each;
    const std::string expected = "joint " + quoted(joint.name) + ": expected ";
    if (!joint.fixed() && !joint.movable())
      refuse(expected + "type revolute, continuous, prismatic or fixed on the chain, got " +
             quoted(joint.kind) +
             "; to begin behind it, use base=" + quoted(name_in_file(robot, joint.child)));
    require_sound(joint);
    if (joint.mimics)
      refuse(expected + "an independent joint on the chain, got one that mimics " +
             quoted(joint.mimics->joint) +
             "; mimic='lock' locks it, mimic='independent' lets it move");
  }
  if (std::ranges::all_of(path, [](const Joint* joint) { return joint->fixed(); }))
    refuse("tip: expected a movable joint between " + quoted(base.name) + " and " +
           quoted(tip.name) + ", got none");
  return path;
}

/// Limits, friction and motors of joints, empty where no joint has any. An arm has friction on the
/// side of the motors.
inline void set_drives(ArmData& data, const Robot::Joints& joints) {
  const auto finite = [](double x) { return std::isfinite(x); };
  const auto nonzero = [](double x) { return x != 0; };
  for (const Joint* joint : joints) {
    const double ratio = joint->reduction, coulomb = joint->friction / std::abs(ratio);
    data.limits.insert(data.limits.end(), {joint->lower, joint->upper});
    data.velocity_limits.push_back(joint->velocity);
    data.effort_limits.push_back(joint->effort);
    data.viscous.push_back(joint->damping / (ratio * ratio));
    data.coulomb.insert(data.coulomb.end(), {coulomb, -coulomb});
    data.motor_inertia.push_back(joint->armature);
    data.gear_ratio.push_back(ratio);
  }
  for (Numbers* bounds : {&data.limits, &data.velocity_limits, &data.effort_limits})
    if (std::ranges::none_of(*bounds, finite)) bounds->clear();
  for (Numbers* drives : {&data.viscous, &data.coulomb, &data.motor_inertia})
    if (std::ranges::none_of(*drives, nonzero)) drives->clear();
  if (std::ranges::none_of(data.gear_ratio, [](double ratio) { return ratio != 1; }))
    data.gear_ratio.clear();
}

/// The flaws of data that the chain does not need, all others being errors.
inline Names remarks_on_flaws(const Robot& robot) {
  Names limits, flaws, found;
  for (const Joint& joint : robot.joints())
    if (!joint.no_limits.empty())
      limits.push_back(quoted(joint.name) + " (" + joined(joint.no_limits, ", ") + ")");
  if (!limits.empty()) found.push_back("impossible limits, ignored: " + listed(limits));
  for (const Link& link : robot.links())
    flaws.insert(flaws.end(), link.flaws.begin(), link.flaws.end());
  for (const Joint& joint : robot.joints())
    flaws.insert(flaws.end(), joint.flaws.begin(), joint.flaws.end());
  if (!flaws.empty())
    found.push_back(
        "ignored, because the chain does not need it: " + flaws.front() +
        (flaws.size() > 1 ? "; and " + std::to_string(flaws.size() - 1) + " more" : ""));
  return found;
}

/// The links of a file that move with each joint of a chain, the first ones being the base.
inline std::vector<NamedFrame> named_frames(const Robot& robot, const Link& base,
                                            const Robot::Joints& joints, const LinkFrames& frames) {
  std::vector<NamedFrame> found;
  for (std::size_t number = 0; number <= joints.size(); ++number) {
    const Link& first = number == 0 ? base : robot.link(joints[number - 1]->child);
    const Frame pose = number == 0 ? inverse(frames.base) : frames.links[number - 1];
    for (const Placed& each : robot.rigid(first, pose)) {
      if (each.link != &first) require_sound(*robot.before(*each.link));
      if (!each.link->auxiliary)
        found.push_back({each.link->name, static_cast<int>(number), each.pose});
    }
  }
  return found;
}

/// The bodies of links, each in the frame of its own.
inline void set_bodies(ArmData& data, const std::vector<Body>& bodies, const LinkFrames& frames) {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Body body = bodies[k].moved(frames.links[k]);
    data.mass.push_back(body.mass);
    data.com.insert(data.com.end(), body.com.begin(), body.com.end());
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) data.inertia.push_back(body.inertia(row, column));
  }
}

/// The arm between two links of a tree, with joints locked as requested. Refuses
/// links that are not there or not one beyond the other, several roots or chains, and joints on the
/// chain that an arm does not support.
inline Reading read_chain(Robot& robot, const Asked& asked) {
  const Link& first = first_link(robot, asked.base);
  Positions locked = locked_positions(robot, asked.locked);
  LastLink end;
  if (asked.tip)
    end.link = &robot.link(choice("tip", *asked.tip, robot.link_names()));
  else
    end = ChainEnds(robot, locked).last_link(first);
  Names remarks = end.remarks;
  if (!end.gripper.empty()) {
    locked = at_zero(robot, end.gripper, locked);
    const std::string tip = quoted(end.link->name);
    remarks.push_back("gripper locked at its zero and lumped with " + tip + ": the joints " +
                      quoted(Chain::names_of(end.gripper)) + Chain::weight_of(robot, end.gripper) +
                      "; locked= sets other positions, tip=" + tip + " leaves them out");
  }
  if (asked.mimic && choice("mimic", *asked.mimic, {"lock", "independent"}) == "lock") {
    Robot::Joints following = joints_between(robot, first, *end.link);
    std::erase_if(following,
                  [](const Joint* joint) { return !joint->mimics || !joint->movable(); });
    locked = at_zero(robot, following, locked);
  }
  lock(robot, locked);
  if (asked.mimic)
    for (Joint& joint : robot.joints()) joint.mimics.reset();

  const Chain chain(robot, path_between(robot, first, *end.link));
  const LinkFrames frames = chain.frames();
  Reading reading;
  ArmData& data = reading.data;
  data.joints = chain.letters();
  data.a = frames.a;
  data.a_y = frames.a_y;
  data.alpha = frames.alpha;
  data.d = frames.d;
  data.theta = frames.theta;
  data.base = frames.base;
  data.tool = frames.tool;
  if (chain.has_bodies()) set_bodies(data, chain.bodies(), frames);
  set_drives(data, chain.joints());
  data.joint_names = Chain::names_of(chain.joints());
  for (const Joint* joint : chain.joints())
    data.link_names.push_back(name_in_file(robot, joint->child));
  if (end.link->name != data.link_names.back()) data.tool_name = end.link->name;
  data.frames = named_frames(robot, first, chain.joints(), frames);
  data.name = robot.name();

  for (const Names& more :
       {chain.remarks(), remarks_on_flaws(robot), chain.remarks_on_wide_links(frames.reach)})
    remarks.insert(remarks.end(), more.begin(), more.end());
  for (const std::string& wrong : chain.unsound())
    remarks.push_back(wrong +
                      "; the arm is read without inertia; arm.with_nearest_bodies() has that of "
                      "the nearest possible bodies");
  reading.remarks = std::move(remarks);
  reading.locked = std::move(locked);
  reading.unsound = chain.unsound();
  reading.first = first.name;
  reading.last = end.link->name;
  return reading;
}

}  // namespace equidyn::model
