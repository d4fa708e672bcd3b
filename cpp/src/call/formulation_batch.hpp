/// @file formulation_batch.hpp
/// States evaluated by the formulations of the papers.
#pragma once

#include <memory>

#include "call/batch.hpp"
#include "equidyn/arm/drives.hpp"
#include "equidyn/evaluator.hpp"

namespace equidyn {

/// Makes the evaluator that a thread needs for itself.
template <Scalar T>
using EvaluatorMaker = std::function<std::unique_ptr<Evaluator<T>>()>;

/// Evaluates a sample, and adds to the torques of the links those that friction and motors take
/// where they are asked for, and not among these already; in forward dynamics they take theirs of
/// the torques of the sample.
template <Scalar T>
void evaluate_with_drives(Evaluator<T>& evaluator, const Drives& drives, bool friction, bool motors,
                          Sample<T>& sample, std::span<T> out);

/// Copies row number `row` of every operand that was given.
template <Scalar T>
void read_sample(const Batch& batch, std::ptrdiff_t row, Sample<T>& sample);

/// The sample of a batch that has only one row. Throws std::invalid_argument where it has not.
Sample<double> only_sample(const Batch& batch, int n);

/// Evaluates every row of a batch into `out`, row after row without gaps (run_batch.hpp); `work` is
/// that of a row. Returns whether all results are finite.
template <Scalar T>
bool evaluate_by_formulation(const EvaluatorMaker<T>& make, int n, const Drives& drives,
                             const Batch& batch, T* out, std::ptrdiff_t work, int threads,
                             const Interrupted& interrupted);

}  // namespace equidyn
