/// @file quantity_argument.hpp
/// Lookup of a quantity, its operands and its method by their Python names.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "call/operands.hpp"
#include "equidyn/kernels/quantities.hpp"

namespace equidyn {

/// Raises ValueError for an unknown quantity.
inline const kernels::Quantity& quantity_of(const std::string& name) {
  if (const kernels::Quantity* const found = kernels::quantity(name)) return *found;
  throw pybind11::value_error("quantity: there is none of the name '" + name + "'");
}

[[noreturn]] inline void raise_unknown_method(const std::string& name) {
  throw pybind11::value_error("formulation: there is none of the name '" + name + "'");
}

/// The operands of a quantity, in order. Raises TypeError for a wrong number.
inline Operands::List operands_of(const kernels::Quantity& quantity, const pybind11::tuple& given) {
  if (given.size() != static_cast<std::size_t>(quantity.operands))
    throw pybind11::type_error("operands: expected " + std::to_string(quantity.operands) +
                               ", got " + std::to_string(given.size()));
  Operands::List list;
  for (std::size_t k = 0; k < given.size(); ++k) list.emplace_back(quantity.given[k], given[k]);
  return list;
}

}  // namespace equidyn
