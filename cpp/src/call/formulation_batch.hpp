/// @file formulation_batch.hpp
/// Evaluation of batches by the formulations of the papers.
#pragma once

#include <memory>

#include "call/batch.hpp"
#include "equidyn/arm/drives.hpp"
#include "equidyn/evaluator.hpp"

namespace equidyn {

/// Makes the evaluator of a thread.
template <Scalar T>
using EvaluatorMaker = std::function<std::unique_ptr<Evaluator<T>>()>;

/// Evaluates a sample. Friction and motor torques, if requested and not included by the evaluator,
/// are added to the torques of the links; in forward dynamics they are subtracted from the torques
/// of the sample.
template <Scalar T>
void evaluate_with_drives(Evaluator<T>& evaluator, const Drives& drives, bool friction, bool motors,
                          Sample<T>& sample, std::span<T> out);

/// Copies row number `row` of every given operand.
template <Scalar T>
void read_sample(const Batch& batch, std::ptrdiff_t row, Sample<T>& sample);

/// The sample of a batch of one row. Throws std::invalid_argument for any other number.
Sample<double> only_sample(const Batch& batch, int n);

/// Evaluates every row of a batch into contiguous `out` (run_batch.hpp); `work` is that of a row.
/// Returns whether all results are finite.
template <Scalar T>
bool evaluate_by_formulation(const EvaluatorMaker<T>& make, int n, const Drives& drives,
                             const Batch& batch, T* out, std::ptrdiff_t work, int threads,
                             const Interrupted& interrupted);

}  // namespace equidyn
