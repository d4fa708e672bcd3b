/// @file interruption.hpp
/// Where an evaluation that takes long asks whether anybody still waits for its results.
#pragma once

#include <utility>

#include "equidyn/interface/of_this_thread.hpp"

namespace equidyn {

/// Knows whether what a thread evaluates is still wanted: that of the thread which made it, as long
/// as it lives.
class Watch {
 public:
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Whether the evaluation shall stop; once is for ever.
  bool says_stop() {
    if (--turns_ > 0) return false;
    turns_ = turns_until_next_look();
    return turns_ == 0;
  }

  /// The one of this thread, if any.
  static Watch*& active() { return of_this_thread().watch; }

 protected:
  Watch() : before_(std::exchange(active(), this)) {}
  ~Watch() { active() = before_; }
  /// How many times more it may be asked until it looks up; 0: the evaluation shall stop.
  virtual int turns_until_next_look() noexcept = 0;

 private:
  Watch* before_;
  int turns_ = 1;
};

/// Whether the evaluation that asks is to be left unfinished, what it has written being nobody's.
/// A text asks in the outer loops of what takes long for long arms.
inline bool abandoned() {
  Watch* const watch = Watch::active();
  return watch != nullptr && watch->says_stop();
}

/// The same for a text that is fast: few links never ask.
inline bool abandoned(int links) {
  constexpr int kFew = 64;
  return links > kFew && abandoned();
}

}  // namespace equidyn
