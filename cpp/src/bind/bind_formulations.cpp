#include <pybind11/stl.h>

#include <string>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/operands.hpp"
#include "equidyn/methods.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

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

py::dict record_of(const FormulationInfo& info) {
  py::dict record;
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

/// Exponent of n in the number of runs of a formulation that computes the quantity; 0 if none does.
template <class Methods>
constexpr int runs_exponent() {
  if constexpr (TakesFormulations<Methods>)
    return Methods::template OfFormulation<NewtonEuler>::info.order - NewtonEuler::info.order;
  return 0;
}

template <class Methods>
py::dict describe() {
  const kernels::Quantity& quantity = kernels::quantity(Methods::kTask);
  py::tuple operands(quantity.operands);
  for (std::size_t k = 0; k < operands.size(); ++k) operands[k] = name_of(quantity.given[k]);
  py::list methods;
  for_each_in<typename Methods::List>(
      [&]<class Method>(Method) { methods.append(record_of(Method::info)); });
  py::dict description;
  description["operands"] = operands;
  description["axes"] = quantity.shape.axes();
  description["default"] = std::string(Methods::kDefault);
  description["runs_exponent"] = runs_exponent<Methods>();
  description["methods"] = methods;
  return description;
}

py::dict quantities() {
  py::dict described;
  for_each_in<QuantitiesWithMethods>([&]<class Methods>(Methods) {
    described[py::str(std::string(kernels::quantity(Methods::kTask).name))] = describe<Methods>();
  });
  return described;
}

/// The reason why a formulation refuses an arm; empty if it takes it.
std::string refusal_of(const CompiledArm& arm, const std::string& formulation) {
  std::string reason;
  visit_method<InverseDynamicsMethods>(
      formulation, [&]<class F>(F) { reason = refusal<F>(arm.in_double.in(F::info.frames)); });
  return reason;
}

}  // namespace

void bind_formulations(py::module_& m) {
  m.def("quantities", &quantities,
        "The quantities that have several methods, by name: their operands, how many axes of "
        "length n their result has, the method that is used where none is asked for (empty: a "
        "kernel of its own), the power of n that the order of a formulation is multiplied by where "
        "it makes a method (0: it makes none), and one dictionary for each method. Those of "
        "inverse dynamics are the registry.");
  m.def("refusal", &refusal_of, py::arg("arm"), py::arg("formulation"),
        "Why a formulation refuses an arm; empty where it does not.");
}

}  // namespace equidyn
