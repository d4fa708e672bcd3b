/// @file simulation.hpp
/// What arms in motion are to the kernels: rows of states that go on from step to step; plain data
/// for every instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "equidyn/kernels/control.hpp"
#include "equidyn/kernels/states.hpp"

namespace equidyn::kernels {

enum class Integrator : int { kRungeKutta4, kSemiImplicitEuler, kDormandPrince };

/// Where in a step torques are asked for. The end of a step and the start of the next are one time
/// and two instants: torques may jump in between.
struct Instant {
  std::ptrdiff_t step;  ///< that begins at step * h
  int point;            ///< 0 at its start, 1 in its middle, 2 at its end
};
constexpr int kPoints = 3;  ///< of each step

/// Torques over time: samples of n numbers, one behind the other, in each row; and which of them
/// each instant of the steps from `begin` on lies behind, and by what part of the way to the next.
template <class T>
struct TorqueSeries {
  Operand<T> rows;                       ///< null where there is no series
  const std::int64_t* sample = nullptr;  ///< kPoints of each step
  const T* part = nullptr;
  std::ptrdiff_t begin = 0;
  const T* times = nullptr;  ///< of the samples, at least two: for instants that are not known
  std::ptrdiff_t samples = 0;
};

/// Rows of n numbers, or of one, in memory without gaps; each with what is kept of it on the way.
template <class T>
struct Kept {
  T* now = nullptr;     ///< null where there is none; read and written
  T* on_way = nullptr;  ///< null where nothing is kept: `times` of them for each row
};

/// States of an arm in motion.
template <class T>
struct Simulation {
  Integrator integrator = Integrator::kRungeKutta4;
  T step = 0;                ///< h    s
  std::ptrdiff_t steps = 0;  ///< of the whole motion
  T tolerance = 0;           ///< of steps whose length the rows choose
  States<T>
      states;  ///< what does not change: torques, wrench at the tip, motion of the base, drives
  TorqueSeries<T> series;
  Control<T> control;
  Kept<T> held;         ///< n: torques of a controller that samples, in force; null without one
  T* coming = nullptr;  ///< n a row: what it has asked for last; null where it is never late

  Kept<T> q, qd;             ///< n each
  Kept<T> work;              ///< one: of the drives, J; null where they give no torque
  Kept<T> dissipated;        ///< one: by friction and stops, J; null where there are none
  std::ptrdiff_t every = 0;  ///< step is kept; 0: none
  std::ptrdiff_t times = 0;  ///< how many are

  const T *lower = nullptr, *upper = nullptr;  ///< limits of the joints; null without
  bool stops = false;                          ///< whether joints stop there
  T* passed = nullptr;  ///< n a row: when each joint first left its limits, s; NaN until then

  std::int64_t* ended_step = nullptr;   ///< one a row: behind which it is not finite any more
  std::int32_t* ended_joint = nullptr;  ///< one a row: the first that is not, from 1; 0: it goes on

  /// The joint of a state, from 1, that moves no mass for certain, or 0: asked for states of which
  /// a kernel leaves it open; of whom is the first argument.
  int (*singular_joint)(const void* examiner, const T* q) = nullptr;
  const void* examiner = nullptr;

  std::byte* paces = nullptr;  ///< what rows keep that choose their steps, aligned to 64
};

/// What moves arms.
template <class T>
struct Simulator {
  /// Takes rows from `first` up to, but not including, `end` through steps from `begin` up to
  /// `stop`.
  void (*advance)(const Model<T>& arm, const Simulation<T>& simulation, std::ptrdiff_t first,
                  std::ptrdiff_t end, std::ptrdiff_t begin, std::ptrdiff_t stop,
                  void* scratch) = nullptr;
  /// Bytes of scratch space, aligned to 64, that this takes for n joints.
  std::size_t (*scratch_size)(int n) = nullptr;

  /// Takes rows by steps of their own until they are behind step `stop`, or have tried `most` of
  /// theirs; says how many the slowest has. `first` is a multiple of 8.
  std::ptrdiff_t (*approach)(const Model<T>& arm, const Simulation<T>& simulation,
                             std::ptrdiff_t first, std::ptrdiff_t end, std::ptrdiff_t stop,
                             std::ptrdiff_t most, void* scratch) = nullptr;
  /// Bytes of scratch space for that, and of what so many rows keep from call to call.
  std::size_t (*scratch_size_of_approach)(int n) = nullptr;
  std::size_t (*size_of_paces)(int n, std::ptrdiff_t rows) = nullptr;
};

}  // namespace equidyn::kernels
