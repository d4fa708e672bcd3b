/// @file run_batch.hpp
/// Distribution of the rows of a batch to threads, for any evaluator.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>

#include "call/batch.hpp"
#include "call/stopwatch.hpp"
#include "call/thread_pool.hpp"

namespace equidyn {

/// Rows that a thread takes at a time.
struct Portion {
  std::ptrdiff_t block;  ///< a multiple of this many
  std::ptrdiff_t most;   ///< no more, between two checks for interruption
};

/// Evaluates `rows` rows. `make` makes the evaluator of a thread: `evaluate(first, end)` returns
/// whether all results are finite. No result depends on the number of threads. `interrupted` is
/// called on the calling thread, and stops the work when it returns true, also within rows that
/// check (interruption.hpp). Returns whether all results are finite.
template <class MakeWorker>
bool run_batch(std::ptrdiff_t rows, const Portion& portion, int threads,
               const Interrupted& interrupted, const MakeWorker& make) {
  const std::ptrdiff_t blocks = (rows + portion.block - 1) / portion.block;
  const auto runs = std::clamp<std::ptrdiff_t>(threads, 1, std::max<std::ptrdiff_t>(blocks, 1));
  // at most the share of a thread
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
