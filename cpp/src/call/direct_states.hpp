/// @file direct_states.hpp
/// The states of a call that kernels can read in place, or that are few enough to copy: no Python,
/// no allocation.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include "call/operands.hpp"
#include "call/options.hpp"
#include "call/rows_of_batch.hpp"

namespace equidyn {

using Array = pybind11::detail::PyArray_Proxy;

/// The array of an object if it is exactly a NumPy array of T with all of these flags; else null.
template <class T>
const Array* array_of(PyObject* object, int flags = pybind11::detail::npy_api::NPY_ARRAY_ALIGNED_) {
  if (Py_TYPE(object) != cached().numpy.PyArray_Type_) return nullptr;
  const auto* const array = pybind11::detail::array_proxy(object);
  PyObject* const wanted = std::is_same_v<T, float> ? cached().float32 : cached().float64;
  return array->descr == wanted && (array->flags & flags) == flags ? array : nullptr;
}

/// The numbers of a list or a tuple of Python's exact float and int types.
template <class T>
bool read_sequence(PyObject* object, std::ptrdiff_t count, T* to) {
  if (!PyList_CheckExact(object) && !PyTuple_CheckExact(object)) return false;
  if (PySequence_Fast_GET_SIZE(object) != count) return false;
  PyObject** const items = PySequence_Fast_ITEMS(object);
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    double number = 0;
    if (PyFloat_CheckExact(items[k])) {
      number = PyFloat_AS_DOUBLE(items[k]);
    } else if (PyLong_CheckExact(items[k])) {
      int overflow = 0;
      const long long integer = PyLong_AsLongLongAndOverflow(items[k], &overflow);
      if (overflow != 0) return false;
      number = static_cast<double>(integer);
    } else {
      return false;
    }
    to[k] = static_cast<T>(number);
  }
  return true;
}

/// In the precision of T.
template <class T>
class DirectStates {
 public:
  static constexpr int kMostAxes = 8;

  /// Returns whether all operands can be read so, and the work fits one thread.
  /// `work` is that of a state (kWorkForThreads).
  bool read(const kernels::Quantity& quantity, int n, const Options& options,
            PyObject* const* operands, std::ptrdiff_t work) {
    for (int k = 0; k < quantity.operands; ++k)
      if (!take(quantity.given[static_cast<std::size_t>(k)], n, operands[k])) return false;
    if (options.tip_wrench != nullptr && !take(Given::kTipWrench, 6, options.tip_wrench))
      return false;
    if (options.base_motion[0] != nullptr) {
      constexpr std::array kBase{Given::kBaseW, Given::kBaseAl, Given::kBaseA};
      for (std::size_t k = 0; k < kBase.size(); ++k)
        if (!take(kBase[k], 3, options.base_motion[k])) return false;
    }
    // empty arrays have no numbers to copy
    return (plain_ || broadcast()) && count_rows(work) && (plain_ || lay_out());
  }

  const kernels::States<T>& states() const { return states_; }
  kernels::States<T>& states() { return states_; }
  std::ptrdiff_t rows() const { return rows_; }

  /// Leading axes, followed by room for those of a result.
  int axes() const { return axes_; }
  Py_intptr_t* shape() { return shape_; }

  /// True if any operand overlaps the memory between these two.
  bool overlap(const T* begin, const T* end) const {
    for (const Input* input = inputs_; input != inputs_ + inputs_count_; ++input) {
      const kernels::Operand<T>& operand = states_.*member(*input);
      if (operand.data != input->data) continue;  // a copy
      const std::ptrdiff_t last = (rows_ - 1) * operand.stride;
      const T* const low = input->data + std::min<std::ptrdiff_t>(last, 0);
      const T* const high = input->data + std::max<std::ptrdiff_t>(last, 0) + input->width;
      if (begin < high && low < end) return true;
    }
    return false;
  }

 private:
  static constexpr std::ptrdiff_t kMostCopied = 64;
  static constexpr auto kNumber = static_cast<std::ptrdiff_t>(sizeof(T));

  /// An operand read in place.
  struct Input {
    Given given;
    int width;
    const T* data;       ///< null if copied
    const Array* array;  ///< null if no array

    int axes() const { return array == nullptr ? 0 : array->nd - 1; }
  };

  static auto member(const Input& input) {
    return kOperandOf<T>[static_cast<std::size_t>(input.given)];
  }

  bool take(Given given, int width, PyObject* object) {
    Input& input = inputs_[inputs_count_++];
    input.given = given, input.width = width;
    const Array* const array = input.array = array_of<T>(object);
    if (array == nullptr) return take_copy(object, input);
    const int axes = array->nd - 1;
    if (axes < 0 || axes > kMostAxes || array->dimensions[axes] != width) return false;
    input.data = reinterpret_cast<const T*>(array->data);
    states_.*member(input) = {input.data, width};
    if (inputs_count_ == 1) {
      axes_ = axes;
      std::copy_n(array->dimensions, axes, shape_);
    } else if (axes != axes_ || !std::equal(shape_, shape_ + axes, array->dimensions)) {
      plain_ = false;
    }
    if ((array->flags & pybind11::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_) == 0) plain_ = false;
    return true;
  }

