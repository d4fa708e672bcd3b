/// @file of_this_thread.hpp
/// Data of the thread that runs an evaluation.
#pragma once

#include <cstddef>

// the data of a thread (some pointers) exist from its start: for a library that is
// loaded later, glibc would allocate it at the first use, and end the process where it cannot. of
// our own variables alone, since those of the C++ library may be elsewhere already
#ifdef __GLIBC__
#define EQUIDYN_FROM_THE_START [[gnu::tls_model("initial-exec")]]
#else
#define EQUIDYN_FROM_THE_START
#endif

namespace equidyn {

class Trace;
class Watch;

struct OfThread {
  Watch* watch = nullptr;  ///< whether its results are still wanted (interruption.hpp)
  Trace* trace = nullptr;  ///< records its operations (scalar/recording.hpp)
};

#ifdef EQUIDYN_OWN_FORMULATION
/// In the library of a user's formulation: that of the core, which sets it. A library loaded later
/// has no data of threads itself: where a thread finds no memory for it, the loader ends the process.
inline OfThread& (*of_this_thread)() noexcept = nullptr;
#else
inline OfThread& of_this_thread() noexcept {
  EQUIDYN_FROM_THE_START static constinit thread_local OfThread of_thread;
  return of_thread;
}
#endif

}  // namespace equidyn
