#include <pybind11/stl.h>

#include <string>

#include "bindings.hpp"
#include "equidyn/registry.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

py::list formulations() {
  py::list records;
  for_each_formulation([&]<class F>(F) {
    const FormulationInfo& info = F::info;
    py::dict record;
    record["name"] = std::string(info.name);
    record["title"] = std::string(info.title);
    record["reference"] = std::string(info.reference);
    record["order"] = std::string(info.order);
    record["frames"] = info.frames == Frames::kStandardDh ? "standard DH" : "modified DH";
    records.append(record);
  });
  return records;
}

}  // namespace

void bind_formulations(py::module_& m) {
  m.def("formulations", &formulations, "The registry, one dictionary for each formulation.");
  m.def(
      "default_formulation", [] { return std::string(DefaultFormulation::info.name); },
      "Name of the formulation that is used where none is asked for.");
}

}  // namespace equidyn
