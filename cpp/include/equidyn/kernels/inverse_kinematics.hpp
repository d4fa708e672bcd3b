/// @file inverse_kinematics.hpp
/// Searches for joint positions as the kernels read them: rows of desired poses, plain data, the
/// same for every instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "equidyn/kernels/states.hpp"

namespace equidyn::kernels {

/// Components of the error of a pose: shift along x, y and z, rotation vector.
constexpr int kPoseErrors = 6;

/// Starts of a row: the one given, and random ones.
constexpr int kStarts = 100;

/// Desired poses of the tool, one a row, and the joint positions found for them.
template <class T>
struct PoseSearch {
  Operand<T> pose;          ///< 16: 4 x 4, row by row
  std::ptrdiff_t path = 1;  ///< how many rows follow each other on a path
  Operand<T> start;         ///< n: of the first row of each path; others start where it has led
  std::uint64_t seed = 0;   ///< of the random starts
  const T *lowest = nullptr, *highest = nullptr;  ///< n each: between which those are
  const T *lower = nullptr, *upper = nullptr;     ///< limits, n each; infinite where there is none
  const bool* winds = nullptr;  ///< n: whether whole turns change nothing, and are removed
  T weight[kPoseErrors] = {1, 1, 1, 1, 1, 1};  ///< of the components of the error: 1, or 0
  T tolerance = 0;

  T* q = nullptr;                      ///< n a row: the positions
  T* residual = nullptr;               ///< one a row: length of the weighted error
  std::int64_t* iterations = nullptr;  ///< one a row: steps tried, from all starts together
};

/// The kernel that searches.
template <class T>
struct PoseSolver {
  /// Searches for the rows from `first` up to, but not including, `end`.
  void (*solve)(const Model<T>& arm, const PoseSearch<T>& search, std::ptrdiff_t first,
                std::ptrdiff_t end, void* scratch) = nullptr;
  /// Bytes of scratch memory, aligned to 64, for n joints.
  std::size_t (*scratch_size)(int n) = nullptr;

  /// The same for many arms.
  void (*solve_each)(const ModelsOfRows<T>& arms, const PoseSearch<T>& search, std::ptrdiff_t first,
                     std::ptrdiff_t end, void* scratch) = nullptr;
  std::size_t (*scratch_size_each)(int n) = nullptr;
};

}  // namespace equidyn::kernels
