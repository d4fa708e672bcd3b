/// @file simulation.hpp
/// Arms in motion as the kernels read them: rows of states that advance from step to step; plain
/// data, the same for every instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "equidyn/kernels/control.hpp"
#include "equidyn/kernels/states.hpp"

namespace equidyn::kernels {

enum class Integrator : int { kRungeKutta4, kSemiImplicitEuler, kDormandPrince };

/// Times in a step at which torques are evaluated. The end of a step and the start of the next are
/// one time and two instants: torques may jump in between.
struct Instant {
  std::ptrdiff_t step;  ///< which begins at step * h
  int point;            ///< 0 at its start, 1 in its middle, 2 at its end
};
constexpr int kPoints = 3;  ///< of each step

/// Torques over time: rows of samples of n numbers, and for each instant of the steps from `begin`
/// on the sample before it and the fraction of the interval up to the next one.
template <class T>
struct TorqueSeries {
  Operand<T> rows;                       ///< null without a series
  const std::int64_t* sample = nullptr;  ///< kPoints of each step
  const T* part = nullptr;
  std::ptrdiff_t begin = 0;
  const T* times = nullptr;  ///< of the samples, at least two: for adaptive steps
  std::ptrdiff_t samples = 0;
};

/// Contiguous rows of numbers, current and over time.
template <class T>
struct Recorded {
  T* now = nullptr;      ///< null if there are none; read and written
  T* samples = nullptr;  ///< `times` for each row; null if none are recorded
};

/// A method of forward dynamics that takes the place of the kernels' own.
template <class T>
struct MethodOfAccelerations {
  /// Evaluates the `count` rows from `first` on: n registers of `lanes` numbers, one of each row; the
  /// last row is repeated in the lanes that are left. The torques are those minus friction.
  void (*evaluate)(void* self, std::ptrdiff_t first, std::ptrdiff_t count, int lanes, const T* q,
                   const T* qd, const T* tau, T* qdd) noexcept = nullptr;
  void* self = nullptr;  ///< do not share it between threads
};

/// States of an arm in motion.
template <class T>
struct Simulation {
  Integrator integrator = Integrator::kRungeKutta4;
  T step = 0;                ///< h    s
  std::ptrdiff_t steps = 0;  ///< of the whole motion
  T tolerance = 0;           ///< of adaptive steps
  States<T> states;          ///< constant: torques, wrench at the tip, motion of the base, drives
  const MethodOfAccelerations<T>* method = nullptr;  ///< null: the kernels' own
  TorqueSeries<T> series;
  Control<T> control;
  Recorded<T> applied_torque;   ///< n: of a sampled controller; null without one
  T* pending_torque = nullptr;  ///< n a row: its last command; null if it has no delay

  Recorded<T> q, qd;         ///< n each
  Recorded<T> work;          ///< one: of the motors, J; null if they give no torque
  Recorded<T> dissipated;    ///< one: by friction and stops, J; null without these
  std::ptrdiff_t every = 0;  ///< how many steps from sample to sample; 0: none are recorded
  std::ptrdiff_t times = 0;  ///< how many samples

  const T *lower = nullptr, *upper = nullptr;  ///< limits of the joints; null without
  bool stops = false;                          ///< whether joints stop there
  T* passed = nullptr;  ///< n a row: when each joint first left its limits, s; NaN until then

  std::int64_t* ended_step = nullptr;   ///< one a row: the step after which it is not finite
  std::int32_t* ended_joint = nullptr;  ///< one a row: the first that is not, from 1; 0: it goes on

  /// The joint of a row, from 1, that certainly moves no mass at q, or 0: called for states in which
  /// a kernel found that one may, with `context` as the first argument.
  int (*singular_joint)(const void* context, std::ptrdiff_t row, const T* q) = nullptr;
  const void* context = nullptr;

  std::byte* step_state = nullptr;  ///< kept by adaptive steps from call to call, aligned to 64
};

/// The kernels that simulate arms.
template <class T>
struct Simulator {
  /// Advances the rows from `first` up to, but not including, `end` by the steps from `begin` up to
  /// `stop`.
  void (*advance)(const Model<T>& arm, const Simulation<T>& simulation, std::ptrdiff_t first,
                  std::ptrdiff_t end, std::ptrdiff_t begin, std::ptrdiff_t stop,
                  void* scratch) = nullptr;
  /// Bytes of scratch memory, aligned to 64, for n joints.
  std::size_t (*scratch_size)(int n) = nullptr;

  /// Advances rows by adaptive steps until they have passed step `stop`, or have tried `most` steps;
  /// returns how many the slowest has. `first` is a multiple of 8.
  std::ptrdiff_t (*advance_adaptive)(const Model<T>& arm, const Simulation<T>& simulation,
                                     std::ptrdiff_t first, std::ptrdiff_t end, std::ptrdiff_t stop,
                                     std::ptrdiff_t most, void* scratch) = nullptr;
  /// Bytes of scratch memory for that, and of the step state of several rows.
  std::size_t (*adaptive_scratch_size)(int n) = nullptr;
  std::size_t (*step_state_size)(int n, std::ptrdiff_t rows) = nullptr;

  /// The torques tau that a controller commands at positions q and velocities qd, for the first of
  /// its desired motions: n each.
  void (*command)(const Control<T>& control, const T* q, const T* qd, T* tau,
                  void* scratch) = nullptr;
  /// Bytes of scratch memory for that.
  std::size_t (*command_scratch_size)(int n) = nullptr;

  /// The same for many arms, with more scratch memory: `model_size` bytes.
  void (*advance_each)(const ModelsOfRows<T>& arms, const Simulation<T>& simulation,
                       std::ptrdiff_t first, std::ptrdiff_t end, std::ptrdiff_t begin,
                       std::ptrdiff_t stop, void* scratch) = nullptr;
  std::ptrdiff_t (*advance_adaptive_each)(const ModelsOfRows<T>& arms,
                                          const Simulation<T>& simulation, std::ptrdiff_t first,
                                          std::ptrdiff_t end, std::ptrdiff_t stop,
                                          std::ptrdiff_t most, void* scratch) = nullptr;
  std::size_t (*model_size)(int n) = nullptr;
};

}  // namespace equidyn::kernels
