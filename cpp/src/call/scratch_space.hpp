/// @file scratch_space.hpp
/// Scratch memory of kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "call/kept_by_thread.hpp"

namespace equidyn {

/// Scratch space of a kernel. That of short arms is kept for the next call on this thread; stacks
/// may be too small for it.
class ScratchSpace {
 public:
  explicit ScratchSpace(std::size_t size) {
    // a signal handler may make a nested call, which must not reuse the kept memory
    if (size <= kKept) memory_ = std::move(kept());
    if (!memory_) memory_.reset(allocated(std::max(size, kKept)));
    keeps_ = size <= kKept;
  }
  ScratchSpace(const ScratchSpace&) = delete;
  ScratchSpace& operator=(const ScratchSpace&) = delete;
  ~ScratchSpace() {
    if (keeps_) kept() = std::move(memory_);
  }
  void* get() { return memory_.get(); }

 private:
  static constexpr std::size_t kKept = 65536;
  static constexpr std::align_val_t kAlignment{64};
  static std::byte* allocated(std::size_t size) {
    return static_cast<std::byte*>(::operator new(size, kAlignment));
  }
  struct Delete {
    void operator()(std::byte* memory) const { ::operator delete(memory, kAlignment); }
  };
  using Memory = std::unique_ptr<std::byte, Delete>;
  static Memory& kept() { return KeptByThread<Memory>::get(); }
  Memory memory_;
  bool keeps_;
};

}  // namespace equidyn
