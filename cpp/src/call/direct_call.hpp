/// @file direct_call.hpp
/// One call whose numbers the kernels can read where they lie, or which are few enough to copy: no
/// Python in between, nothing allocated but the result.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "call/evaluator_cache.hpp"
#include "call/formulation_batch.hpp"
#include "call/kernel_batch.hpp"
#include "call/operands.hpp"
#include "call/options.hpp"

namespace equidyn {

using Array = pybind11::detail::PyArray_Proxy;

/// The array behind an object where it is exactly NumPy's of T, aligned; or null.
template <class T>
const Array* array_of(PyObject* object) {
  if (Py_TYPE(object) != cached().numpy.PyArray_Type_) return nullptr;
  const auto* const array = pybind11::detail::array_proxy(object);
  PyObject* const wanted = std::is_same_v<T, float> ? cached().float32 : cached().float64;
  const bool aligned = (array->flags & pybind11::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
  return array->descr == wanted && aligned ? array : nullptr;
}

inline bool lies_plainly(const Array* array) {
  return (array->flags & pybind11::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_) != 0;
}

/// A new array of T, row after row.
template <class T>
pybind11::object new_array(int axes, const Py_intptr_t* shape) {
  PyObject* const type = std::is_same_v<T, float> ? cached().float32 : cached().float64;
  Py_INCREF(type);  // taken over by the new array
  PyObject* const array = cached().numpy.PyArray_NewFromDescr_(
      cached().numpy.PyArray_Type_, type, axes, shape, nullptr, nullptr, 0, nullptr);
  if (array == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(array);
}

/// The numbers of a list or a tuple: floats and integers that are exactly those of Python.
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

/// In the precision of T, as far as it can be taken directly.
template <class T>
class DirectCall {
 public:
  DirectCall(const kernels::Quantity& quantity, const CompiledArm& arm, const Options& options)
      : quantity_(quantity), arm_(arm), options_(options), n_(arm.n()) {}

  /// Null where it has to take the other way: which also says what is wrong with it.
  pybind11::object evaluate(PyObject* const* operands) {
    if (!read(operands)) return {};
    if (options_.out != nullptr && !set_out(options_.out)) return {};
    for (int k = 0; k < quantity_.results; ++k)
      if (!results_[k]) results_[k] = new_array<T>(result_axes(), shape_);
    if (!evaluate_rows()) return {};
    return quantity_.results == 1 ? results_[0] : pybind11::make_tuple(results_[0], results_[1]);
  }

 private:
  static constexpr int kMostAxes = 8;
  static constexpr std::ptrdiff_t kMostCopied = 64;
  static constexpr auto kNumber = static_cast<std::ptrdiff_t>(sizeof(T));

  /// What is read, as it lies.
  struct Input {
    Given given;
    int width;
    const T* data;
    int axes;  ///< the leading ones
    const Py_intptr_t *shape, *strides;
    bool plain;             ///< without gaps
    std::ptrdiff_t stride;  ///< from row to row of the call
    bool copied;
  };

  /// Says whether all operands can be read.
  bool read(PyObject* const* operands) {
    for (int k = 0; k < quantity_.operands; ++k)
      if (!take(quantity_.given[static_cast<std::size_t>(k)], n_, operands[k])) return false;
    if (options_.tip_wrench != nullptr && !take(Given::kTipWrench, 6, options_.tip_wrench))
      return false;
    if (options_.base_motion[0] != nullptr) {
      constexpr std::array kBase{Given::kBaseW, Given::kBaseAl, Given::kBaseA};
      for (std::size_t k = 0; k < kBase.size(); ++k)
        if (!take(kBase[k], 3, options_.base_motion[k])) return false;
    }
    if (!same_ && !broadcast()) return false;
    for (int axis = 0; axis < axes_; ++axis) rows_ *= shape_[axis];
    for (int axis = 0; axis < quantity_.axes; ++axis) shape_[axes_ + axis] = n_;
    size_ = rows_ * quantity_.outputs(n_);
    // the method shares larger batches out to threads
    const std::ptrdiff_t work =
        options_.formulation == nullptr ? size_ : size_ * kFormulationIsSlower;
    if (rows_ < 1 || work > kWorkWorthAThread) return false;
    for (int k = 0; k < inputs_count_; ++k) {
      Input& input = inputs_[k];
      if (same_ && input.plain)
        input.stride = input.width;
      else if (!lay_out(input))
        return false;
      states_.*kOperandOf<T>[static_cast<std::size_t>(input.given)] = {input.data, input.stride};
    }
    return true;
  }

  bool take(Given given, int width, PyObject* object) {
    Input& input = inputs_[inputs_count_++];
    input.given = given, input.width = width, input.copied = false;
    const Array* const array = array_of<T>(object);
    if (array == nullptr) return take_copy(object, input);
    const int axes = array->nd - 1;
    if (axes < 0 || axes > kMostAxes || array->dimensions[axes] != width) return false;
    input.data = reinterpret_cast<const T*>(array->data);
    input.axes = axes, input.shape = array->dimensions, input.strides = array->strides;
    input.plain = lies_plainly(array);
    if (inputs_count_ == 1) {
      axes_ = axes;
      std::copy_n(array->dimensions, axes, shape_);
    } else if (axes != axes_ || !std::equal(shape_, shape_ + axes, array->dimensions)) {
      same_ = false;
    }
    return true;
  }

  /// One row that cannot be read as it lies.
  [[gnu::noinline]] bool take_copy(PyObject* object, Input& input) {
    T* const to = room(input.width);
    if (to == nullptr) return false;
    if (!read_sequence(object, input.width, to) && !read_rounded(object, input.width, to))
      return false;
    input.data = to, input.copied = true, input.plain = true;
    input.axes = 0, input.shape = input.strides = nullptr;
    if (inputs_count_ > 1 && axes_ > 0) same_ = false;
    return true;
  }

  /// The numbers of a float64 array of one axis where float32 is asked for.
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
    for (int k = 0; k < inputs_count_; ++k) axes_ = std::max(axes_, inputs_[k].axes);
    std::fill_n(shape_, axes_, 1);
    for (int k = 0; k < inputs_count_; ++k) {
      const Input& input = inputs_[k];
      for (int axis = 0; axis < input.axes; ++axis) {
        Py_intptr_t& common = shape_[axes_ - input.axes + axis];
        if (common == 1) common = input.shape[axis];
        if (input.shape[axis] != 1 && input.shape[axis] != common) return false;
      }
    }
    return true;
  }

  /// Finds the one stride from row to row, or copies a single row. Says no where there is none.
  [[gnu::noinline]] bool lay_out(Input& input) {
    input.stride = 0;
    std::ptrdiff_t rows = 1, bytes = 0;
    bool found = false;
    for (int axis = axes_ - 1, own = input.axes - 1; axis >= 0; --axis, --own) {
      if (shape_[axis] == 1) continue;
      const std::ptrdiff_t step = own < 0 || input.shape[own] == 1 ? 0 : input.strides[own];
      if (!found) bytes = step;
      if (step != bytes * rows) return false;
      found = true;
      rows *= shape_[axis];
    }
    if (bytes % kNumber != 0) return false;
    input.stride = bytes / kNumber;
    const std::ptrdiff_t step =
        input.copied || input.width == 1 ? kNumber : input.strides[input.axes];
    return step == kNumber || (input.stride == 0 && copy_row(input, step));
  }

  bool copy_row(Input& input, std::ptrdiff_t step) {
    T* const to = room(input.width);
    if (to == nullptr) return false;
    const char* from = reinterpret_cast<const char*>(input.data);
    for (int j = 0; j < input.width; ++j) to[j] = *reinterpret_cast<const T*>(from + j * step);
    input.data = to, input.copied = true;
    return true;
  }

  /// Says whether results can be written to `out` directly.
  bool set_out(PyObject* out) {
    if (quantity_.results == 1) return set_result(0, out);
    if (!PyTuple_CheckExact(out) || PyTuple_GET_SIZE(out) != quantity_.results) return false;
    for (int k = 0; k < quantity_.results; ++k)
      if (!set_result(k, PyTuple_GET_ITEM(out, k))) return false;
    return true;
  }

  /// Says whether result k can be written there: no operand or other result is.
  bool set_result(int k, PyObject* out) {
    const Array* const array = array_of<T>(out);
    if (array == nullptr || !lies_plainly(array)) return false;
    if ((array->flags & pybind11::detail::npy_api::NPY_ARRAY_WRITEABLE_) == 0) return false;
    if (array->nd != result_axes() || !std::equal(shape_, shape_ + array->nd, array->dimensions))
      return false;
    const T* const begin = reinterpret_cast<const T*>(array->data);
    for (int i = 0; i < inputs_count_; ++i)
      if (overlaps(inputs_[i], begin)) return false;
    for (int i = 0; i < k; ++i)
      if (begin < data(i) + size_ && data(i) < begin + size_) return false;
    results_[k] = pybind11::reinterpret_borrow<pybind11::object>(out);
    return true;
  }

  bool overlaps(const Input& input, const T* begin) const {
    if (input.copied) return false;
    const std::ptrdiff_t last = (rows_ - 1) * input.stride;
    const T* const low = input.data + std::min<std::ptrdiff_t>(last, 0);
    const T* const high = input.data + std::max<std::ptrdiff_t>(last, 0) + input.width;
    return begin < high && low < begin + size_;
  }

  int result_axes() const { return axes_ + quantity_.axes; }
  T* data(int k) const {
    return reinterpret_cast<T*>(pybind11::detail::array_proxy(results_[k].ptr())->data);
  }

  /// Says no where not all of it was finite.
  bool evaluate_rows() {
    if constexpr (std::is_same_v<T, double>)
      if (options_.formulation != nullptr) return evaluate_by_name();
    states_.friction = options_.friction;
    states_.motors = options_.motors;
    T* const second = quantity_.results == 2 ? data(1) : nullptr;
    return evaluate_states(quantity_.task, arm_.template model<T>(), states_, rows_, data(0),
                           second);
  }

  [[gnu::noinline]] bool evaluate_by_name() {
    Py_ssize_t length = 0;
    const char* const name = PyUnicode_AsUTF8AndSize(options_.formulation, &length);
    if (name == nullptr) throw pybind11::error_already_set();
    const bool of_mass_matrix = quantity_.task == Task::kMassMatrix;
    ReadyEvaluator* const ready =
        ready_evaluator(arm_, {name, static_cast<std::size_t>(length)}, of_mass_matrix);
    if (ready == nullptr) return false;
    auto& [arm, formulation, matrix, evaluator, sample] = *ready;
    const auto outputs = static_cast<std::size_t>(evaluator->outputs());
    double* out = data(0);
    for (std::ptrdiff_t row = 0; row < rows_; ++row, out += outputs) {
      if (!read_state(row, sample)) return false;
      evaluate_with_drives(*evaluator, arm_.drives, options_.friction, options_.motors, sample,
                           {out, outputs});
    }
    return true;
  }

  /// Says whether all numbers of a row are finite.
  bool read_state(std::ptrdiff_t row, Sample<double>& sample) const {
    double wrench[6], sum = 0;
    const auto read = [&](const kernels::Operand<double>& operand, std::span<double> to) {
      if (operand.data == nullptr) return;
      std::copy_n(operand.data + row * operand.stride, to.size(), to.begin());
      for (const double number : to) sum += number - number;
    };
    read(states_.q, sample.q), read(states_.qd, sample.qd), read(states_.qdd, sample.qdd);
    sample.base.reset();
    if (states_.base_w.data != nullptr) {
      BaseMotion<double>& base = sample.base.emplace();
      read(states_.base_w, {base.w.data(), 3});
      read(states_.base_al, {base.al.data(), 3});
      read(states_.base_a, {base.a.data(), 3});
    }
    sample.tip.reset();
    if (states_.tip_wrench.data != nullptr) {
      read(states_.tip_wrench, wrench);
      sample.tip = {Eigen::Map<const Vec3<double>>(wrench),
                    Eigen::Map<const Vec3<double>>(wrench + 3)};
    }
    return std::isfinite(sum);
  }

  const kernels::Quantity& quantity_;
  const CompiledArm& arm_;
  const Options& options_;
  int n_;
  int axes_ = 0;  ///< the leading ones
  Py_intptr_t shape_[kMostAxes + 3];
  std::ptrdiff_t rows_ = 1, size_ = 0;  ///< of each result
  bool same_ = true;                    ///< all leading axes alike
  int inputs_count_ = 0;
  Input inputs_[7];
  std::ptrdiff_t copied_ = 0;
  T copies_[kMostCopied];
  kernels::States<T> states_;
  pybind11::object results_[2];
};

}  // namespace equidyn
