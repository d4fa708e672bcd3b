/// @file kept_by_thread.hpp
/// Data that a thread keeps between calls.
#pragma once

#include <memory>
#include <new>

#include "equidyn/interface/of_this_thread.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace equidyn {

#if defined(__unix__) || defined(__APPLE__)

/// A thread's own object of a type, which ends with the thread. The thread's own memory has a pointer
/// to it and no more, and no list of destructors: where there is no memory for these, the system ends
/// the process.
template <class Data>
class KeptByThread {
 public:
  /// Makes the object at the first use. Throws std::bad_alloc.
  static Data& get() {
    Data* const kept = slot();
    return kept != nullptr ? *kept : make();
  }

 private:
  static Data*& slot() {
    EQUIDYN_FROM_THE_START static constinit thread_local Data* kept = nullptr;
    return kept;
  }
  [[gnu::noinline]] static Data& make() {
    static const pthread_key_t key = new_key();
    auto made = std::make_unique<Data>();
    if (pthread_setspecific(key, made.get()) != 0) throw std::bad_alloc();
    return *(slot() = made.release());
  }
  static pthread_key_t new_key() {
    pthread_key_t key{};
    if (pthread_key_create(&key, &end) != 0) throw std::bad_alloc();
    return key;
  }
  static void end(void* kept) {
    slot() = nullptr;
    delete static_cast<Data*>(kept);
  }
};

#else

template <class Data>
class KeptByThread {
 public:
  static Data& get() {
    thread_local Data kept;
    return kept;
  }
};

#endif

}  // namespace equidyn
