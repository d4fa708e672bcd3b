#include "call/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

namespace equidyn {
namespace {

class ThreadPool {
 public:
  bool try_run(int parts, const std::function<void(int)>& work) {
    const std::unique_lock<std::mutex> call(calls_, std::try_to_lock);
    if (!call.owns_lock()) return false;
    {
      const std::scoped_lock lock(mutex_);
      work_ = &work;
      parts_ = parts;
      next_ = 1;
      unfinished_ = parts - 1;
      while (static_cast<int>(threads_.size()) < parts - 1)
        threads_.emplace_back([this] { serve(); }).detach();
    }
    wake_.notify_all();
    work(0);
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [&] { return unfinished_ == 0; });
    return true;
  }

 private:
  [[noreturn]] void serve() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return next_ < parts_; });
      const int part = next_++;
      const std::function<void(int)>& work = *work_;
      lock.unlock();
      work(part);
      lock.lock();
      if (--unfinished_ == 0) done_.notify_one();
    }
  }

  std::mutex calls_, mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> threads_;
  const std::function<void(int)>* work_ = nullptr;
  int parts_ = 0, next_ = 0, unfinished_ = 0;
};

// never destroyed: its threads may outlive everything else; forgotten by a child that was forked,
// which has none of the threads
std::atomic<ThreadPool*> pool = nullptr;

void forget() { pool = nullptr; }

ThreadPool& the_pool() {
#if defined(__unix__) || defined(__APPLE__)
  static const int registered = pthread_atfork(nullptr, nullptr, forget);
  static_cast<void>(registered);
#endif
  ThreadPool* existing = pool;
  if (existing != nullptr) return *existing;
  auto fresh = std::make_unique<ThreadPool>();
  if (pool.compare_exchange_strong(existing, fresh.get())) return *fresh.release();
  return *existing;
}

int processors() {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace

void run_in_parallel(int parts, const std::function<void(int)>& work) {
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(parts));
  const auto guarded = [&](int part) {
    try {
      work(part);
    } catch (...) {
      failures[static_cast<std::size_t>(part)] = std::current_exception();
    }
  };
  if (parts == 1 || !the_pool().try_run(parts, guarded))
    for (int part = 0; part < parts; ++part) guarded(part);
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

int default_threads() {
  const char* const wanted = std::getenv("EQUIDYN_THREADS");
  if (wanted == nullptr || *wanted == '\0') return processors();
  char* end = nullptr;
  const long count = std::strtol(wanted, &end, 10);
  if (*end != '\0' || count < 1)
    throw std::invalid_argument("EQUIDYN_THREADS: expected a positive integer, got '" +
                                std::string(wanted) + "'");
  return static_cast<int>(std::min(count, 1024L));
}

}  // namespace equidyn
