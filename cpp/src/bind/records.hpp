/// @file records.hpp
/// Lines of the registries as Python reads them.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "equidyn/formulation.hpp"

namespace equidyn {

inline pybind11::dict record_of(const FormulationInfo& info) {
  pybind11::dict record;
  record["name"] = std::string(info.name);
  record["title"] = std::string(info.title);
  record["reference"] = std::string(info.reference);
  record["order"] = std::string(info.order);
  record["frames"] = info.frames == Frames::kStandardDh ? "standard DH" : "modified DH";
  record["restriction"] = std::string(info.restriction);
  return record;
}

}  // namespace equidyn
