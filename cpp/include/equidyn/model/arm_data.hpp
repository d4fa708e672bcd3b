/// @file arm_data.hpp
/// The description of an arm, as users and files give it.
#pragma once

#include <string>
#include <vector>

#include "equidyn/model/exact.hpp"
#include "equidyn/model/words.hpp"

namespace equidyn::model {

using Numbers = std::vector<double>;

/// A frame that is fixed to a link; link 0 is the base.
struct NamedFrame {
  std::string name;
  int link;
  Frame pose;
};

/// Data of n links and joints, in the units and frames of `equidyn.Arm` in Python; matrices row after
/// row. What an arm does not have is empty.
struct ArmData {
  std::string convention = "modified";  ///< or "standard"
  std::string joints;                   ///< a letter for each: R revolute, P prismatic
  Numbers a, a_y, alpha, d, theta;      ///< n
  Numbers mass, com, inertia;           ///< n, n times 3, n times 3 times 3
  Numbers gravity{0, 0, -9.81};
  Frame base, tool;
  Numbers motor_inertia, gear_ratio, viscous, stribeck;                      ///< n
  Numbers coulomb, breakaway;                                                ///< n times 2
  Numbers limits;                                                            ///< n times 2
  Numbers velocity_limits, acceleration_limits, jerk_limits, effort_limits;  ///< n
  Names joint_names, link_names;                                             ///< n
  std::string tool_name;
  std::vector<NamedFrame> frames;
  std::string name;

  std::size_t n() const { return joints.size(); }
  bool has_bodies() const { return !mass.empty() && !com.empty() && !inertia.empty(); }
};

}  // namespace equidyn::model
