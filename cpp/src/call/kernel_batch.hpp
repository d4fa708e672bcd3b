/// @file kernel_batch.hpp
/// Evaluation of batches by the production kernels: operands of any strides, threads.
#pragma once

#include "call/arms_of_call.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace equidyn {

/// Called, on any thread, with every row that a kernel does not pass.
using Examine = std::function<void(std::ptrdiff_t row)>;

/// Evaluates every row of a batch of T into contiguous rows of `out` (run_batch.hpp). Returns the
/// result of the kernel; `examine` may be null.
template <class T>
bool evaluate_by_kernels(Task task, const ArmsOfCall& arms, const Batch& batch,
                         const kernels::Results<T>& out, int threads,
                         const Interrupted& interrupted, const Examine& examine);

}  // namespace equidyn
