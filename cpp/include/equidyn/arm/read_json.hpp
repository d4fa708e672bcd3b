/// @file read_json.hpp
/// Arms from the JSON files that `Arm.save` writes in Python. It alone needs nlohmann_json, a
/// library for JSON, which programs that read files bring along.
#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "equidyn/arm/drives.hpp"
#include "equidyn/arm/parameters.hpp"

namespace equidyn {

/// The contents of such a file. Shapes and numbers are checked here; Python checked before saving
/// that the bodies are physically possible.
class ArmFile {
 public:
  /// Throws std::invalid_argument, naming the file and the key, for a file that is no arm.
  explicit ArmFile(const std::string& path) {
    try {
      read(parsed(path));
    } catch (const std::exception& error) {
      throw std::invalid_argument(path + ": " + error.what());
    }
  }

  template <Scalar T>
  Arm<T> arm() const {
    return arm_of<T>({frames_, joints_, a_.data(), a_y_.data(), alpha_.data(), d_.data(),
                      theta_.data(), mass_.data(), com_.data(), inertia_.data(), gravity_.data(),
                      base_.data(), tool_.data()});
  }
  const Drives& drives() const { return drives_; }

 private:
  using Json = nlohmann::json;
  using Numbers = std::vector<double>;
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

  void read(const Json& file) {
    if (!file.is_object()) throw std::invalid_argument("expected an object, got " + shown(file));
    require(file, "format", "equidyn arm 1");
    joints_ = word(file, "joints");
    if (joints_.empty() || joints_.find_first_not_of("RP") != std::string::npos)
      throw std::invalid_argument("joints: expected letters R and P, got " +
                                  shown(file.at("joints")));
    const std::string convention = word(file, "convention");
    if (convention != "standard") require(file, "convention", "modified");
    frames_ = convention == "standard" ? Frames::kStandardDh : Frames::kModifiedDh;

    const std::size_t n = joints_.size();
    a_ = numbers(file, "a", {n});
    a_y_ = numbers_or(file, "a_y", {n}, 0);
    alpha_ = numbers(file, "alpha", {n});
    d_ = numbers(file, "d", {n});
    theta_ = numbers(file, "theta", {n});
    mass_ = numbers(file, "mass", {n});
    com_ = numbers(file, "com", {n, 3});
    inertia_ = numbers(file, "inertia", {n, 3, 3});
    gravity_ = numbers(file, "gravity", {3});
    base_ = numbers(file, "base", {4, 4});
    tool_ = numbers(file, "tool", {4, 4});
    read_drives(file, n);
  }

  /// On the joint side: the gear ratio G multiplies velocities, and divides torques.
  void read_drives(const Json& file, std::size_t n) {
    const bool friction = given(file, "viscous") || given(file, "coulomb");
    const bool motors = given(file, "motor_inertia");
    const Numbers G = numbers_or(file, "gear_ratio", {n}, 1);
    const Numbers B = numbers_or(file, "viscous", {n}, 0);
    const Numbers Tc = numbers_or(file, "coulomb", {n, 2}, 0);
    const Numbers Jm = numbers_or(file, "motor_inertia", {n}, 0);
    for (std::size_t k = 0; k < n; ++k) {
      if (friction) {
        drives_.viscous.push_back(G[k] * G[k] * B[k]);
        drives_.forwards.push_back(std::abs(G[k]) * Tc[2 * k]);
        drives_.backwards.push_back(std::abs(G[k]) * Tc[2 * k + 1]);
      }
      if (motors) drives_.motor_inertia.push_back(G[k] * G[k] * Jm[k]);
    }
  }

  static bool given(const Json& file, const char* key) {
    return file.contains(key) && !file.at(key).is_null();
  }

  static void require(const Json& file, const char* key, const std::string& expected) {
    if (word(file, key) != expected)
      throw std::invalid_argument(std::string(key) + ": expected '" + expected + "', got " +
                                  shown(file.at(key)));
  }

  static std::string word(const Json& file, const char* key) {
    const Json& value = file.at(key);
    if (!value.is_string())
      throw std::invalid_argument(std::string(key) + ": expected a word, got " + shown(value));
    return value.get<std::string>();
  }

  /// A value in a message: the kind of a list or an object, otherwise its first characters.
  static std::string shown(const Json& value) {
    if (value.is_structured()) return std::string("an ") + value.type_name();
    const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return text.size() <= kLongestShown ? text : text.substr(0, kLongestShown) + "...";
  }

  /// The numbers of nested lists of this shape, row after row.
  static Numbers numbers(const Json& file, const char* key, const std::vector<std::size_t>& shape) {
    Numbers found;
    append(file.at(key), key, shape, 0, found);
    return found;
  }
  static Numbers numbers_or(const Json& file, const char* key,
                            const std::vector<std::size_t>& shape, double absent) {
    if (given(file, key)) return numbers(file, key, shape);
    return Numbers(shape[0] * (shape.size() == 2 ? shape[1] : 1), absent);
  }
  static void append(const Json& value, const char* key, const std::vector<std::size_t>& shape,
                     std::size_t axis, Numbers& found) {
    if (axis == shape.size()) {
      if (!value.is_number())
        throw std::invalid_argument(std::string(key) + ": expected a number, got " + shown(value));
      found.push_back(value.get<double>());
      return;
    }
    if (!value.is_array() || value.size() != shape[axis])
      throw std::invalid_argument(std::string(key) + ": expected a list of " +
                                  std::to_string(shape[axis]) + ", got " +
                                  (value.is_array() ? std::to_string(value.size()) : shown(value)));
    for (const Json& item : value) append(item, key, shape, axis + 1, found);
  }

  Frames frames_ = Frames::kStandardDh;
  std::string joints_;
  Numbers a_, a_y_, alpha_, d_, theta_, mass_, com_, inertia_, gravity_, base_, tool_;
  Drives drives_;
};

}  // namespace equidyn
