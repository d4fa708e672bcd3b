/// @file formulation_batch.hpp
/// Evaluation of batches by the formulations of the papers.
#pragma once

#include <functional>

#include "call/batch.hpp"
#include "call/method_rows.hpp"

namespace equidyn {

/// Copies row number `row` of every given operand.
template <Scalar T>
void read_sample(const Batch& batch, std::ptrdiff_t row, Sample<T>& sample);

/// The sample of a batch of one row. Throws std::invalid_argument for any other number.
Sample<double> only_sample(const Batch& batch, int n);

/// Makes what evaluates the rows of a thread.
using MakeRows = std::function<MethodRows()>;

/// Evaluates every row of a batch into contiguous `out` (run_batch.hpp); `work` is that of a row.
/// Returns whether all results are finite.
bool evaluate_by_method(const MakeRows& make, int n, const Batch& batch, double* out,
                        std::ptrdiff_t work, int threads, const Interrupted& interrupted);

/// The same in pairs of doubles, one row at a time, without friction and motors.
void evaluate_extended(Evaluator<DoubleDouble>& evaluator, const Batch& batch, int n,
                       DoubleDouble* out, const Interrupted& interrupted);

}  // namespace equidyn
