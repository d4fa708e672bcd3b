/// @file control.hpp
/// A controller as the kernels read it: plain data, the same for every instruction set.
#pragma once

#include <cstddef>

#include "equidyn/kernels/model.hpp"

namespace equidyn::kernels {

/// How feedforward and gains become a torque: all but the last by ff + Kv ed + Kp e.
enum class Law : int {
  kComputedTorque,  ///< they give an acceleration; the torque is that of the model
  kGravity,         ///< they give a torque, plus the gravity torque of the model
  kGains,           ///< they give the torque
  kSlotineLi,       ///< the torque of the model along a reference velocity, and damping
};
/// True if the feedforward is an acceleration.
constexpr bool asks_for_acceleration(Law law) {
  return law == Law::kComputedTorque || law == Law::kSlotineLi;
}

/// A motion of n joints, polynomial in each of its pieces, and at rest outside of its time.
template <class T>
struct PolynomialMotion {
  const T* breaks = nullptr;        ///< start times of pieces, then the end time; null: no motion
  const T* coefficients = nullptr;  ///< by power of the fraction of a piece, piece, joint
  std::ptrdiff_t pieces = 0, powers = 0;
};

/// A controller that follows a motion, one for all rows.
template <class T>
struct Control {
  const Model<T>* model = nullptr;  ///< its model of the arm; null: no controller
  Law law = Law::kComputedTorque;
  bool friction = false, motors = false;         ///< of the model
  const T *kp = nullptr, *kv = nullptr;          ///< n x n, row by row
  bool diagonal = false;                         ///< whether both are
  const T *least = nullptr, *largest = nullptr;  ///< torques, n each; null: without limits
  const T* resolution = nullptr;                 ///< of position encoders, n; null: exact
  std::ptrdiff_t period = 0, delay = 0;  ///< of a sampled controller, in steps; 0: continuous
  /// Desired position and velocity, and feedforward, n each: at the start of the run and at every
  /// half of a step, or, of a sampled controller, at every period.
  const T* desired = nullptr;  ///< null if the motion below is given
  PolynomialMotion<T> motion;
};
constexpr int kHalves = 2;   ///< of each step
constexpr int kDesired = 3;  ///< times n numbers at each time

}  // namespace equidyn::kernels
