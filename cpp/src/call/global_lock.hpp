/// @file global_lock.hpp
/// Release of Python's global lock during work.
#pragma once

#include <Python.h>

#include <chrono>
#include <thread>

namespace equidyn {

/// Releases Python's global lock on the calling thread for its lifetime.
class WithoutLock {
 public:
  WithoutLock() = default;
  WithoutLock(const WithoutLock&) = delete;
  WithoutLock& operator=(const WithoutLock&) = delete;
  ~WithoutLock() { take_lock(); }

  /// Lets Python handle signals. If it returns true, a Python exception is set.
  bool interrupted() {
    take_lock();
    const bool by_signal = PyErr_CheckSignals() != 0;
    state_ = PyEval_SaveThread();
    return by_signal;
  }

 private:
  /// A thread that outlives the interpreter never gets the lock. Before Python 3.14 it would be
  /// unwound here, and destructors would release objects without the lock, or terminate: it sleeps
  /// instead, as since 3.14.
  void take_lock() noexcept {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
  }

  PyThreadState* state_ = PyEval_SaveThread();
};

}  // namespace equidyn
