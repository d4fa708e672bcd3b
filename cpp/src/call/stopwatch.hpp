/// @file stopwatch.hpp
/// Regular checks whether work shall stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "call/batch.hpp"
#include "equidyn/interruption.hpp"

namespace equidyn {

/// Looks on one thread from time to time whether all that share `stop` shall. To ask takes the
/// global lock, for which another thread of Python may let it wait: so not after every portion.
class Stopwatch final : public Watch {
 public:
  /// Calls nothing if `interrupted` is null: another thread does.
  Stopwatch(std::atomic<bool>& stop, const Interrupted* interrupted)
      : stop_(stop), interrupted_(interrupted) {}

  /// Asks, if it is time to. Returns whether to stop.
  bool look() noexcept {
    looked_ = Clock::now();
    if (interrupted_ != nullptr && looked_ >= next_) {
      // what answers the signal has no part in this
      Watch* const self = std::exchange(active, nullptr);
      if ((*interrupted_)()) stop_ = true;
      active = self;
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
