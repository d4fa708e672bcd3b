/// @file arm_data_from.hpp
/// The description of an arm, converted from Python.
#pragma once

#include <pybind11/numpy.h>

#include <initializer_list>

#include "equidyn/model/arm_data.hpp"

namespace equidyn {

using NumberArray =
    pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

/// Raises ValueError if an array is not of this shape.
void require_shape(const char* name, const NumberArray& array,
                   std::initializer_list<pybind11::ssize_t> shape);

/// The letters and numbers of an arm from arrays by name, None where it has none; its names and
/// frames are not read. Raises ValueError for arrays of other shapes and for poses that are not
/// rigid.
model::ArmData arm_data_from(const pybind11::dict& given);

}  // namespace equidyn
