/// @file states.hpp
/// A batch of states as the kernels read it: rows of numbers, plain data, the same for every
/// instruction set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "equidyn/kernels/model.hpp"
#include "equidyn/kernels/quantities.hpp"

namespace equidyn::kernels {

/// Rows of numbers in memory, `stride` numbers apart; 0 if one row serves all states.
template <class T>
struct Operand {
  const T* data = nullptr;  ///< null if not given
  std::ptrdiff_t stride = 0;
};

/// States of the arm, one a row, n numbers in each operand unless said otherwise.
template <class T>
struct States {
  Operand<T> q, qd, qdd, tau;
  Operand<T> v;                    ///< joint velocities beside qd
  Operand<T> dq, dqd, dqdd, dtau;  ///< tangents
  Operand<T> cotangent;            ///< of the result
  Operand<T> tip_wrench;           ///< 6: force and moment at the tool, in its axes
  /// 3 each, all given or none: angular velocity, angular and linear acceleration of the base, in
  /// its axes.
  Operand<T> base_w, base_al, base_a;
  bool friction = false, motors = false;  ///< which effects of the motors are included
  bool in_tool = false;                   ///< in axes of the tool, not of the world
};

/// The arms of the rows of a batch, one for each. Models lie in blocks of as many as a register has
/// lanes; those of the last block that are left repeat another one.
template <class T>
struct ModelsOfRows {
  int n;                      ///< joints of each
  const std::byte* blocks;    ///< each begins with a Model of registers
  std::ptrdiff_t block_size;  ///< bytes
  const std::int32_t* arm;    ///< number of the arm of each row
};

/// Packs models into blocks.
template <class T>
struct ModelPacker {
  int lanes = 0;
  /// Bytes of a block, aligned to 64, for arms of n joints.
  std::size_t (*block_size)(int n) = nullptr;
  /// Sets a lane of a block, or all of them by the first arm. All arms have one structure.
  void (*set)(const Model<T>& arm, void* block, int lane, bool first) = nullptr;
  /// Copies a model of registers, which has an arm in each lane, to a block.
  void (*set_all)(const void* model, void* block) = nullptr;
};

/// The arrays of the results of a quantity, in each a row for every state; null beyond the last.
template <class T>
using Results = std::array<T*, kMostResults>;

/// Evaluates a quantity for states of an arm.
template <class T>
struct Kernel {
  /// Evaluates the states from `first` up to, but not including, `end` into rows of `out`. Returns
  /// whether all numbers read and written are certainly finite and, for forward dynamics, every
  /// joint certainly moves mass; if not, the caller has to check.
  bool (*evaluate)(const Model<T>& arm, const States<T>& states, std::ptrdiff_t first,
                   std::ptrdiff_t end, const Results<T>& out, void* scratch) = nullptr;
  /// Bytes of scratch memory, aligned to 64, for a number of states of n joints.
  std::size_t (*scratch_size)(int n, std::ptrdiff_t states) = nullptr;

  /// The same for states of many arms.
  bool (*evaluate_each)(const ModelsOfRows<T>& arms, const States<T>& states, std::ptrdiff_t first,
                        std::ptrdiff_t end, const Results<T>& out, void* scratch) = nullptr;
  std::size_t (*scratch_size_each)(int n) = nullptr;
};

/// Indexed by Task.
template <class T>
using KernelTable = std::array<Kernel<T>, kTasks>;

}  // namespace equidyn::kernels
