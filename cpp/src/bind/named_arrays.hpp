/// @file named_arrays.hpp
/// Arrays passed from Python by name.
#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "call/operands.hpp"
#include "equidyn/kernels/states.hpp"

namespace equidyn {

/// Arrays by name, checked once and kept alive.
class NamedArrays {
 public:
  explicit NamedArrays(pybind11::dict arrays) : arrays_(std::move(arrays)) {}

  /// The data of a contiguous array of this shape, null if not given.
  template <class Number>
  Number* numbers(const char* name, const std::vector<pybind11::ssize_t>& shape) const {
    using Wanted = pybind11::array_t<std::remove_const_t<Number>, pybind11::array::c_style>;
    if (!arrays_.contains(name)) return nullptr;
    const pybind11::object object = arrays_[name];
    if (!pybind11::isinstance<Wanted>(object))
      throw pybind11::type_error(std::string(name) + ": expected another type of array");
    auto array = pybind11::reinterpret_borrow<Wanted>(object);
    if (shape_of(array) != shape)
      throw pybind11::value_error(std::string(name) + ": expected shape " + text(shape) + ", got " +
                                  text(shape_of(array)));
    if constexpr (std::is_const_v<Number>)
      return array.data();
    else
      return array.mutable_data();
  }

  /// The shape of an array; of no axes if not given.
  std::vector<pybind11::ssize_t> shape(const char* name) const {
    if (!arrays_.contains(name)) return {};
    return shape_of(pybind11::reinterpret_borrow<pybind11::array>(arrays_[name]));
  }

  /// A row for each state, or one for all.
  kernels::Operand<double> operand(const char* name, std::vector<pybind11::ssize_t> shape) const {
    if (!arrays_.contains(name)) return {};
    const pybind11::object object = arrays_[name];
    if (pybind11::isinstance<pybind11::array>(object) &&
        shape_of(pybind11::reinterpret_borrow<pybind11::array>(object)).front() == 1)
      shape.front() = 1;
    std::ptrdiff_t width = 1;
    for (std::size_t axis = 1; axis < shape.size(); ++axis) width *= shape[axis];
    return {numbers<const double>(name, shape), shape.front() == 1 ? 0 : width};
  }

 private:
  pybind11::dict arrays_;
};

}  // namespace equidyn
