/// @file arm_with_inputs.hpp
/// An arm with some data, chosen by name, as inputs of a trace, like the state.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "bind/tracing.hpp"
#include "equidyn/arm/arm_over.hpp"

namespace equidyn {

/// Asks for inputs by the names of the arm's data in Python, row after row. Of a link, what is 0
/// stays 0: "com[4]" is an input only where the centre of mass of link 2 has a y coordinate.
class ArmInputs {
 public:
  ArmInputs(std::vector<std::string> names, Inputs& inputs)
      : names_(std::move(names)), inputs_(inputs) {}

  Arm<Traced> arm(const Arm<double>& given) {
    auto result = arm_over<Traced>(given);
    for (int i = 1; i <= given.n; ++i) ask_for_link(i - 1, result.link[i]);
    if (!asked("gravity")) return result;
    for (int axis = 0; axis < 3; ++axis)
      result.gravity(axis) = inputs_.scalar(element("gravity", axis), given.gravity(axis));
    return result;
  }

  /// A point mass at the origin of the tool frame becomes part of the last link.
  void add_payload(Arm<Traced>& arm) {
    Body<Traced>& body = arm.link[arm.n].body;
    const Traced load = inputs_.scalar(element("payload", 0), 1), together = body.m + load;
    const Traced share = body.m.is(0) ? Traced(1) : load / together;
    const Vec3<Traced> r = arm.tool.p - body.c;
    const Mat3<Traced> moments = r.dot(r) * Mat3<Traced>::Identity() - r * r.transpose();
    body.I += (body.m * share) * moments;
    body.c += share * r;
    body.m = together;
  }

 private:
  void ask_for_link(int k, Link<Traced>& link) {
    ask("mass", k, link.body.m);
    for (int i = 0; i < 3; ++i) {
      ask("com", 3 * k + i, link.body.c(i));
      for (int j = i; j < 3; ++j) {
        ask("inertia", 9 * k + 3 * i + j, link.body.I(i, j));
        link.body.I(j, i) = link.body.I(i, j);
      }
    }
    ask("a", k, link.a);
    ask("a_y", k, link.a_y);
    ask("d", k, link.d);
  }

  void ask(const std::string& name, int index, Traced& number) {
    if (asked(name) && !number.is(0))
      number = inputs_.scalar(element(name, index), number.reference().value);
  }

  bool asked(const std::string& name) const {
    return std::ranges::find(names_, name) != names_.end();
  }
  static std::string element(const std::string& name, int index) {
    return name + "[" + std::to_string(index) + "]";
  }

  std::vector<std::string> names_;
  Inputs& inputs_;
};

}  // namespace equidyn
