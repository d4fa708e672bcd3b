/// @file stopwatch.hpp
/// Periodic checks for interruption of work.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "call/batch.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn {

/// Checks periodically on one thread whether all threads that share `stop` shall stop. The check
/// takes the global lock, which another Python thread may hold: so not after every portion.
class Stopwatch final : public Watch {
 public:
  /// Without `interrupted`, another thread checks.
  Stopwatch(std::atomic<bool>& stop, const Interrupted* interrupted)
      : stop_(stop), interrupted_(interrupted) {}

  /// Checks if it is due. Returns whether to stop.
  bool look() noexcept {
    looked_ = Clock::now();
    if (interrupted_ != nullptr && looked_ >= next_) {
      // the signal handler is not part of this work
      Watch* const self = std::exchange(active(), nullptr);
      if ((*interrupted_)()) stop_ = true;
      active() = self;
      next_ = Clock::now() + kPause;
    }
    return stop_;
  }

 protected:
  int turns_until_next_look() noexcept override {
    const auto before = looked_;
    if (look()) return 0;
    turns_ = looked_ - before < kShort ? std::min(2 * turns_, kMostTurns) : 1;
    return turns_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::microseconds kPause{50'000}, kShort{200};
  static constexpr int kMostTurns = 16;

  std::atomic<bool>& stop_;
  const Interrupted* interrupted_;
  Clock::time_point looked_ = Clock::now(), next_ = looked_ + kPause;
  int turns_ = 1;
};

}  // namespace equidyn
