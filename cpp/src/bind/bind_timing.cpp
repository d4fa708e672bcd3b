#include <string>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/quantity_argument.hpp"
#include "call/compiled_arm.hpp"
#include "call/formulation_batch.hpp"
#include "call/own_formulations.hpp"
#include "call/processor_time.hpp"
#include "call/results.hpp"
#include "equidyn/evaluate_states.hpp"
#include "equidyn/registry.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

std::vector<Sample<double>> samples_of(const Batch& batch, int n) {
  if (batch.rows() == 0) throw py::value_error("operands: expected one state or more, got none");
  std::vector<Sample<double>> samples(static_cast<std::size_t>(batch.rows()), Sample<double>(n));
  for (std::size_t row = 0; row < samples.size(); ++row)
    read_sample(batch, static_cast<std::ptrdiff_t>(row), samples[row]);
  return samples;
}

double time_method(const CompiledArm& arm, const std::string& quantity_name,
                   const std::string& method, const py::tuple& given, double seconds) {
  const kernels::Quantity& quantity = quantity_of(quantity_name);
  const Operands operands(arm.n(), operands_of(quantity, given));
  const std::vector<Sample<double>> samples = samples_of(operands.batch(), arm.n());
  std::vector<double> result;
  double each = 0;
  const auto time = [&](const auto& evaluate) {
    without_lock([&] { each = nanoseconds(samples.size(), seconds, evaluate); });
    return each;
  };
  if (quantity.task == kernels::Task::kInverseDynamics && method == DefaultFormulation::info.name) {
    result.resize(static_cast<std::size_t>(arm.n()));
    return time([&](std::size_t k) {
      const Sample<double>& x = samples[k];
      kernels::States<double> state;
      state.q.data = x.q.data(), state.qd.data = x.qd.data(), state.qdd.data = x.qdd.data();
      evaluate_states<double>(quantity.task, arm.model<double>(), state, 1, {result.data()});
    });
  }
  const auto evaluator = evaluator_by_name(quantity.task, method, arm.in_double);
  if (!evaluator) raise_unknown_method(method);
  result.resize(static_cast<std::size_t>(evaluator->outputs()));
  return time([&](std::size_t k) { evaluator->evaluate(samples[k], result); });
}

}  // namespace

void bind_timing(py::module_& m) {
  m.def("time_method", &time_method, py::arg("arm"), py::arg("quantity"), py::arg("method"),
        py::arg("operands"), py::arg("seconds"),
        "Nanoseconds of processor time per state by a method of a quantity, inside "
        "C++, over the states of the operands; the default formulation is timed as the kernel.");
}

}  // namespace equidyn
