/// @file kernel_batch.hpp
/// A batch evaluated by the production kernels: operands of any strides, threads, friction and
/// motors.
#pragma once

#include <functional>

#include "call/batch.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace equidyn {

/// How many numbers each state yields in each of its results.
int outputs(Task task, int n);

/// States as the kernels read them, evaluated on the calling thread. Says what the kernel says.
/// Does not allocate for short arms.
template <class T>
bool evaluate_states(Task task, const kernels::Model<T>& arm, const kernels::States<T>& states,
                     std::ptrdiff_t rows, T* out, T* second);

/// Evaluates every row of a batch whose numbers are T into `out` (and `second`, where the task has
/// two results), row after row without gaps. What the batch calls qdd is the torque where the task
/// is forward dynamics. Rows are split between threads in equal runs; results do not depend on
/// their number. `interrupted` is asked now and then on the calling thread, and stops the work when
/// it says yes. Says whether all torques or accelerations are finite.
template <class T>
bool evaluate_by_kernels(Task task, const kernels::Model<T>& arm, const Batch& batch, T* out,
                         T* second, int threads, const std::function<bool()>& interrupted);

}  // namespace equidyn
