/// @file drives.hpp
/// What the drives of the joints add to the torques of the links.
#pragma once

#include <vector>

namespace equidyn {

/// Of every joint, seen from the joint; empty where the arm has no such data.
struct Drives {
  std::vector<double> viscous;        ///< G^2 B
  std::vector<double> forwards;       ///< |G| Tc for qd > 0
  std::vector<double> backwards;      ///< |G| Tc for qd < 0
  std::vector<double> motor_inertia;  ///< G^2 Jm

  bool have_friction() const { return !viscous.empty(); }
  bool have_motors() const { return !motor_inertia.empty(); }
};

}  // namespace equidyn
