/// @file drives.hpp
/// Friction and motor inertia of the joints.
#pragma once

#include <vector>

namespace equidyn {

/// For every joint, on the joint side of the gear; empty where the arm has no such data.
struct Drives {
  std::vector<double> viscous;         ///< G^2 B
  std::vector<double> forwards;        ///< |G| Tc for qd > 0
  std::vector<double> backwards;       ///< |G| Tc for qd < 0
  std::vector<double> motor_inertia;   ///< G^2 Jm
  std::vector<double> more_forwards;   ///< |G| Tb for qd > 0, near rest
  std::vector<double> more_backwards;  ///< |G| Tb for qd < 0, near rest
  std::vector<double> per_stribeck;    ///< |G| / vs

  bool have_friction() const { return !viscous.empty(); }
  /// Whether friction, if there is any, is linear in parameters.
  bool have_linear_friction() const { return per_stribeck.empty(); }
  bool have_motors() const { return !motor_inertia.empty(); }
};

}  // namespace equidyn
