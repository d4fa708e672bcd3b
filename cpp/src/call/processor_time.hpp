/// @file processor_time.hpp
/// Processor time of a thread, and of repeated calls.
#pragma once

#include <chrono>
#include <cstddef>
#include <ctime>

#include "equidyn/interface/interruption.hpp"

namespace equidyn {

/// Processor time of this thread, s, independent of other load on the machine.
inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
#else
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
}

/// Nanoseconds per call of `evaluate(k)`, with k from 0 to count-1 in turn: runs of 1, 2, 4, ...
/// calls until `seconds` have passed or the work is interrupted (interruption.hpp), so that clock
/// overhead is negligible and slow calls are not repeated needlessly.
template <class Evaluate>
double nanoseconds(std::size_t count, double seconds, Evaluate&& evaluate) {
  evaluate(std::size_t{0});  // touches the workspace
  std::size_t next = 0, evaluations = 0;
  const double start = thread_seconds();
  constexpr double kLongRun = 0.02;
  double elapsed = 0, last = 0;
  for (std::size_t run = 1; elapsed < seconds && !abandoned(); run *= last < kLongRun ? 2 : 1) {
    for (std::size_t k = 0; k < run; ++k) {
      evaluate(next);
      next = next + 1 < count ? next + 1 : 0;
    }
    evaluations += run;
    last = thread_seconds() - start - elapsed;
    elapsed += last;
  }
  return elapsed * 1e9 / static_cast<double>(evaluations);
}

}  // namespace equidyn
