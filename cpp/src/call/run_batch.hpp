/// @file run_batch.hpp
/// How the rows of a batch are shared out to threads, whatever evaluates them.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>

#include "call/batch.hpp"
#include "call/thread_pool.hpp"

namespace equidyn {

/// Evaluates `rows` rows. `make` makes what a thread evaluates them with: `evaluate(first, end)`
/// says whether all is finite, `kRowsAtATime` how many of them between two looks at the outside
/// world, `kBlock` of how many each thread gets a multiple. No result depends on the number of
/// threads. `interrupted` is asked on the calling thread, and stops the work when it says yes. Says
/// whether all is finite.
template <class MakeWorker>
bool run_batch(std::ptrdiff_t rows, int threads, const Interrupted& interrupted,
               const MakeWorker& make) {
  using Worker = decltype(make());
  constexpr std::ptrdiff_t kBlock = Worker::kBlock, kRowsAtATime = Worker::kRowsAtATime;
  const std::ptrdiff_t blocks = (rows + kBlock - 1) / kBlock;
  const auto runs = std::clamp<std::ptrdiff_t>(threads, 1, std::max<std::ptrdiff_t>(blocks, 1));
  std::atomic<bool> stop = false, finite = true;
  const auto caller = std::this_thread::get_id();
  const auto start_of = [&](std::ptrdiff_t run) {
    return std::min(blocks * run / runs * kBlock, rows);
  };
  run_in_parallel(static_cast<int>(runs), [&](int run) {
    Worker worker = make();
    const std::ptrdiff_t end = start_of(run + 1);
    for (std::ptrdiff_t first = start_of(run); first < end && !stop; first += kRowsAtATime) {
      if (!worker.evaluate(first, std::min(first + kRowsAtATime, end))) finite = false;
      const bool asks = std::this_thread::get_id() == caller;
      if (asks && first + kRowsAtATime < end && interrupted()) stop = true;
    }
  });
  return finite;
}

}  // namespace equidyn
