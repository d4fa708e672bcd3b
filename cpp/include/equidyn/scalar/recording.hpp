/// @file recording.hpp
/// Recording of an evaluation: the trace of a thread, and a base at rest as a constant.
#pragma once

#include <utility>

#include "equidyn/arm/ends.hpp"
#include "equidyn/scalar/traced.hpp"

namespace equidyn {

/// A trace that records this thread's operations during its lifetime. A signal handler that runs
/// meanwhile may open its own.
class Recording {
 public:
  explicit Recording(bool full_matrices)
      : trace(full_matrices), before_(std::exchange(Trace::active(), &trace)) {}
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  ~Recording() { Trace::active() = before_; }
  Trace trace;

 private:
  Trace* before_;
};

/// The motion of frame 0 of an arm with its base at rest under gravity.
inline BaseMotion<Traced> base_at_rest(const Arm<double>& arm) {
  BaseMotion<Traced> at_rest;
  const Vec3<double> a = at_frame_0(BaseMotion<double>{}, arm).a;
  for (int k = 0; k < 3; ++k) at_rest.a(k) = without_rounding(a(k));
  return at_rest;
}

}  // namespace equidyn