  /// A single row that cannot be read in place.
  [[gnu::noinline]] bool take_copy(PyObject* object, Input& input) {
    T* const to = room(input.width);
    if (to == nullptr) return false;
    if (!read_sequence(object, input.width, to) && !read_rounded(object, input.width, to))
      return false;
    input.data = nullptr;
    states_.*member(input) = {to, 0};
    if (inputs_count_ > 1 && axes_ > 0) plain_ = false;
    return true;
  }

  /// The numbers of a one-dimensional float64 array in a float32 call.
  static bool read_rounded(PyObject* object, std::ptrdiff_t count, T* to) {
    if (std::is_same_v<T, double>) return false;
    const Array* const array = array_of<double>(object);
    if (array == nullptr || array->nd != 1 || array->dimensions[0] != count) return false;
    for (std::ptrdiff_t k = 0; k < count; ++k)
      to[k] = static_cast<T>(*reinterpret_cast<const double*>(array->data + k * array->strides[0]));
    return true;
  }

  /// Room for a copy, or null.
  T* room(int width) {
    if (copied_ + width > kMostCopied) return nullptr;
    T* const taken = copies_ + copied_;
    copied_ += width;
    return taken;
  }

  /// The common shape: axes are lined up from the last one, an extent of 1 fits any other.
  [[gnu::noinline]] bool broadcast() {
    axes_ = 0;
    for (int k = 0; k < inputs_count_; ++k) axes_ = std::max(axes_, inputs_[k].axes());
    std::fill_n(shape_, axes_, 1);
    for (int k = 0; k < inputs_count_; ++k) {
      const Input& input = inputs_[k];
      for (int axis = 0; axis < input.axes(); ++axis) {
        const Py_intptr_t extent = input.array->dimensions[axis];
        Py_intptr_t& common = shape_[axes_ - input.axes() + axis];
        if (common == 1) common = extent;
        if (extent != 1 && extent != common) return false;
      }
    }
    return true;
  }

  [[gnu::noinline]] bool lay_out() {
    return std::all_of(inputs_, inputs_ + inputs_count_, [&](const Input& input) {
      return input.array == nullptr || lay_out(*input.array, input);
    });
  }

  /// Finds the one stride from row to row, or copies a single row. Returns false without one.
  bool lay_out(const Array& array, const Input& input) {
    std::ptrdiff_t rows = 1, bytes = 0;
    bool found = false;
    for (int axis = axes_ - 1, own = input.axes() - 1; axis >= 0; --axis, --own) {
      if (shape_[axis] == 1) continue;
      const std::ptrdiff_t step = own < 0 || array.dimensions[own] == 1 ? 0 : array.strides[own];
      if (!found) bytes = step;
      if (step != bytes * rows) return false;
      found = true;
      rows *= shape_[axis];
    }
    if (bytes % kNumber != 0) return false;
    kernels::Operand<T>& operand = states_.*member(input);
    operand.stride = bytes / kNumber;
    const std::ptrdiff_t step = input.width == 1 ? kNumber : array.strides[input.axes()];
    return step == kNumber || (bytes == 0 && copy_row(input, step, operand));
  }

  bool copy_row(const Input& input, std::ptrdiff_t step, kernels::Operand<T>& operand) {
    T* const to = room(input.width);
    if (to == nullptr) return false;
    const char* from = reinterpret_cast<const char*>(input.data);
    for (int j = 0; j < input.width; ++j) to[j] = *reinterpret_cast<const T*>(from + j * step);
    operand.data = to;
    return true;
  }

  /// Returns whether there are rows, and few enough; stops before a product of extents overflows.
  bool count_rows(std::ptrdiff_t work) {
    const std::ptrdiff_t most = (kWorkForThreads - 1) / work;
    for (int axis = 0; axis < axes_; ++axis) {
      if (shape_[axis] < 1 || shape_[axis] > most) return false;
      rows_ *= shape_[axis];
      if (rows_ > most) return false;
    }
    return rows_ <= most;
  }

  int axes_ = 0;
  Py_intptr_t shape_[kMostAxes + 3];
  std::ptrdiff_t rows_ = 1;
  bool plain_ = true;  ///< equal leading axes, contiguous
  int inputs_count_ = 0;
  Input inputs_[kernels::kMostInputs];
  std::ptrdiff_t copied_ = 0;
  T copies_[kMostCopied];
  kernels::States<T> states_;
};

}  // namespace equidyn
