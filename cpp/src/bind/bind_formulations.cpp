#include <pybind11/stl.h>

#include <string>

#include "bind/bindings.hpp"
#include "bind/records.hpp"
#include "call/compiled_arm.hpp"
#include "equidyn/registry.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

py::list formulations() {
  py::list records;
  for_each_formulation([&]<class F>(F) { records.append(record_of(F::info)); });
  return records;
}

/// Why a formulation refuses an arm; empty where it does not.
std::string refusal_of(const CompiledArm& arm, const std::string& formulation) {
  std::string reason;
  for_each_formulation([&]<class F>(F) {
    if (F::info.name == formulation) reason = refusal<F>(arm.in_double.in(F::info.frames));
  });
  return reason;
}

}  // namespace

void bind_formulations(py::module_& m) {
  m.def("formulations", &formulations, "The registry, one dictionary for each formulation.");
  m.def("refusal", &refusal_of, py::arg("arm"), py::arg("formulation"),
        "Why a formulation refuses an arm; empty where it does not.");
  m.def("default_formulation", [] { return std::string(DefaultFormulation::info.name); },
        "Name of the formulation that is used where none is asked for.");
}

}  // namespace equidyn
