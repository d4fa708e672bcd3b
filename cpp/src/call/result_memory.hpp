/// @file result_memory.hpp
/// New arrays for results. The memory of large ones is aligned to cache lines and kept for the next
/// result once its array is gone: the pages of new memory cost more than the numbers in it.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>

namespace equidyn {

/// Looks up, at import, how NumPy's allocator is changed.
void find_allocator_of_numpy();

/// A new array of this dtype, row after row.
pybind11::object new_array(PyObject* dtype, int axes, const Py_intptr_t* shape);

/// Returns all kept memory to the system; returns how many bytes that were.
std::size_t release_memory();

}  // namespace equidyn
