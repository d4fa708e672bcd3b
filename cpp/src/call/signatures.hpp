/// @file signatures.hpp
/// The methods of the Python class Arm behind which there is a kernel.
#pragma once

#include <array>
#include <string>

#include "instruction_sets/instruction_sets.hpp"

namespace equidyn {

struct Signature {
  const char* name;
  Task task;
  int operands;  ///< of q, qd and effort, how many
};

constexpr std::array kSignatures{
    Signature{"inverse_dynamics", Task::kInverseDynamics, 3},
    Signature{"bias", Task::kInverseDynamics, 2},
    Signature{"gravity_torque", Task::kGravityTorque, 1},
    Signature{"mass_matrix", Task::kMassMatrix, 1},
    Signature{"forward_dynamics", Task::kForwardDynamics, 3},
    Signature{"inverse_dynamics_derivatives", Task::kDerivatives, 3},
};

/// The signature of a method, or null.
inline const Signature* signature_of(const std::string& method) {
  for (const Signature& signature : kSignatures)
    if (method == signature.name) return &signature;
  return nullptr;
}

}  // namespace equidyn
