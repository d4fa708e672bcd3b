/// @file transmissions.hpp
/// Motors in a URDF: reductions and rotor inertias of its transmissions, also as Drake has them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "equidyn/model/element.hpp"

namespace equidyn::model {

/// A motor on a joint.
struct Motor {
  double inertia = 0;    ///< of its rotor
  double reduction = 1;  ///< its turns for one of the joint
  Names not_taken = {};  ///< why it is not read

  bool operator==(const Motor&) const = default;
};

/// The motors in a URDF, by the names of their joints.
class Motors {
 public:
  explicit Motors(const Element& robot) {
    for (const Element* each : robot.all("transmission")) add_transmission(*each);
    for (const Element* control : robot.all("ros2_control"))
      for (const Element* each : control->all("transmission")) add_transmission(*each);
    for (const Element* joint : robot.all("joint"))
      add({joint->attribute_or_nothing("name")}, *joint);
  }

  /// Null where there is none.
  const Motor* of(const std::string& joint) const {
    const auto found = motors_.find(joint);
    return found == motors_.end() ? nullptr : &found->second;
  }

 private:
  void add_transmission(const Element& element) {
    Names names;
    for (const Element* joint : element.all("joint"))
      names.push_back(joint->attribute_or_nothing("name"));
    add(distinct(names), element);
  }

  /// Adds the motor that an element of these joints describes, if it describes one.
  void add(const Names& joints, const Element& element) {
    Motor motor = motor_of(element);
    if (motor == Motor()) return;
    if (joints.size() > 1 || element.all("actuator").size() > 1)
      motor = {.not_taken = {"motors coupled by a transmission"}};
    for (const std::string& joint : joints) {
      const auto [place, is_new] = motors_.emplace(joint, motor);
      // the same motor is listed for each interface to it
      if (!is_new && place->second != motor)
        place->second = {.not_taken = {"contradictory motors"}};
    }
  }

  static Motor motor_of(const Element& element) {
    Names wrong;
    // the first one that is there counts
    const double inertia =
        value_of(element, {"drake:rotor_inertia", "motorInertia", "motor_inertia"}, 0,
                 [](double x) { return x >= 0; }, wrong);
    const double reduction =
        value_of(element, {"drake:gear_ratio", "mechanicalReduction", "mechanical_reduction"}, 1,
                 [](double x) { return x != 0; }, wrong);
    if (!wrong.empty()) return {.not_taken = wrong};
    return {inertia, reduction};
  }

  /// The number in the first of these elements; an impossible one is noted.
  static double value_of(const Element& element, const Names& tags, double otherwise,
                         bool (*allowed)(double), Names& wrong) {
    for (const std::string& tag : tags)
      for (const Element* found : element.within(tag)) {
        const std::string text = written_in(*found);
        if (text.empty()) continue;
        const std::optional<double> value = number_of(text);
        if (value && allowed(*value)) return *value;
        wrong.push_back("the motor with <" + tag + "> " + quoted_beginning(text));
        return otherwise;
      }
    return otherwise;
  }

  static std::string written_in(const Element& element) {
    const std::string value = element.attribute_or_nothing("value");
    const std::string& text = value.empty() ? element.text : value;
    const std::vector<std::string_view> words = words_of(text);
    return joined(Names(words.begin(), words.end()), " ");
  }

  std::map<std::string, Motor> motors_;
};

}  // namespace equidyn::model
