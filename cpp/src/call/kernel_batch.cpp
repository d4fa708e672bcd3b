#include "call/kernel_batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <span>

#include "call/thread_pool.hpp"

namespace equidyn {
namespace {

using kernels::Kernel;
using kernels::Model;
using kernels::Operand;
using kernels::States;

/// Rows that a thread evaluates at a time, between two looks at the outside world.
constexpr std::ptrdiff_t kRowsAtATime = 512;

/// Scratch space of a kernel: on the stack for short arms.
class ScratchSpace {
 public:
  explicit ScratchSpace(std::size_t size) {
    if (size > sizeof local_)
      heap_.reset(static_cast<std::byte*>(::operator new(size, kAlignment)));
  }
  void* get() { return heap_ ? heap_.get() : local_; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Delete {
    void operator()(std::byte* memory) const { ::operator delete(memory, kAlignment); }
  };
  alignas(64) std::byte local_[65536];
  std::unique_ptr<std::byte, Delete> heap_;
};

/// The distance in numbers from each row of the batch to the next, where it is the same everywhere.
template <class T>
std::optional<std::ptrdiff_t> uniform_stride(const Rows& rows,
                                             const std::vector<std::ptrdiff_t>& shape) {
  constexpr auto kNumber = static_cast<std::ptrdiff_t>(sizeof(T));
  std::optional<std::ptrdiff_t> stride;
  std::ptrdiff_t count = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] != 1) {
      if (!stride) stride = rows.strides[axis];
      if (rows.strides[axis] != *stride * count) return std::nullopt;
    }
    count *= shape[axis];
  }
  if (rows.step != kNumber || stride.value_or(0) % kNumber != 0) return std::nullopt;
  return stride.value_or(0) / kNumber;
}

/// Operands of a batch made readable for the kernels: as they lie, or copied piece by piece.
template <class T>
class Source {
 public:
  Source(std::initializer_list<std::pair<const Rows*, int>> parts, const Batch& batch)
      : batch_(batch), parts_(parts) {
    std::erase_if(parts_, [](const auto& part) { return part.first->data == nullptr; });
    for (const auto& [rows, width] : parts_) width_ += width;
    if (parts_.size() == 1) stride_ = uniform_stride<T>(*parts_.front().first, batch.shape);
  }

  /// Copies even what could be read as it lies.
  void copy_always() { stride_.reset(); }

  Operand<T> rows(std::ptrdiff_t first, std::ptrdiff_t end) {
    if (parts_.empty()) return {};
    if (stride_)
      return {reinterpret_cast<const T*>(parts_.front().first->data) + first * *stride_, *stride_};
    copy_.resize(static_cast<std::size_t>((end - first) * width_));
    T* to = copy_.data();
    for (std::ptrdiff_t row = first; row < end; ++row) {
      for (const auto& [rows, width] : parts_) {
        read_row<T>(*rows, batch_.shape, row, std::span<T>(to, static_cast<std::size_t>(width)));
        to += width;
      }
    }
    return {copy_.data(), width_};
  }
  T* copied_row(std::ptrdiff_t row) { return copy_.data() + row * width_; }

 private:
  const Batch& batch_;
  std::vector<std::pair<const Rows*, int>> parts_;
  std::ptrdiff_t width_ = 0;
  std::optional<std::ptrdiff_t> stride_;
  std::vector<T> copy_;
};

