/// @file thread_pool.hpp
/// A pool of threads that sleep between calls.
#pragma once

#include <functional>

namespace equidyn {

/// Calls `work` with 0 to parts-1, the first on the calling thread and the others on any thread,
/// and returns when all are done. Threads are at most as many as processors, started on first use,
/// and kept; there are fewer if the system allows no more. After a fork the child starts its own.
/// If the threads serve another call, the calling thread does all the work.
/// `meanwhile` is called periodically while others work and the calling thread is idle.
/// Rethrows the exception of the lowest part.
void run_in_parallel(int parts, const std::function<void(int)>& work,
                     const std::function<void()>& meanwhile = [] {});

/// Default number of threads of a call: environment variable EQUIDYN_THREADS, or else the
/// processors that this process may run on. Throws std::invalid_argument if the variable is not a
/// positive integer.
int default_threads();

}  // namespace equidyn
