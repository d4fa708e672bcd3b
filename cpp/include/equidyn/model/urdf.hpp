/// @file urdf.hpp
/// URDF, the robot format of ROS, as a tree of links. Meshes are not opened.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "equidyn/model/angles.hpp"
#include "equidyn/model/element.hpp"
#include "equidyn/model/robot.hpp"
#include "equidyn/model/transmissions.hpp"

namespace equidyn::model {

/// Links and joints of a URDF. A flaw in data that a chain may not need is noted in their owner.
class UrdfReader {
 public:
  /// With `exact`, angles are not rounded to multiples of pi/4.
  explicit UrdfReader(bool exact) : exact_(exact) {}

  Link link(const Element& element) const {
    ElementReader names("link");
    Link link{names.attribute(element, "name")};
    names.require_sound();
    link.material = element.child("visual") != nullptr || element.child("collision") != nullptr;
    const Element* const inertial = element.child("inertial");
    if (inertial == nullptr) return link;
    ElementReader data("link " + quoted(link.name));
    const auto [body, rounded] = inertia(*inertial, data);
    note(data, link.flaws);
    if (link.flaws.empty()) {
      if (body.there()) link.body = body;
      link.rounded = rounded;
    }
    return link;
  }

  Joint joint(const Element& element) const {
    ElementReader names("joint");
    const std::string name = names.attribute(element, "name");
    names.require_sound();
    const std::string owner = "joint " + quoted(name);
    ElementReader ends(owner);
    const std::string kind = known_kind(element, ends);
    const std::string parent = ends.attribute(ends.child(element, "parent"), "link");
    const std::string child = ends.attribute(ends.child(element, "child"), "link");
    ends.require_sound();
    Joint joint{name, kind, parent, child};
    ElementReader places(owner);
    const Origin place = origin(element, places);
    note(places, joint.flaws);
    if (joint.flaws.empty()) {
      joint.placement = place.pose;
      joint.rounded = place.rounded;
    }
    // others have axes, limits and the like in files, which mean nothing
    if (joint.movable()) read_motion(element, owner, joint);
    return joint;
  }

 private:
  struct Origin {
    Frame pose = {};
    Names rounded = {};  ///< angles that were rounded
  };

  static void note(const ElementReader& reader, Names& flaws) {
    if (reader.flaw()) flaws.push_back(*reader.flaw());
  }

  static std::string known_kind(const Element& element, ElementReader& reader) {
    static const Names kKinds{"revolute", "continuous", "prismatic", "fixed",
                              "floating", "planar",     "spherical"};
    const std::string kind = reader.attribute(element, "type");
    if (std::ranges::find(kKinds, kind) == kKinds.end())
      reader.note("<joint type>: expected one of " + joined(kKinds, ", ") + ", got " +
                  quoted(kind));
    return kind;
  }