/// Evaluates rows of one batch, on one thread.
template <class T>
class Worker {
 public:
  Worker(Task task, const Model<T>& arm, const Batch& batch, T* out, T* second)
      : task_(task),
        kernel_(chosen_instruction_set().kernel<T>(task)),
        arm_(arm),
        batch_(batch),
        out_(out),
        second_(second),
        n_(arm.chain.n),
        q_({{&batch.q, n_}}, batch),
        qd_({{&batch.qd, n_}}, batch),
        effort_({{&batch.qdd, n_}}, batch),
        base_({{&batch.base_w, 3}, {&batch.base_al, 3}, {&batch.base_a, 3}}, batch),
        tip_({{&batch.tip_wrench, 6}}, batch),
        scratch_(kernel_.scratch_size(n_, kRowsAtATime)) {
    if (task_ == Task::kForwardDynamics && batch.friction != nullptr) effort_.copy_always();
  }

  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    const std::ptrdiff_t rows = end - first;
    States<T> states{q_.rows(first, end), qd_.rows(first, end), effort_.rows(first, end),
                     base_.rows(first, end), tip_.rows(first, end)};
    if constexpr (kSolves) {
      if (task_ == Task::kForwardDynamics) {
        if (batch_.friction != nullptr) subtract_friction(states, rows);
        if (batch_.motors != nullptr) states.motor_inertia = batch_.motors->motor_inertia.data();
      }
    }
    T* const out = out_ + first * outputs(task_, n_);
    T* const second = second_ == nullptr ? nullptr : second_ + first * outputs(task_, n_);
    bool finite = kernel_.evaluate(arm_, states, 0, rows, out, second, scratch_.get());
    if (task_ == Task::kInverseDynamics) finite &= add_drives(states, rows, out);
    if (task_ == Task::kDerivatives && batch_.friction != nullptr) add_viscous(rows, second);
    return finite;
  }

 private:
  /// Whether the tasks beyond inverse dynamics are among those of this precision.
  static constexpr bool kSolves = kTasks<T> == kTasks<double>;

  void subtract_friction(const States<T>& states, std::ptrdiff_t rows) {
    for (std::ptrdiff_t row = 0; row < rows; ++row)
      for (int j = 0; j < n_; ++j)
        effort_.copied_row(row)[j] -= batch_.friction->friction(
            static_cast<std::size_t>(j), states.qd.data[row * states.qd.stride + j]);
  }

  /// Says whether the torques are finite.
  bool add_drives(const States<T>& states, std::ptrdiff_t rows, T* tau) const {
    if (batch_.friction == nullptr && batch_.motors == nullptr) return true;
    bool finite = true;
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      for (int j = 0; j < n_; ++j) {
        const auto joint = static_cast<std::size_t>(j);
        T& torque = tau[row * n_ + j];
        if (batch_.friction != nullptr)
          torque += batch_.friction->friction(joint, states.qd.data[row * states.qd.stride + j]);
        if (batch_.motors != nullptr)
          torque += T(batch_.motors->motor_inertia[joint]) *
                    states.effort.data[row * states.effort.stride + j];
        finite &= std::isfinite(torque);
      }
    }
    return finite;
  }

  void add_viscous(std::ptrdiff_t rows, T* dtau_dqd) const {
    for (std::ptrdiff_t row = 0; row < rows; ++row)
      for (int j = 0; j < n_; ++j)
        dtau_dqd[(row * n_ + j) * n_ + j] +=
            T(batch_.friction->viscous[static_cast<std::size_t>(j)]);
  }

  Task task_;
  const Kernel<T>& kernel_;
  const Model<T>& arm_;
  const Batch& batch_;
  T *out_, *second_;
  int n_;
  Source<T> q_, qd_, effort_, base_, tip_;
  ScratchSpace scratch_;
};

}  // namespace

int outputs(Task task, int n) { return gives_matrices(task) ? n * n : n; }

template <class T>
bool evaluate_states(Task task, const Model<T>& arm, const States<T>& states, std::ptrdiff_t rows,
                     T* out, T* second) {
  const Kernel<T>& kernel = chosen_instruction_set().kernel<T>(task);
  ScratchSpace scratch(kernel.scratch_size(arm.chain.n, rows));
  return kernel.evaluate(arm, states, 0, rows, out, second, scratch.get());
}

template <class T>
bool evaluate_by_kernels(Task task, const Model<T>& arm, const Batch& batch, T* out, T* second,
                         int threads, const std::function<bool()>& interrupted) {
  // runs are whole blocks of rows, so that no thread has more single rows than another
  constexpr std::ptrdiff_t kBlock = 64 / sizeof(T);
  const std::ptrdiff_t rows = batch.rows();
  const std::ptrdiff_t blocks = (rows + kBlock - 1) / kBlock;
  const auto runs = std::clamp<std::ptrdiff_t>(threads, 1, std::max<std::ptrdiff_t>(blocks, 1));
  std::atomic<bool> stop = false, finite = true;
  const auto start_of = [&](std::ptrdiff_t run) {
    return std::min(blocks * run / runs * kBlock, rows);
  };
  run_in_parallel(static_cast<int>(runs), [&](int run) {
    Worker<T> worker(task, arm, batch, out, second);
    const std::ptrdiff_t end = start_of(run + 1);
    for (std::ptrdiff_t first = start_of(run); first < end && !stop; first += kRowsAtATime) {
      if (!worker.evaluate(first, std::min(first + kRowsAtATime, end))) finite = false;
      if (run == 0 && first + kRowsAtATime < end && interrupted()) stop = true;
    }
  });
  return finite;
}

template bool evaluate_states(Task, const Model<double>&, const States<double>&, std::ptrdiff_t,
                              double*, double*);
template bool evaluate_states(Task, const Model<float>&, const States<float>&, std::ptrdiff_t,
                              float*, float*);
template bool evaluate_by_kernels(Task, const Model<double>&, const Batch&, double*, double*, int,
                                  const std::function<bool()>&);
template bool evaluate_by_kernels(Task, const Model<float>&, const Batch&, float*, float*, int,
                                  const std::function<bool()>&);

}  // namespace equidyn
