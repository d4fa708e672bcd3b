/// @file states.hpp
/// What a batch of states is to the kernels: rows of numbers, plain data for every instruction set.
#pragma once

#include <array>
#include <cstddef>

#include "equidyn/kernels/model.hpp"
#include "equidyn/kernels/quantities.hpp"

namespace equidyn::kernels {

/// Rows of numbers in memory, `stride` numbers apart; 0 where one row serves all states.
template <class T>
struct Operand {
  const T* data = nullptr;  ///< null where it was not given
  std::ptrdiff_t stride = 0;
};

/// Every row a state of the arm, of n numbers unless said otherwise.
template <class T>
struct States {
  Operand<T> q, qd, qdd, tau;
  Operand<T> tip_wrench;  ///< 6: force and moment at the tool, in its axes
  /// 3 each, all given or none: angular velocity, angular and linear acceleration of the base, in
  /// its axes.
  Operand<T> base_w, base_al, base_a;
  bool friction = false, motors = false;  ///< which drives of the arm take part
  bool in_tool = false;                   ///< in axes of the tool, not of the world
};

/// What evaluates states of an arm.
template <class T>
struct Kernel {
  /// Evaluates the states from `first` up to, but not including, `end` into rows of `out` (and of
  /// `second`, where there are two results). Says whether all that it read and wrote is finite, and
  /// whether every joint moves mass where it has to, for certain: where it says no, look closer.
  bool (*evaluate)(const Model<T>& arm, const States<T>& states, std::ptrdiff_t first,
                   std::ptrdiff_t end, T* out, T* second, void* scratch) = nullptr;
  /// Bytes of scratch space, aligned to 64, that this takes for so many states of n joints.
  std::size_t (*scratch_size)(int n, std::ptrdiff_t states) = nullptr;
};

/// By Task.
template <class T>
using KernelTable = std::array<Kernel<T>, kTasks>;

}  // namespace equidyn::kernels
