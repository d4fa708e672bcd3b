/// @file direct_call.hpp
/// A call with states that are read directly (direct_states.hpp): it allocates only the result.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>

#include "call/direct_states.hpp"
#include "call/evaluator_cache.hpp"
#include "call/result_memory.hpp"
#include "equidyn/interface/evaluate_states.hpp"

namespace equidyn {

/// A call in the precision of T, as far as it can be evaluated directly.
template <class T>
class DirectCall {
 public:
  DirectCall(const kernels::Quantity& quantity, const CompiledArm& arm, const Options& options)
      : quantity_(quantity), arm_(arm), options_(options) {}

  /// Null if it has to take the general path, which also raises for bad input.
  pybind11::object evaluate(PyObject* const* operands) {
    const int n = arm_.n();
    const bool by_name = options_.formulation != nullptr;
    constexpr int kFirstGuess = 1;  // exponent, before an evaluator is made
    const std::ptrdiff_t work =
        by_name ? work_of_formulation(n, kFirstGuess) : quantity_.work(extents());
    if (!in_.read(quantity_, n, options_, operands, work)) return {};
    if (by_name && !find_evaluator()) return {};
    if (options_.out != nullptr && !set_out(options_.out)) return {};
    for (int k = 0; k < quantity_.results; ++k)
      if (!results_[k]) results_[k] = new_array(dtype(), append_axes(k), in_.shape());
    if (!evaluate_rows()) return {};
    if (quantity_.results == 1) return std::move(results_[0]);
    pybind11::tuple all(quantity_.results);
    for (int k = 0; k < quantity_.results; ++k)
      PyTuple_SET_ITEM(all.ptr(), k, results_[k].release().ptr());
    return all;
  }

 private:
  /// Returns whether results can be written to `out` directly.
  bool set_out(PyObject* out) {
    if (quantity_.results == 1) return set_result(0, out);
    if (!PyTuple_CheckExact(out) || PyTuple_GET_SIZE(out) != quantity_.results) return false;
    for (int k = 0; k < quantity_.results; ++k)
      if (!set_result(k, PyTuple_GET_ITEM(out, k))) return false;
    return true;
  }

  /// Takes `out` for result k. Returns false if it overlaps an operand or a result before it.
  bool set_result(int k, PyObject* out) {
    using Numpy = pybind11::detail::npy_api;
    const Array* const array =
        array_of<T>(out, Numpy::NPY_ARRAY_ALIGNED_ | Numpy::NPY_ARRAY_WRITEABLE_ |
                             Numpy::NPY_ARRAY_C_CONTIGUOUS_);
    if (array == nullptr || array->nd != append_axes(k) ||
        !std::equal(in_.shape(), in_.shape() + array->nd, array->dimensions))
      return false;
    const T* const begin = reinterpret_cast<const T*>(array->data);
    const T* const end = begin + in_.rows() * numbers(k);
    if (in_.overlap(begin, end)) return false;
    for (int before = 0; before < k; ++before)
      if (begin < data(before) + in_.rows() * numbers(before) && data(before) < end) return false;
    results_[k] = pybind11::reinterpret_borrow<pybind11::object>(out);
    return true;
  }

  /// Puts the axes of result k behind the leading ones; returns how many there are.
  int append_axes(int k) {
    const kernels::Shape& shape = quantity_.shape_of(k);
    for (int axis = 0; axis < shape.axes(); ++axis)
      in_.shape()[in_.axes() + axis] = shape.extent(axis, extents());
    return in_.axes() + shape.axes();
  }
  kernels::Extents extents() const { return {arm_.n(), options_.friction, options_.motors}; }
  std::ptrdiff_t numbers(int k) const { return quantity_.shape_of(k).numbers(extents()); }
  static PyObject* dtype() {
    return std::is_same_v<T, float> ? cached().float32 : cached().float64;
  }
  T* data(int k) const {
    return reinterpret_cast<T*>(pybind11::detail::array_proxy(results_[k].ptr())->data);
  }

  /// Returns false unless the kernel finds all operands and results finite.
  bool evaluate_rows() {
    in_.states().friction = options_.friction;
    in_.states().motors = options_.motors;
    in_.states().in_tool = options_.in_tool;
    if constexpr (std::is_same_v<T, double>)
      if (options_.formulation != nullptr) return evaluate_by_name();
    kernels::Results<T> out{};
    for (int k = 0; k < quantity_.results; ++k) out[static_cast<std::size_t>(k)] = data(k);
    return evaluate_states(quantity_.task, arm_.template model<T>(), in_.states(), in_.rows(), out);
  }

  /// Returns whether a kernel takes these states on this thread alone.
  [[gnu::noinline]] bool find_evaluator() {
    // each state has to be checked for joints that move no mass
    if (quantity_.task == kernels::Task::kForwardDynamics) return false;
    Py_ssize_t length = 0;
    const char* const name = PyUnicode_AsUTF8AndSize(options_.formulation, &length);
    if (name == nullptr) {  // not valid UTF-8
      PyErr_Clear();
      return false;
    }
    ready_ = ready_evaluator(arm_, quantity_.task, {name, static_cast<std::size_t>(length)});
    if (ready_ == nullptr) return false;
    const std::ptrdiff_t work = work_of_formulation(arm_.n(), ready_->rows->exponent());
    return in_.rows() * work < kWorkForThreads;
  }

  [[gnu::noinline]] bool evaluate_by_name() {
    return ready_->rows->evaluate(in_.states(), in_.rows(), data(0));
  }

  const kernels::Quantity& quantity_;
  const CompiledArm& arm_;
  const Options& options_;
  DirectStates<T> in_;
  ReadyEvaluator* ready_ = nullptr;
  pybind11::object results_[kernels::kMostResults];
};

}  // namespace equidyn
