#include <pybind11/stl.h>

#include <cstdint>
#include <string>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/in_words.hpp"
#include "call/operands.hpp"
#include "call/own_formulations.hpp"
#include "equidyn/interface/methods.hpp"
#include "equidyn/model/words.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Throws ValueError for invalid text, which a formulation of a user may have.
py::str text_of(const char* member, std::string_view text) {
  PyObject* const decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), nullptr);
  if (decoded != nullptr) return py::reinterpret_steal<py::str>(decoded);
  PyErr_Clear();
  throw py::value_error("info." + std::string(member) + ": expected UTF-8, got other bytes");
}

py::dict record_of(const FormulationInfo& info) {
  py::dict record;
  record["name"] = text_of("name", info.name);
  record["title"] = text_of("title", info.title);
  record["reference"] = text_of("reference", info.reference);
  record["degree"] = info.order.exponent;
  record["logarithm"] = info.order.logarithm;
  record["frames"] = in_words(info.frames);
  record["family"] = in_words(info.family);
  record["inertia"] = in_words(info.inertia);
  record["positions"] = in_words(info.positions);
  record["restriction"] = text_of("restriction", info.restriction);
  return record;
}

/// Exponent of n in the number of runs of a formulation that computes the quantity; 0 if none does.
template <class Methods>
constexpr int runs_exponent() {
  if constexpr (TakesFormulations<Methods>)
    return Methods::template OfFormulation<NewtonEuler>::kRunsExponent;
  return 0;
}

/// Least order of such a method: what follows the runs may cost more than they do.
template <class Methods>
constexpr int least_order() {
  if constexpr (requires { Methods::template OfFormulation<NewtonEuler>::kLeastOrder; })
    return Methods::template OfFormulation<NewtonEuler>::kLeastOrder;
  return 0;
}

template <class Methods>
py::dict describe() {
  py::list methods;
  for_each_in<typename Methods::List>(
      [&]<class Method>(Method) { methods.append(record_of(Method::info)); });
  py::dict description;
  description["default"] = std::string(Methods::kDefault);
  description["runs_exponent"] = runs_exponent<Methods>();
  description["least_degree"] = least_order<Methods>();
  description["methods"] = methods;
  return description;
}

py::dict methods() {
  py::dict described;
  for_each_in<QuantitiesWithMethods>([&]<class Methods>(Methods) {
    described[py::str(std::string(kernels::quantity(Methods::kTask).name))] = describe<Methods>();
  });
  return described;
}

py::dict quantities() {
  py::dict facts;
  for (const kernels::Quantity& quantity : kernels::kQuantities) {
    py::list shapes;
    for (int k = 0; k < quantity.results; ++k)
      shapes.append(py::tuple(py::cast(extents_of(quantity.shape_of(k)))));
    py::dict record;
    record["operands"] = py::tuple(py::cast(operands_of(quantity)));
    record["shapes"] = py::tuple(shapes);
    record["options"] = py::frozenset(py::cast(options_of(quantity)));
    facts[py::str(std::string(quantity.name))] = record;
  }
  return facts;
}

/// The reason why a method of a quantity refuses an arm; empty if it takes it.
std::string refusal_of(const CompiledArm& arm, const std::string& formulation,
                       const std::string& quantity) {
  const FormulationTable* const own = own_formulation(formulation);
  if (own != nullptr) return own->in_double.refusal(arm.in_double.in(own->info->frames));
  std::string reason;
  for_each_in<QuantitiesWithMethods>([&]<class Methods>(Methods) {
    if (kernels::quantity(Methods::kTask).name != quantity) return;
    visit_method<Methods>(formulation, [&]<class Method>(Method) {
      reason = refusal<Method>(arm.in_double.in(Method::info.frames));
    });
  });
  return reason;
}

constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// Adds the formulation of a user's library, and returns its record.
py::dict add_own(std::uintptr_t address, const std::string& version) {
  const auto& table = *reinterpret_cast<const FormulationTable*>(address);  // NOLINT
  require_callable(table, version);
  py::dict record = record_of(*table.info);
  const std::string name(table.info->name);
  if (name.empty() || name.find_first_not_of(kLetters) != std::string::npos)
    throw py::value_error("info.name: expected letters, digits and _, got " + model::quoted(name));
  for_each_in<QuantitiesWithMethods>([&]<class Methods>(Methods) {
    if (visit_method<Methods>(name, [](auto) {}))
      throw py::value_error("info.name: '" + name + "' is a name of equidyn's; choose another");
  });
  add_formulation(table);
  return record;
}

}  // namespace

void bind_formulations(py::module_& m) {
  m.def("quantities", &quantities,
        "Quantities that kernels compute, by name: operands; shape of each result (-1: joints, -2: "
        "parameters); options.");
  m.def(
      "methods", &methods,
      "Quantities with several methods, by name: "
      "default method (empty: the kernel); exponent of n in the number of runs of a "
      "formulation that computes the quantity (0: none does), and the least exponent of its cost; "
      "and a dictionary for each method. "
      "The methods of inverse dynamics are the formulations.");
  m.def("add_formulation", &add_own, py::arg("table"), py::arg("version"),
        "Add the formulation of a library, whose table is at this address, and return its record "
        "as among `methods`.");
  m.def("refusal", &refusal_of, py::arg("arm"), py::arg("formulation"), py::arg("quantity"),
        "Reason why a method of a quantity refuses an arm; empty if not.");
}

}  // namespace equidyn
