#include "call/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "equidyn/model/words.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

namespace equidyn {
namespace {

int processors() {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

class ThreadPool {
 public:
  bool try_run(int parts, const std::function<void(int)>& work,
               const std::function<void()>& meanwhile) {
    const std::unique_lock<std::mutex> call(calls_, std::try_to_lock);
    if (!call.owns_lock()) return false;
    const int helpers = start(std::min(parts, processors()) - 1);
    const Published published(*this, work, parts);
    for (int helper = 0; helper < helpers; ++helper) wake_.notify_one();
    work(0);
    std::unique_lock<std::mutex> lock(mutex_);
    do_parts(lock);
    while (!done_.wait_for(lock, kPause, [&] { return in_progress_ == 0; })) {
      lock.unlock();
      meanwhile();
      lock.lock();
    }
    return true;
  }

 private:
  static constexpr std::chrono::milliseconds kPause{50};

  /// Publishes work to all threads, except part 0, which the calling thread does. Its destructor
  /// waits until no part is left or in progress: also when the calling thread is unwound, as by
  /// Python for threads that outlive the interpreter.
  class Published {
   public:
    Published(ThreadPool& pool, const std::function<void(int)>& work, int parts) : pool_(pool) {
      const std::scoped_lock lock(pool_.mutex_);
      pool_.work_ = &work;
      pool_.parts_ = parts;
      pool_.next_ = 1;
    }
    Published(const Published&) = delete;
    Published& operator=(const Published&) = delete;
    ~Published() {
      std::unique_lock<std::mutex> lock(pool_.mutex_);
      pool_.next_ = pool_.parts_;
      pool_.done_.wait(lock, [&] { return pool_.in_progress_ == 0; });
    }

   private:
    ThreadPool& pool_;
  };

  /// One part, taken and done while the lock is released.
  class Part {
   public:
    Part(ThreadPool& pool, std::unique_lock<std::mutex>& lock)
        : pool_(pool), lock_(lock), number_(pool.next_++), work_(*pool.work_) {
      ++pool_.in_progress_;
      lock_.unlock();
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() {
      lock_.lock();
      if (--pool_.in_progress_ == 0) pool_.done_.notify_one();
    }
    void work() const { work_(number_); }

   private:
    ThreadPool& pool_;
    std::unique_lock<std::mutex>& lock_;
    int number_;
    const std::function<void(int)>& work_;
  };

  /// Starts threads up to the desired number, or as many as the system allows. Returns the number
  /// of threads for this work.
  int start(int wanted) {
    try {
      while (threads_ < wanted) {
        std::thread([this] { serve(); }).detach();
        ++threads_;
      }
    } catch (const std::exception&) {  // too many, or no memory for one
      return threads_;
    }
    return wanted;
  }

  [[noreturn]] void serve() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (bool ready = false;;) {
      wake_.wait(lock, [&] { return next_ < parts_; });
      ready = ready || can_throw();
      if (ready)
        do_parts(lock);
      else  // the others do this work
        wake_.wait(lock);
    }
  }

  /// Lets the run-time library allocate what it keeps of a thread's exceptions, where there is memory:
  /// it would do so at the first one, and end the process without.
  static bool can_throw() {
    constexpr std::size_t kRoom = 8192;
    void* const room = std::malloc(kRoom);
    if (room == nullptr) return false;
    *static_cast<volatile char*>(room) = 0;  // or compilers leave both calls out
    std::free(room);
    static_cast<void>(std::current_exception());
    return true;
  }

  void do_parts(std::unique_lock<std::mutex>& lock) {
    while (next_ < parts_) Part(*this, lock).work();
  }

  std::mutex calls_, mutex_;
  std::condition_variable wake_, done_;
  int threads_ = 0;  ///< started; guarded by calls_
  const std::function<void(int)>* work_ = nullptr;
  int parts_ = 0, next_ = 0, in_progress_ = 0;
};

// never destroyed, since its threads may outlive everything else; reset in a forked child, which
// has none of the threads
std::atomic<ThreadPool*> pool = nullptr;

#if defined(__unix__) || defined(__APPLE__)
// registered at load: a child forked while another thread registers would deadlock
[[maybe_unused]] const int registered = pthread_atfork(nullptr, nullptr, [] { pool = nullptr; });
#endif

ThreadPool& the_pool() {
  ThreadPool* existing = pool;
  if (existing != nullptr) return *existing;
  auto fresh = std::make_unique<ThreadPool>();
  if (pool.compare_exchange_strong(existing, fresh.get())) return *fresh.release();
  return *existing;
}

}  // namespace

void run_in_parallel(int parts, const std::function<void(int)>& work,
                     const std::function<void()>& meanwhile) {
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(parts));
  const auto guarded = [&](int part) {
    try {
      work(part);
    } catch (const std::exception&) {  // not the forced unwinding of a thread by Python
      failures[static_cast<std::size_t>(part)] = std::current_exception();
    }
  };
  if (parts == 1 || !the_pool().try_run(parts, guarded, meanwhile))
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
    throw std::invalid_argument("EQUIDYN_THREADS: expected a positive integer, got " +
                                model::quoted(wanted));
  return static_cast<int>(std::min(count, 1024L));
}

}  // namespace equidyn
