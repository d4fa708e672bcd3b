/// @file test_thread_pool.cpp
/// The threads that share out batches: every part is done once, whoever calls, whatever the system
/// refuses, and whatever else goes on. Built twice, the second time for the thread sanitizer, which
/// cannot follow the children of a process of several threads.

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "call/thread_pool.hpp"

namespace equidyn::test {

// what the system is made to say
std::atomic<int> processors = 4, threads_allowed = 1000, threads_started = 0;

[[noreturn]] void fail(const std::string& what) {
  std::cerr << what << '\n' << std::flush;
  std::_Exit(EXIT_FAILURE);
}

/// Each part counts itself without a lock: to do one twice, or to return too early, is a race.
void require_every_part_once(int parts) {
  std::vector<int> done(static_cast<std::size_t>(parts));
  run_in_parallel(parts, [&](int part) { ++done[static_cast<std::size_t>(part)]; });
  for (const int count : done)
    if (count != 1) fail("a part was done " + std::to_string(count) + " times");
}

void check_callers_beside_each_other() {
  std::vector<std::thread> callers(4);
  for (std::thread& caller : callers)
    caller = std::thread([] {
      for (int batch = 0; batch < 500; ++batch) require_every_part_once(1 + batch % 9);
    });
  for (std::thread& caller : callers) caller.join();
}

void check_first_failure_is_rethrown() {
  std::atomic<int> done = 0;
  try {
    run_in_parallel(8, [&](int part) {
      ++done;
      if (part % 3 == 2) throw std::runtime_error(std::to_string(part));
    });
    fail("no failure was rethrown");
  } catch (const std::runtime_error& failure) {
    if (failure.what() != std::string("2")) fail("another failure than the first");
  }
  if (done != 8) fail("parts were left out after a failure");
  require_every_part_once(8);
}

/// Who has nothing left to do but to wait for another thread may do something else.
void check_who_waits_looks_around() {
  std::atomic<bool> begun = false, seen = false;
  const auto work = [&](int part) {
    if (part == 1) begun = true;
    const std::atomic<bool>& awaited = part == 0 ? begun : seen;
    while (!awaited) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  run_in_parallel(2, work, [&] { seen = true; });
}

/// The pool computes with the threads that it has got, be it none, and starts others when it can.
void check_threads_that_cannot_be_started() {
  for (const int allowed : {0, 2, 1000}) {
    threads_allowed = allowed;
    for (int batch = 0; batch < 100; ++batch) require_every_part_once(50);
    const int expected = std::min(allowed, processors - 1);
    if (threads_started != expected)
      fail(std::to_string(threads_started) + " threads instead of " + std::to_string(expected));
  }
}

long context_switches() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nvcsw;
}

/// As many parts as anyone likes start no more threads than there are processors, and where there
/// is work for two, one of many threads is woken.
void check_threads_are_bounded() {
  require_every_part_once(100'000);
  if (threads_started != processors - 1) fail(std::to_string(threads_started) + " threads");
  processors = 100;
  require_every_part_once(1000);
  if (threads_started != processors - 1) fail(std::to_string(threads_started) + " threads");
  constexpr int kCalls = 100;
  const long before = context_switches();
  for (int call = 0; call < kCalls; ++call) {
    require_every_part_once(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // whoever was woken sleeps again
  }
  const long each = (context_switches() - before) / kCalls;
  if (each > 20) fail("two parts make " + std::to_string(each) + " threads sleep again");
}

/// A process of its own for what ends one, or needs it to have no other threads; succeeds where it
/// does.
void in_child(const std::string& what, const std::function<void()>& check) {
  const pid_t child = fork();
  if (child == 0) {
    check();
    std::exit(EXIT_SUCCESS);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) fail(what + ": status " + std::to_string(status));
}

void compute_for_ever() {
  for (;;) require_every_part_once(8);
}

void check_exit_while_busy() {
  for (int caller = 0; caller < 2; ++caller) std::thread(compute_for_ever).detach();
  for (int batch = 0; batch < 100; ++batch) require_every_part_once(8);
}

/// A child has none of its parent's threads, and one was just computing.
void check_fork_while_busy() {
  std::thread(compute_for_ever).detach();
  for (int child = 0; child < 20; ++child)
    in_child("a child of a busy process", [] {
      threads_started = 0;
      for (int batch = 0; batch < 20; ++batch) require_every_part_once(8);
      if (threads_started != processors - 1) fail("a child computes alone");
    });
}

}  // namespace equidyn::test

// the system, as the pool sees it
extern "C" int pthread_create(pthread_t* newthread, const pthread_attr_t* attr,
                              void* (*start_routine)(void*), void* arg) {
  using namespace equidyn::test;
  if (threads_started >= threads_allowed) return EAGAIN;
  ++threads_started;
  static const auto next = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, __func__));
  return next(newthread, attr, start_routine, arg);
}

extern "C" int sched_getaffinity(pid_t, std::size_t size, cpu_set_t* set) noexcept {
  CPU_ZERO_S(size, set);
  for (int processor = 0; processor < equidyn::test::processors; ++processor)
    CPU_SET_S(static_cast<std::size_t>(processor), size, set);
  return 0;
}

// the sanitizers ask for this by name: what threads of its parent held is lost to a child
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" int __lsan_is_turned_off() { return 1; }

int main() {
  using namespace equidyn::test;
  in_child("threads that cannot be started", check_threads_that_cannot_be_started);
  in_child("bounded threads", check_threads_are_bounded);
  in_child("failures", check_first_failure_is_rethrown);
  in_child("waiting", check_who_waits_looks_around);
  in_child("callers", check_callers_beside_each_other);
  in_child("exit while busy", check_exit_while_busy);
#ifndef __SANITIZE_THREAD__
  in_child("fork while busy", check_fork_while_busy);
#endif
}
