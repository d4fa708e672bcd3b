// Arms from URDF; the host has parsed the XML.
#include "equidyn/model/urdf.hpp"

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "equidyn/interface/lab.h"
#include "equidyn/model/chain.hpp"
#include "wasm/json_text.hpp"
#include "wasm/split.hpp"

namespace equidyn {
namespace {

using model::Numbers;
using Shape = std::vector<std::size_t>;

/// The tree in elements, written as in lab.h.
model::Robot robot_of(const char* elements) {
  std::vector<model::FlatElement> flat;
  for (const std::string_view element : split(elements, '\x1e')) {
    const std::vector<std::string_view> fields = split(element, '\x1f');
    if (fields.size() < 3) model::refuse("elements: expected depth, tag and text of each");
    model::FlatElement& each = flat.emplace_back();
    each.depth = fields[0].size();
    each.tag = fields[1];
    each.text = fields[2];
    for (std::size_t k = 3; k + 1 < fields.size(); k += 2)
      each.attributes.emplace_back(fields[k], fields[k + 1]);
  }
  return model::robot_of_urdf(model::tree_of(flat), false);
}

/// Numbers as nested lists; a limit that is none is null.
std::string nested(const double*& next, std::span<const std::size_t> shape) {
  if (shape.empty()) {
    const double number = *next++;
    return std::isfinite(number) ? json(number) : "null";
  }
  JsonText list('[');
  for (std::size_t k = 0; k < shape[0]; ++k) list.append(nested(next, shape.subspan(1)));
  return list.closed();
}

std::string rows_of(const Numbers& numbers, const Shape& shape) {
  const double* next = numbers.data();
  return numbers.empty() ? "null" : nested(next, shape);
}

std::string rows_of(const model::Frame& pose) {
  Numbers numbers;
  for (int row = 0; row < 3; ++row)
    numbers.insert(numbers.end(), {pose.R(row, 0), pose.R(row, 1), pose.R(row, 2), pose.p(row)});
  numbers.insert(numbers.end(), {0, 0, 0, 1});
  return rows_of(numbers, {4, 4});
}

std::string frames_of(const model::ArmData& data) {
  JsonText frames('[');
  for (const auto& [name, link, pose] : data.frames) {
    JsonText frame('[');
    for (const std::string& item : {json(name), json(link), rows_of(pose)}) frame.append(item);
    frames.append(frame.closed());
  }
  return frames.closed();
}

/// The arm in the form of files.
std::string description_of(const model::ArmData& data) {
  const std::size_t n = data.n();
  JsonText arm('{');
  const auto set = [&arm](std::string_view key, const Numbers& numbers, const Shape& shape) {
    arm.set_written(key, rows_of(numbers, shape));
  };
  arm.set("convention", data.convention);
  arm.set("joints", data.joints);
  set("a", data.a, {n});
  set("a_y", data.a_y, {n});
  set("alpha", data.alpha, {n});
  set("d", data.d, {n});
  set("theta", data.theta, {n});
  set("mass", data.mass, {n});
  set("com", data.com, {n, 3});
  set("inertia", data.inertia, {n, 3, 3});
  arm.set_written("base", rows_of(data.base));
  arm.set_written("tool", rows_of(data.tool));
  set("limits", data.limits, {n, 2});
  set("velocity_limits", data.velocity_limits, {n});
  set("effort_limits", data.effort_limits, {n});
  set("viscous", data.viscous, {n});
  set("coulomb", data.coulomb, {n, 2});
  set("motor_inertia", data.motor_inertia, {n});
  set("gear_ratio", data.gear_ratio, {n});
  arm.set_written("joint_names", json_list(data.joint_names));
  arm.set_written("link_names", json_list(data.link_names));
  arm.set_written("tool_name", data.tool_name.empty() ? "null" : json(data.tool_name));
  arm.set_written("frames", frames_of(data));
  arm.set("name", data.name);
  return arm.closed();
}

/// Keeps a text until the next one is asked for.
const char* told(std::string text) {
  static std::string last;
  last = std::move(text);
  return last.c_str();
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

const char* equidyn_urdf_links(const char* elements) {
  const model::Robot robot = robot_of(elements);
  JsonText found('{');
  found.set_written("links", json_list(robot.link_names()));
  found.set_written("leaves", json_list(robot.leaves()));
  return told(found.closed());
}

const char* equidyn_read_urdf(const char* elements, const char* base, const char* tip) {
  model::Robot robot = robot_of(elements);
  model::Asked asked;
  if (*base != '\0') asked.base = base;
  if (*tip != '\0') asked.tip = tip;
  const model::Reading reading = model::read_chain(robot, asked);
  if (!reading.unsound.empty()) model::refuse(reading.unsound.front());
  JsonText found('{');
  found.set_written("description", description_of(reading.data));
  found.set_written("ends", json_list(model::Names{reading.first, reading.last}));
  found.set_written("remarks", json_list(reading.remarks));
  return told(found.closed());
}
