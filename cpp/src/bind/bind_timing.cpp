#include <string>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/quantity_argument.hpp"
#include "call/compiled_arm.hpp"
#include "call/method_rows.hpp"
#include "call/processor_time.hpp"
#include "call/results.hpp"
#include "call/rows_of_batch.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

double time_method(const CompiledArm& arm, const std::string& quantity_name,
                   const std::string& method, const py::tuple& given, double seconds) {
  const kernels::Quantity& quantity = quantity_of(quantity_name);
  const Operands operands(arm.n(), operands_of(quantity, given));
  const std::ptrdiff_t states = operands.batch().rows();
  if (states == 0) throw py::value_error("operands: expected one state or more, got none");
  MethodRows rows(arm, quantity.task, method);
  if (!rows.has_method()) raise_unknown_method(method);
  RowsOfBatch<double> of_batch(operands.batch(), arm.n());
  std::vector<double> result(static_cast<std::size_t>(rows.outputs()));
  double each = 0;
  without_lock([&] {
    each = nanoseconds(static_cast<std::size_t>(states), seconds, [&](std::size_t k) {
      const auto row = static_cast<std::ptrdiff_t>(k);
      rows.evaluate(of_batch.states(row, row + 1), 1, result.data());
    });
  });
  return each;
}

}  // namespace

void bind_timing(py::module_& m) {
  m.def("time_method", &time_method, py::arg("arm"), py::arg("quantity"), py::arg("method"),
        py::arg("operands"), py::arg("seconds"),
        "Nanoseconds of processor time per state by a method of a quantity, inside "
        "C++, over the states of the operands.");
}

}  // namespace equidyn
