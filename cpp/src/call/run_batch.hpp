/// @file run_batch.hpp
/// How the rows of a batch are shared out to threads, whatever evaluates them.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>

#include "call/batch.hpp"
#include "call/stopwatch.hpp"
#include "call/thread_pool.hpp"

namespace equidyn {

/// Rows that a thread takes, again and again until none are left.
struct Portion {
  std::ptrdiff_t block;  ///< a multiple of this many
  std::ptrdiff_t most;   ///< no more, between two looks at the outside world
};

/// Evaluates `rows` rows. `make` makes what a thread evaluates them with: `evaluate(first, end)`
/// says whether all is finite. No result depends on the number of threads. `interrupted` is asked
/// on the calling thread, and stops the work when it says yes, also within rows that ask
/// (interruption.hpp). Says whether all is finite.
template <class MakeWorker>
bool run_batch(std::ptrdiff_t rows, const Portion& portion, int threads,
               const Interrupted& interrupted, const MakeWorker& make) {
  const std::ptrdiff_t blocks = (rows + portion.block - 1) / portion.block;
  const auto runs = std::clamp<std::ptrdiff_t>(threads, 1, std::max<std::ptrdiff_t>(blocks, 1));
  // no more than the share of a thread
  const std::ptrdiff_t step = std::min(portion.most, (blocks + runs - 1) / runs * portion.block);
  std::atomic<bool> stop = false, finite = true;
  std::atomic<std::ptrdiff_t> next = 0;
  const auto caller = std::this_thread::get_id();
  const auto evaluate_portions = [&](int) {
    if (stop || next >= rows) return;
    auto worker = make();
    Stopwatch stopwatch(stop, std::this_thread::get_id() == caller ? &interrupted : nullptr);
    while (!stop) {
      const std::ptrdiff_t first = next.fetch_add(step), end = std::min(first + step, rows);
      if (first >= rows) return;
      if (!worker.evaluate(first, end)) finite = false;
      if (end < rows) stopwatch.look();
    }
  };
  run_in_parallel(static_cast<int>(runs), evaluate_portions, [&] {
    if (interrupted()) stop = true;
  });
  return finite;
}

}  // namespace equidyn
