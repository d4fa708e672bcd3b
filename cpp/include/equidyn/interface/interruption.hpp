/// @file interruption.hpp
/// Interruption of long evaluations.
#pragma once

#include <utility>

#include "equidyn/interface/of_this_thread.hpp"

namespace equidyn {

/// Watch of the evaluations of the thread that made it, during its lifetime.
class Watch {
 public:
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// True if the evaluation shall stop; it stays true.
  bool says_stop() {
    if (--turns_ > 0) return false;
    turns_ = turns_until_next_look();
    return turns_ == 0;
  }

  /// The watch of this thread, if any.
  static Watch*& active() { return of_this_thread().watch; }

 protected:
  Watch() : before_(std::exchange(active(), this)) {}
  ~Watch() { active() = before_; }
  /// Number of calls until the next check; 0: the evaluation shall stop.
  virtual int turns_until_next_look() noexcept = 0;

 private:
  Watch* before_;
  int turns_ = 1;
};

/// True after Ctrl-C: return early; outputs are then unspecified. Poll it in outer loops that are
/// slow for long arms.
inline bool abandoned() {
  Watch* const watch = Watch::active();
  return watch != nullptr && watch->says_stop();
}

/// The same for fast code: arms of few links never poll.
inline bool abandoned(int links) {
  constexpr int kFew = 64;
  return links > kFew && abandoned();
}

}  // namespace equidyn
