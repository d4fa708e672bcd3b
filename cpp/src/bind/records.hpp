/// @file records.hpp
/// Lines of the registries as Python reads them.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "equidyn/formulation.hpp"

namespace equidyn {

constexpr const char* in_words(Family family) {
  switch (family) {
    case Family::kNewtonEuler:
      return "Newton-Euler";
    case Family::kLagrange:
      return "Lagrange";
    case Family::kOther:
      break;
  }
  return "Kane, Gibbs, complement";
}

constexpr const char* in_words(Inertia inertia) {
  switch (inertia) {
    case Inertia::kTensorAboutCentre:
      return "a tensor about the mass centre";
    case Inertia::kTensorAboutFrame:
      return "a tensor about the frame";
    case Inertia::kMomentsAboutFrame:
      return "second moments about the frame";
    case Inertia::kMomentsAboutFrameBefore:
      return "second moments about the frame before";
    case Inertia::kMomentsRegrouped:
      break;
  }
  return "second moments, regrouped";
}

inline pybind11::dict record_of(const FormulationInfo& info) {
  pybind11::dict record;
  record["name"] = std::string(info.name);
  record["title"] = std::string(info.title);
  record["reference"] = std::string(info.reference);
  record["degree"] = info.order;
  record["frames"] = info.frames == Frames::kStandardDh ? "standard DH" : "modified DH";
  record["family"] = in_words(info.family);
  record["inertia"] = in_words(info.inertia);
  record["positions"] =
      info.positions == Positions::kFromBase ? "from the base" : "from frame to frame";
  record["restriction"] = std::string(info.restriction);
  return record;
}

}  // namespace equidyn
