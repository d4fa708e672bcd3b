#include "call/result_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "call/options.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace py = pybind11;

namespace equidyn {
namespace {

/// Smaller results cost the allocator of NumPy less than a change of the allocator.
constexpr std::size_t kLeastBytes = 128 << 10;
constexpr std::size_t kMostKept = 256 << 20;
constexpr std::size_t kCacheLine = 64;

/// Memory of one array, behind a cache line that holds its size.
class Block {
 public:
  explicit Block(std::size_t size) : memory_(allocate(size)) {
    if (memory_) std::memcpy(memory_.get(), &size, sizeof size);
  }
  /// The block of an array at `data`.
  explicit Block(void* data) : memory_(static_cast<std::byte*>(data) - kCacheLine) {}

  explicit operator bool() const { return memory_ != nullptr; }
  std::size_t size() const {
    std::size_t size = 0;
    std::memcpy(&size, memory_.get(), sizeof size);
    return size;
  }
  /// Its memory, for an array; null where the system had none.
  void* release() { return memory_ ? memory_.release() + kCacheLine : nullptr; }

 private:
  static constexpr std::size_t kHugePage = 2 << 20;
  static constexpr std::align_val_t kAlignment{kCacheLine};

  static std::byte* allocate(std::size_t size) {
    const std::size_t all = size + kCacheLine;
    auto* const memory = static_cast<std::byte*>(::operator new(all, kAlignment, std::nothrow));
#if defined(__linux__)
    if (memory != nullptr && size >= 2 * kHugePage) {
      const std::size_t over = reinterpret_cast<std::uintptr_t>(memory) % kHugePage;
      const std::size_t first = over == 0 ? 0 : kHugePage - over;
      madvise(memory + first, all - first, MADV_HUGEPAGE);
    }
#endif
    return memory;
  }
  struct Delete {
    void operator()(std::byte* memory) const { ::operator delete(memory, kAlignment); }
  };
  std::unique_ptr<std::byte, Delete> memory_;
};

/// Blocks of arrays that are gone, the oldest first. A thread that finds it in use does without: so
/// does a child that was forked meanwhile.
class KeptBlocks {
 public:
  /// A block of this size or little more.
  Block take(std::size_t size) {
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) {
      const auto fits = std::ranges::find_if(blocks_, [&](const Block& block) {
        return block.size() >= size && block.size() - size <= size / 4;
      });
      if (fits != blocks_.end()) {
        Block found = std::move(*fits);
        blocks_.erase(fits);
        bytes_ -= found.size();
        return found;
      }
    }
    return Block(size);
  }

  void keep(Block block) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || block.size() > kMostKept) return;
    bytes_ += block.size();
    blocks_.push_back(std::move(block));
    auto last = blocks_.begin();
    for (; bytes_ > kMostKept; ++last) bytes_ -= last->size();
    blocks_.erase(blocks_.begin(), last);
  }

  std::size_t release() {
    const std::scoped_lock lock(mutex_);
    blocks_.clear();
    return std::exchange(bytes_, 0);
  }

 private:
  std::mutex mutex_;
  std::vector<Block> blocks_;
  std::size_t bytes_ = 0;
};

/// Never destroyed: arrays may outlive everything else.
KeptBlocks& kept() {
  static auto* const blocks = new KeptBlocks;
  return *blocks;
}

void* allocate(void* /*context*/, std::size_t size) {
  return kept().take(std::max(size, kLeastBytes)).release();
}

void* allocate_zeros(void* context, std::size_t count, std::size_t size) {
  void* const data = allocate(context, count * size);
  if (data != nullptr) std::memset(data, 0, count * size);
  return data;
}

void release(void* /*context*/, void* data, std::size_t /*size*/) {
  if (data != nullptr) kept().keep(Block(data));
}

/// `ndarray.resize`.
void* reallocate(void* context, void* data, std::size_t size) {
  if (data == nullptr) return allocate(context, size);
  void* const moved = allocate(context, size);
  if (moved == nullptr) return nullptr;
  Block old(data);
  std::memcpy(moved, data, std::min(size, old.size()));
  kept().keep(std::move(old));
  return moved;
}

/// An allocator of array data, in the layout of NumPy's C interface (NEP 49, `PyDataMem_Handler`).
struct Handler {
  char name[127] = "equidyn";
  std::uint8_t version = 1;
  void* context = nullptr;
  void* (*malloc)(void*, std::size_t) = allocate;
  void* (*calloc)(void*, std::size_t, std::size_t) = allocate_zeros;
  void* (*realloc)(void*, void*, std::size_t) = reallocate;
  void (*free)(void*, void*, std::size_t) = release;
};

/// NumPy's function that changes the allocator of this thread, and returns the one before.
PyObject* (*set_handler)(PyObject*) = nullptr;

/// Lets arrays that this thread makes meanwhile take memory from here.
class OurMemory {
 public:
  OurMemory() : before_(py::reinterpret_steal<py::object>(set_handler(ours()))) {
    if (!before_) throw py::error_already_set();
  }
  OurMemory(const OurMemory&) = delete;
  OurMemory& operator=(const OurMemory&) = delete;
  ~OurMemory() { Py_XDECREF(set_handler(before_.ptr())); }

 private:
  static PyObject* ours() {
    static Handler handler;
    static PyObject* const capsule = PyCapsule_New(&handler, "mem_handler", nullptr);
    return capsule;
  }
  py::object before_;
};

std::size_t bytes_of(PyObject* dtype, int axes, const Py_intptr_t* shape) {
  std::size_t bytes = dtype == cached().float32 ? sizeof(float) : sizeof(double);
  for (int axis = 0; axis < axes; ++axis) bytes *= static_cast<std::size_t>(shape[axis]);
  return bytes;
}

py::object made_by_numpy(PyObject* dtype, int axes, const Py_intptr_t* shape) {
  const auto& numpy = cached().numpy;
  Py_INCREF(dtype);  // taken over by the new array
  PyObject* const array = numpy.PyArray_NewFromDescr_(numpy.PyArray_Type_, dtype, axes, shape,
                                                      nullptr, nullptr, 0, nullptr);
  if (array == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(array);
}

}  // namespace

void find_allocator_of_numpy() {
  constexpr int kPlaceInTable = 304;  // place of PyDataMem_SetHandler
  const py::object table = py::detail::import_numpy_core_submodule("multiarray").attr("_ARRAY_API");
  void** const functions = static_cast<void**>(PyCapsule_GetPointer(table.ptr(), nullptr));
  if (functions == nullptr) throw py::error_already_set();
  set_handler = reinterpret_cast<decltype(set_handler)>(functions[kPlaceInTable]);
}

py::object new_array(PyObject* dtype, int axes, const Py_intptr_t* shape) {
  if (bytes_of(dtype, axes, shape) < kLeastBytes) return made_by_numpy(dtype, axes, shape);
  const OurMemory ours;
  return made_by_numpy(dtype, axes, shape);
}

std::size_t release_memory() { return kept().release(); }

}  // namespace equidyn
