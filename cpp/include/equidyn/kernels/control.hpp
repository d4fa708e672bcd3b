/// @file control.hpp
/// What a controller is to the kernels: plain data for every instruction set.
#pragma once

#include <cstddef>

#include "equidyn/kernels/model.hpp"

namespace equidyn::kernels {

/// What becomes of that which the gains ask for.
enum class Law : int {
  kComputedTorque,  ///< it is an acceleration, and the model says which torque that takes
  kGravity,         ///< it is a torque, and that of the model against gravity is added
  kGains,           ///< it is the torque
};

/// A motion of n joints that is a polynomial in each of its pieces, and rests outside of its time.
template <class T>
struct PolynomialMotion {
  const T* breaks = nullptr;  ///< when pieces begin, and when the last one ends; null: unknown
  const T* coefficients = nullptr;  ///< of rising powers of the part of a piece, of pieces, joints
  std::ptrdiff_t pieces = 0, powers = 0;
};

/// What follows a motion, one for all rows.
template <class T>
struct Control {
  const Model<T>* model = nullptr;  ///< what it takes the arm for; null: there is no controller
  Law law = Law::kComputedTorque;
  bool friction = false, motors = false;         ///< of the model
  const T *kp = nullptr, *kv = nullptr;          ///< n x n, row by row
  bool diagonal = false;                         ///< whether all else of both is zero
  const T *least = nullptr, *largest = nullptr;  ///< torques, n each; null: without limits
  const T* resolution = nullptr;         ///< of position converters, n; null: they have all digits
  std::ptrdiff_t period = 0, delay = 0;  ///< of one that samples, in steps; 0: always
  /// Position, rate, and what is asked for where both are as wanted, n each: at the start of the
  /// run, and again at every half of a step, or, of one that samples, at every period.
  const T* wanted = nullptr;  ///< null where the motion below is known
  PolynomialMotion<T> motion;
};
constexpr int kHalves = 2;  ///< of each step
constexpr int kWanted = 3;  ///< times n numbers at each time

}  // namespace equidyn::kernels
