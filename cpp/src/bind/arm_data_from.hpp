/// @file arm_data_from.hpp
/// The description of an arm, converted from Python.
#pragma once

#include <pybind11/pybind11.h>

#include "equidyn/model/arm_data.hpp"

namespace equidyn {

/// The letters and numbers of an arm from arrays by name, None where it has none; its names and
/// frames are not read. Raises ValueError for arrays of other shapes and for poses that are not
/// rigid.
model::ArmData arm_data_from(const pybind11::dict& given);

}  // namespace equidyn
