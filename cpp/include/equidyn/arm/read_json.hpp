/// @file read_json.hpp
/// Arms from the JSON files that `Arm.save` writes in Python. It alone needs nlohmann_json, a
/// library for JSON, which programs that read files bring along.
#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "equidyn/model/checked_arm.hpp"

namespace equidyn {

/// The contents of such a file, checked as Python checks them.
class ArmFile {
 public:
  /// Throws std::invalid_argument, naming the file and the key, for a file without an arm.
  explicit ArmFile(const std::string& path) {
    try {
      data_ = model::checked(read(parsed(path)));
    } catch (const std::exception& error) {
      throw std::invalid_argument(path + ": " + error.what());
    }
  }

  template <Scalar T>
  Arm<T> arm() const {
    return model::arm_of<T>(data_);
  }
  Drives drives() const { return model::drives_of(data_); }
  const model::ArmData& data() const { return data_; }

 private:
  using Json = nlohmann::json;
  using Numbers = model::Numbers;
  static constexpr const char* kFormat = "equidyn arm 1";
  static constexpr std::size_t kDeepest = 16;
  static constexpr std::size_t kLongestShown = 60;

  static Json parsed(const std::string& path) {
    // a pipe would wait for a writer, and a device may have no end
    std::error_code missing;
    if (std::filesystem::exists(path, missing) && !std::filesystem::is_regular_file(path, missing))
      throw std::invalid_argument("expected a regular file, got a folder, a device or a pipe");
    std::ifstream file(path);
    if (!file) throw std::invalid_argument("no such file, or not to be read");
    std::vector<std::set<std::string>> keys;
    return Json::parse(file, [&keys](int depth, Json::parse_event_t event, Json& value) {
      refuse_nested_or_repeated(keys, static_cast<std::size_t>(depth), event, value);
      return true;
    });
  }

  /// Nested values take stack to destroy and print; a repeated key is ambiguous.
  static void refuse_nested_or_repeated(std::vector<std::set<std::string>>& keys, std::size_t depth,
                                        Json::parse_event_t event, const Json& value) {
    if (depth > kDeepest)
      throw std::invalid_argument("nested deeper than " + std::to_string(kDeepest) + " levels");
    keys.resize(depth + 1);
    if (event == Json::parse_event_t::key && !keys[depth].insert(value).second)
      throw std::invalid_argument("the key " + shown(value) + " stands there twice");
  }

  static model::ArmData read(const Json& file) {
    if (!file.is_object()) throw std::invalid_argument("expected an object, got " + shown(file));
    if (word(file, "format") != kFormat)
      throw std::invalid_argument(std::string("format: expected '") + kFormat + "', got " +
                                  shown(file.at("format")));
    constexpr double kNone = std::numeric_limits<double>::infinity();
    model::ArmData data;
    data.joints = model::checked_letters(word(file, "joints"));
    data.convention = word(file, "convention");
    const std::size_t n = data.n();
    data.a = numbers(file, "a", {n});
    data.a_y = numbers_or_none(file, "a_y", {n});
    data.alpha = numbers(file, "alpha", {n});
    data.d = numbers(file, "d", {n});
    data.theta = numbers(file, "theta", {n});
    data.mass = numbers(file, "mass", {n});
    data.com = numbers(file, "com", {n, 3});
    data.inertia = numbers(file, "inertia", {n, 3, 3});
    data.gravity = numbers(file, "gravity", {3});
    data.base = pose(file.at("base"), "base");
    data.tool = pose(file.at("tool"), "tool");
    data.motor_inertia = numbers_or_none(file, "motor_inertia", {n});
    data.gear_ratio = numbers_or_none(file, "gear_ratio", {n});
    data.viscous = numbers_or_none(file, "viscous", {n});
    data.coulomb = numbers_or_none(file, "coulomb", {n, 2});
    data.breakaway = numbers_or_none(file, "breakaway", {n, 2});
    data.stribeck = numbers_or_none(file, "stribeck", {n});
    data.limits = numbers_or_none(file, "limits", {n, 2}, {-kNone, kNone});
    data.velocity_limits = numbers_or_none(file, "velocity_limits", {n}, {kNone});
    data.acceleration_limits = numbers_or_none(file, "acceleration_limits", {n}, {kNone});
    data.jerk_limits = numbers_or_none(file, "jerk_limits", {n}, {kNone});
    data.effort_limits = numbers_or_none(file, "effort_limits", {n}, {kNone});
    data.joint_names = names_or_none(file, "joint_names", n, "joint");
    data.link_names = names_or_none(file, "link_names", n, "link");
    if (given(file, "tool_name")) {
      data.tool_name = word(file, "tool_name");
      model::require_name("tool_name", data.tool_name);
    }
    if (given(file, "frames"))
      for (const Json& frame : list(file, "frames")) data.frames.push_back(named_frame(frame));
    if (given(file, "name")) data.name = word(file, "name");
    return data;
  }