  /// The body in the link frame.
  std::pair<Body, Names> inertia(const Element& inertial, ElementReader& reader) const {
    const double mass = reader.magnitude(reader.child(inertial, "mass"), "value");
    const Element& tensor = reader.child(inertial, "inertia");
    std::array<double, 6> I;
    std::size_t k = 0;
    for (const char* name : {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"})
      I[k++] = reader.number(tensor, name);
    Body body{.mass = mass};
    body.inertia << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
    const Origin place = origin(inertial, reader);
    return {body.moved(place.pose), place.rounded};
  }

  /// Rotations about the fixed axes x, y, z, then the translation.
  Origin origin(const Element& element, ElementReader& reader) const {
    const Element* const found = element.child("origin");
    if (found == nullptr) return {};
    Origin place;
    std::array<std::array<double, 2>, 3> turns;
    const Names written = reader.words(*found, "rpy", 3, "0 0 0");
    for (std::size_t k = 0; k < 3; ++k) {
      const std::string& word = written[k];
      turns[k] = exact_cosine_and_sine(exact_ ? number_of(word).value_or(0) : meant_angle(word));
      if (!exact_ && is_told_angle(word))
        place.rounded.push_back(word + " (" + reader.owner() + ")");
    }
    const auto [cr, sr] = turns[0];
    const auto [cp, sp] = turns[1];
    const auto [cy, sy] = turns[2];
    place.pose.R << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
        sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,              //
        -sp, cp * sr, cp * cr;
    place.pose.p = reader.vector(*found, "xyz", "0 0 0");
    return place;
  }

  static void read_motion(const Element& element, const std::string& owner, Joint& joint) {
    joint.damping = friction(element, owner, "damping", joint.flaws);
    joint.friction = friction(element, owner, "friction", joint.flaws);
    read_axis(element, owner, joint);
    read_limits(element, joint);
    read_mimic(element, owner, joint);
  }

  static double friction(const Element& element, const std::string& owner, const std::string& name,
                         Names& flaws) {
    const Element* const dynamics = element.child("dynamics");
    if (dynamics == nullptr) return 0;
    ElementReader reader(owner);
    const double value = reader.magnitude(*dynamics, name, "0");
    note(reader, flaws);
    return reader.flaw() ? 0 : value;
  }

  static void read_axis(const Element& element, const std::string& owner, Joint& joint) {
    const Element* const axis = element.child("axis");
    ElementReader reader(owner);
    const Vector given = axis != nullptr ? reader.vector(*axis, "xyz") : Vector::UnitX();
    const double largest = given.cwiseAbs().maxCoeff();
    if (largest == 0) reader.note("<axis xyz>: expected a direction, got '0 0 0'");
    note(reader, joint.flaws);
    if (reader.flaw()) return;
    // scaled first, since squares may overflow
    const Vector scaled = given / largest;
    joint.axis = scaled / length(scaled);
  }

  static void read_mimic(const Element& element, const std::string& owner, Joint& joint) {
    const Element* const mimic = element.child("mimic");
    if (mimic == nullptr) return;
    ElementReader reader(owner);
    const std::string leader = reader.attribute(*mimic, "joint");
    const double multiplier = reader.number(*mimic, "multiplier", "1");
    const double offset = reader.number(*mimic, "offset", "0");
    note(reader, joint.flaws);
    if (!reader.flaw()) joint.mimics = Mimic{leader, multiplier, offset};
  }

  static void read_limits(const Element& element, Joint& joint) {
    const Element* const limit = element.child("limit");
    if (limit == nullptr) return;
    const bool given = limit->attribute("lower") != nullptr || limit->attribute("upper") != nullptr;
    if (given && joint.kind != "continuous") {
      const double lower = limit_of(*limit, "lower", joint.no_limits);
      const double upper = limit_of(*limit, "upper", joint.no_limits);
      if (lower > upper)
        joint.no_limits.push_back("lower " + shown(lower) + ", upper " + shown(upper));
      if (lower <= upper) set_limits(joint, lower, upper);
    }
    joint.velocity = largest(*limit, "velocity", joint.no_limits);
    joint.effort = largest(*limit, "effort", joint.no_limits);
  }

  /// The largest velocity or effort; files have 0 or -1 where they know none.
  static double largest(const Element& limit, const std::string& name, Names& no_limits) {
    const double value = limit_of(limit, name, no_limits);
    if (value < 0) no_limits.push_back(name + " " + shown(value));
    return value > 0 && value < kUnlimited ? value : kInfinity;
  }

  /// The number in an attribute, 0 if absent; NaN if it is not a number.
  static double limit_of(const Element& limit, const std::string& name, Names& no_limits) {
    ElementReader reader("");
    const double value = reader.number(limit, name, "0");
    if (!reader.flaw()) return value;
    no_limits.push_back(name + " " + quoted_beginning(limit.attribute_or_nothing(name)));
    return std::numeric_limits<double>::quiet_NaN();
  }

  bool exact_;
};

/// The tree in the outermost element of a URDF.
inline Robot robot_of_urdf(const Element& root, bool exact) {
  if (root.tag != "robot") refuse("not a URDF: expected <robot>, got <" + root.tag + ">");
  const UrdfReader reader(exact);
  std::vector<Link> links;
  std::vector<Joint> joints;
  for (const Element* element : root.all("link")) links.push_back(reader.link(*element));
  for (const Element* element : root.all("joint")) joints.push_back(reader.joint(*element));
  const Motors motors(root);
  for (Joint& joint : joints) {
    const Motor* const motor = motors.of(joint.name);
    if (motor == nullptr || !joint.movable()) continue;
    joint.armature = motor->inertia;
    joint.reduction = motor->reduction;
    joint.not_taken = motor->not_taken;
  }
  return Robot(root.attribute_or_nothing("name"), std::move(links), std::move(joints));
}

}  // namespace equidyn::model
