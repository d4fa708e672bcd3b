/// @file results.hpp
/// Evaluates a batch into a new array, or into the one that the caller gave.
#pragma once

#include <pybind11/numpy.h>

#include <vector>

#include "operands.hpp"

namespace equidyn {

/// Evaluates without the global lock; Ctrl-C ends it with KeyboardInterrupt.
template <Scalar T>
void evaluate_released(const EvaluatorMaker<T>& make, int n, const Batch& batch, T* out,
                       int threads);

/// A new array of this shape, or `out`, checked: float64, writeable, of this shape. Raises
/// TypeError or ValueError that names the argument.
pybind11::object evaluate_into(const EvaluatorMaker<double>& make, int n, const Operands& operands,
                               const std::vector<pybind11::ssize_t>& shape,
                               const pybind11::object& out, const pybind11::object& threads);

}  // namespace equidyn
