/// @file instruction_sets.hpp
/// The production kernels, compiled for several instruction sets in one binary, and the choice of
/// one of them at run time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include "equidyn/kernels/inverse_kinematics.hpp"
#include "equidyn/kernels/simulation.hpp"

namespace equidyn {

using kernels::Task;

/// Independent multiply-adds of the measurement of peak speed: enough to hide their latency, and no
/// more than the registers of the baseline.
constexpr int kChains = 12;

struct InstructionSet {
  const char* name;
  int lanes;  ///< of float64 in a register
  kernels::KernelTable<double> in_float64;
  kernels::KernelTable<float> in_float32;
  kernels::Simulator<double> simulator;
  kernels::PoseSolver<double> pose_solver;
  kernels::ModelPacker<double> packer_of_float64;
  kernels::ModelPacker<float> packer_of_float32;
  /// Does `rounds` multiply-adds x * factor + term in each lane of `kChains` registers; returns the
  /// sum of all x.
  double (*multiply_add)(std::ptrdiff_t rounds, double factor, double term);

  template <class T>
  const kernels::Kernel<T>& kernel(Task task) const {
    if constexpr (std::is_same_v<T, float>)
      return in_float32[static_cast<std::size_t>(task)];
    else
      return in_float64[static_cast<std::size_t>(task)];
  }
  template <class T>
  const kernels::ModelPacker<T>& packer() const {
    if constexpr (std::is_same_v<T, float>)
      return packer_of_float32;
    else
      return packer_of_float64;
  }
};

/// Those that this machine supports, the baseline first.
std::span<const InstructionSet> available_instruction_sets();

/// The one of this name; throws std::invalid_argument, with a message about `what`, if it is not
/// available.
const InstructionSet& instruction_set(const std::string& name, const char* what);

/// The one in use: the last of those available, or the one that the environment variable
/// EQUIDYN_INSTRUCTION_SET names. Throws std::invalid_argument if that is not available.
const InstructionSet& chosen_instruction_set();

/// The kernel for this number of states: of the chosen set, or of a lower one that gives the same bits
/// sooner.
template <class T>
const kernels::Kernel<T>& chosen_kernel(Task task, std::ptrdiff_t states);

/// The simulator for this number of arms, and the solver for this number of poses, chosen similarly.
const kernels::Simulator<double>& chosen_simulator(std::ptrdiff_t states);
const kernels::PoseSolver<double>& chosen_pose_solver(std::ptrdiff_t poses);

}  // namespace equidyn
