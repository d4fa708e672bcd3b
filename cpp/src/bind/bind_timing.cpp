// Times of the methods of a quantity, all by one path, and of the production kernel.

#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <string>

#include "bind/bindings.hpp"
#include "bind/quantity_argument.hpp"
#include "call/compiled_arm.hpp"
#include "call/method_rows.hpp"
#include "call/own_formulations.hpp"
#include "call/processor_time.hpp"
#include "call/results.hpp"
#include "call/rows_of_batch.hpp"
#include "call/stopwatch.hpp"
#include "equidyn/interface/evaluate_states.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Calls `evaluate(states, row, count)`: for one state after the other, or for all together.
/// Returns the nanoseconds a state.
template <class Evaluate>
double time_a_state(const Batch& batch, int n, double seconds, bool together,
                    const Evaluate& evaluate) {
  if (batch.rows() == 0) throw py::value_error("operands: expected one state or more, got none");
  const std::ptrdiff_t count = together ? batch.rows() : 1;
  double each = 0;
  without_lock([&](const Interrupted& interrupted) {
    std::atomic<bool> stop = false;
    const Stopwatch stopwatch(stop, &interrupted);
    RowsOfBatch<double> states(batch, n);
    each = nanoseconds(static_cast<std::size_t>(batch.rows() / count), seconds, [&](std::size_t k) {
      const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(k) * count;
      evaluate(states.states(row, row + count), row, count);
    });
  });
  return each / static_cast<double>(count);
}

/// Rows for the results of states, NaN until they are evaluated: slow code does not reach all states.
py::array_t<double> rows_not_reached(std::ptrdiff_t states, std::ptrdiff_t numbers) {
  py::array_t<double> rows({states, numbers});
  std::fill_n(rows.mutable_data(), rows.size(), std::numeric_limits<double>::quiet_NaN());
  return rows;
}

py::tuple time_method(const CompiledArm& arm, const std::string& quantity_name,
                      const std::string& method, const py::tuple& given, double seconds,
                      bool together) {
  const kernels::Quantity& quantity = quantity_of(quantity_name);
  const Operands operands(arm.n(), operands_of(quantity, given));
  const Batch& batch = operands.batch();
  MethodRows rows(arm, quantity.task, method);
  if (!rows.has_method()) raise_unknown_method(method);
  py::array_t<double> results = rows_not_reached(batch.rows(), rows.outputs());
  double* const out = results.mutable_data();
  const double each = time_a_state(
      batch, arm.n(), seconds, together,
      [&](const kernels::States<double>& states, std::ptrdiff_t row, std::ptrdiff_t count) {
    rows.evaluate(states, count, out + row * rows.outputs());
  });
  return py::make_tuple(each, results);
}

py::tuple time_production_kernel(const CompiledArm& arm, const std::string& quantity_name,
                                 const py::tuple& given, double seconds, bool together) {
  const kernels::Quantity& quantity = quantity_of(quantity_name);
  const Operands operands(arm.n(), operands_of(quantity, given));
  const Batch& batch = operands.batch();
  const auto results = static_cast<std::size_t>(quantity.results);
  std::array<std::ptrdiff_t, kernels::kMostResults> numbers{};
  kernels::Results<double> out{};
  py::tuple timed(1 + results);
  for (std::size_t k = 0; k < results; ++k) {
    numbers[k] = quantity.shape_of(static_cast<int>(k)).numbers(batch.extents(arm.n()));
    py::array_t<double> result = rows_not_reached(batch.rows(), numbers[k]);
    out[k] = result.mutable_data();
    timed[1 + k] = result;
  }
  timed[0] = time_a_state(
      batch, arm.n(), seconds, together,
      [&](const kernels::States<double>& states, std::ptrdiff_t row, std::ptrdiff_t count) {
    kernels::Results<double> of_rows{};
    for (std::size_t k = 0; k < results; ++k) of_rows[k] = out[k] + row * numbers[k];
    evaluate_states<double>(quantity.task, arm.model<double>(), states, count, of_rows);
  });
  return timed;
}

/// Instruction set and lanes in words.
std::string in_words(const InstructionSet& set, int lanes) {
  return std::string(set.name) + ", " + std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes");
}

/// Evaluators of the functions above: a method, like all others, and the kernel.
py::dict timed_code(const CompiledArm& arm, const std::string& quantity_name,
                    const std::string& method, std::ptrdiff_t states) {
  const kernels::Task task = quantity_of(quantity_name).task;
  const auto sets = available_instruction_sets();
  const auto evaluates = [&](const InstructionSet& set) {
    return set.kernel<double>(task).evaluate == chosen_kernel<double>(task, states).evaluate;
  };
  const InstructionSet& of_kernel = *std::ranges::find_if(sets, evaluates);
  const auto in_lanes = states == 1 ? nullptr : lane_evaluator_by_name(task, method, arm.in_double);
  py::dict code;
  code["formulations"] = in_lanes == nullptr
                             ? in_words(sets.front(), 1)
                             : in_words(chosen_instruction_set(), in_lanes->lanes());
  code["production_kernel"] = in_words(of_kernel, states == 1 ? 1 : of_kernel.lanes);
  return code;
}

}  // namespace

void bind_timing(py::module_& m) {
  m.def("time_method", &time_method, py::arg("arm"), py::arg("quantity"), py::arg("method"),
        py::arg("operands"), py::arg("seconds"), py::arg("together") = false,
        "Nanoseconds of processor time a state by a method of a quantity, inside C++, on one "
        "thread: of the states of the operands one at a time, or all together; and the results, a "
        "row a state, NaN for states that were not reached.");
  m.def("time_production_kernel", &time_production_kernel, py::arg("arm"), py::arg("quantity"),
        py::arg("operands"), py::arg("seconds"), py::arg("together") = false,
        "The same by the production kernel, which may have two arrays of results.");
  m.def("timed_code", &timed_code, py::arg("arm"), py::arg("quantity"), py::arg("method"),
        py::arg("states"),
        "Instruction set and lanes, in words, by which these two evaluate so many states: of "
        "`formulations` and of the `production_kernel`.");
}

}  // namespace equidyn
