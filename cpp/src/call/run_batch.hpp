/// @file run_batch.hpp
/// How the rows of a batch are shared out to threads, whatever evaluates them.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "call/batch.hpp"
#include "call/thread_pool.hpp"

namespace equidyn {

/// Rows that a thread takes, again and again until none are left.
struct Portion {
  std::ptrdiff_t block;  ///< a multiple of this many
  std::ptrdiff_t most;   ///< no more, between two looks at the outside world
};

/// Tells from time to time whether to stop. To ask takes the global lock, for which another thread
/// of Python may let it wait: so not after every portion.
class Stopwatch {
 public:
  explicit Stopwatch(const Interrupted& interrupted) : interrupted_(interrupted) {}
  bool says_stop() {
    if (std::chrono::steady_clock::now() < next_) return false;
    const bool stop = interrupted_();
    next_ = std::chrono::steady_clock::now() + kPause;
    return stop;
  }

 private:
  static constexpr std::chrono::milliseconds kPause{50};
  const Interrupted& interrupted_;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + kPause;
};

/// Evaluates `rows` rows. `make` makes what a thread evaluates them with: `evaluate(first, end)`
/// says whether all is finite. No result depends on the number of threads. `interrupted` is asked
/// on the calling thread, and stops the work when it says yes. Says whether all is finite.
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
  Stopwatch stopwatch(interrupted);
  run_in_parallel(static_cast<int>(runs), [&](int) {
    if (stop || next >= rows) return;
    auto worker = make();
    const bool asks = std::this_thread::get_id() == caller;
    while (!stop) {
      const std::ptrdiff_t first = next.fetch_add(step), end = std::min(first + step, rows);
      if (first >= rows) return;
      if (!worker.evaluate(first, end)) finite = false;
      if (asks && end < rows && stopwatch.says_stop()) stop = true;
    }
  });
  return finite;
}

}  // namespace equidyn