  static model::Names names_or_none(const Json& file, const char* key, std::size_t n,
                                    const std::string& item) {
    if (!given(file, key)) return {};
    model::Names names;
    for (const Json& name : list(file, key)) names.push_back(text(name, key));
    model::require_names(key, names, n, item);
    return names;
  }

  static model::NamedFrame named_frame(const Json& frame) {
    constexpr double kMost = std::numeric_limits<int>::max();
    if (!frame.is_array() || frame.size() != 3 || !frame[1].is_number_integer() ||
        std::abs(frame[1].get<double>()) > kMost)
      throw std::invalid_argument("frames: expected a name, the number of a link and a pose, got " +
                                  shown(frame));
    const std::string name = text(frame[0], "frames");
    return {name, frame[1].get<int>(), pose(frame[2], "frames: pose of " + model::quoted(name))};
  }

  static model::Frame pose(const Json& value, const std::string& name) {
    Numbers H;
    append(value, name, {4, 4}, {}, 0, H);
    return model::rigid(name, std::span<const double, 16>(H));
  }

  static bool given(const Json& file, const char* key) {
    return file.contains(key) && !file.at(key).is_null();
  }

  static std::string word(const Json& file, const char* key) { return text(file.at(key), key); }
  static std::string text(const Json& value, const char* key) {
    if (!value.is_string())
      throw std::invalid_argument(std::string(key) + ": expected a word, got " + shown(value));
    return value.get<std::string>();
  }
  static const Json& list(const Json& file, const char* key) {
    const Json& value = file.at(key);
    if (!value.is_array())
      throw std::invalid_argument(std::string(key) + ": expected a list, got " + shown(value));
    return value;
  }

  /// A value in a message: the kind of a list or an object, otherwise its first characters.
  static std::string shown(const Json& value) {
    if (value.is_structured()) return std::string("an ") + value.type_name();
    const std::string written = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return written.size() <= kLongestShown ? written : written.substr(0, kLongestShown) + "...";
  }

  /// The numbers of nested lists of this shape, row after row. Where a number of a row may be null,
  /// `nulls` has what that means.
  static Numbers numbers(const Json& file, const char* key, const std::vector<std::size_t>& shape,
                         const Numbers& nulls = {}) {
    Numbers found;
    append(file.at(key), key, shape, nulls, 0, found);
    return found;
  }
  static Numbers numbers_or_none(const Json& file, const char* key,
                                 const std::vector<std::size_t>& shape, const Numbers& nulls = {}) {
    return given(file, key) ? numbers(file, key, shape, nulls) : Numbers();
  }
  static void append(const Json& value, const std::string& what,
                     const std::vector<std::size_t>& shape, const Numbers& nulls, std::size_t axis,
                     Numbers& found) {
    if (axis == shape.size()) {
      const bool null = value.is_null() && !nulls.empty();
      if (!null && !value.is_number())
        throw std::invalid_argument(what + ": expected a number, got " + shown(value));
      found.push_back(null ? nulls[found.size() % nulls.size()] : value.get<double>());
      return;
    }
    if (!value.is_array() || value.size() != shape[axis])
      throw std::invalid_argument(what + ": expected a list of " + std::to_string(shape[axis]) +
                                  ", got " +
                                  (value.is_array() ? std::to_string(value.size()) : shown(value)));
    for (const Json& item : value) append(item, what, shape, nulls, axis + 1, found);
  }

  model::ArmData data_;
};

}  // namespace equidyn
