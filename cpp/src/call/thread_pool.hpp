/// @file thread_pool.hpp
/// Threads that sleep between calls.
#pragma once

#include <functional>

namespace equidyn {

/// Calls `work` with 0 to parts-1, the first on the calling thread and the others there or on
/// others beside it, and returns when all are done. Never more threads than processors; they are
/// started when they are first needed, and kept, and where the system allows no more, there are
/// fewer. After a fork the child starts its own. Where the threads serve another call already, the
/// calling thread does all the work.
/// `meanwhile` is called now and then while others work and the calling thread has nothing to do.
/// Rethrows the first exception by number of part.
void run_in_parallel(int parts, const std::function<void(int)>& work,
                     const std::function<void()>& meanwhile = [] {});

/// How many threads a call may use where it is not told: EQUIDYN_THREADS of the environment, or
/// else the processors that this process may run on. Throws std::invalid_argument where the
/// variable is not a positive integer.
int default_threads();

}  // namespace equidyn
