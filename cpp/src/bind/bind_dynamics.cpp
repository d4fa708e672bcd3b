#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bind/bindings.hpp"
#include "bind/quantity_argument.hpp"
#include "call/finite.hpp"
#include "call/float32_error.hpp"
#include "call/formulation_batch.hpp"
#include "call/kernel_batch.hpp"
#include "call/options.hpp"
#include "call/own_formulations.hpp"
#include "call/results.hpp"
#include "call/singular_rows.hpp"
#include "call/tool_ranks.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using kernels::Quantity;

/// Shape of a result of the whole batch.
std::vector<py::ssize_t> shape_of_batch(const kernels::Shape& shape, int n,
                                        const Operands& operands) {
  const kernels::Extents of = operands.batch().extents(n);
  std::vector<py::ssize_t> extents;
  extents.reserve(static_cast<std::size_t>(shape.axes()));
  for (int axis = 0; axis < shape.axes(); ++axis) extents.push_back(shape.extent(axis, of));
  return operands.result_shape(extents);
}

/// Raises for the first number of the results that is not finite.
template <class T>
void require_finite_results(const Quantity& quantity, int n, const Operands& operands,
                            const kernels::Results<T>& results) {
  const auto count = static_cast<std::size_t>(quantity.results);
  for (std::size_t k = 0; k < count; ++k) {
    std::string name(quantity.name);
    if (!quantity.names[k].empty())
      name.append(": ").append(quantity.names[k]);
    else if (k > 0)
      name += ", second result";
    require_finite_result(name, results[k],
                          shape_of_batch(quantity.shape_of(static_cast<int>(k)), n, operands));
  }
}

/// The arrays of the results.
template <class T>
kernels::Results<T> arrays_of(std::vector<Target>& targets) {
  kernels::Results<T> arrays{};
  for (std::size_t k = 0; k < targets.size(); ++k) arrays[k] = targets[k].data<T>();
  return arrays;
}

/// Evaluates a batch by the production kernels. If they report non-finite numbers, examines
/// operands and results to raise the precise error.
template <class T>
void run_kernels(const Quantity& quantity, const ArmsOfCall& arms, const Operands& operands,
                 const kernels::Results<T>& out, std::optional<int> threads) {
  const Batch& batch = operands.batch();
  const std::ptrdiff_t work = batch.rows() * quantity.work(batch.extents(arms.n()));
  const int workers = thread_count(threads, work);
  SingularRows singular(quantity, arms, batch);
  ToolRanks ranks(arms, batch);
  Examine examine;
  if (kernels::divides_by_inertia(quantity.task)) {
    examine = [&](std::ptrdiff_t row) {
      singular.examine(row);
      if (quantity.task == Task::kOperationalSpaceInertia) ranks.examine(row);
    };
  }
  bool passed = true;
  without_lock([&](const Interrupted& interrupted) {
    passed = evaluate_by_kernels(quantity.task, arms, batch, out, workers, interrupted, examine);
  });
  if (passed) return;
  operands.require_finite();
  singular.require_none();
  ranks.require_full();
  require_finite_results<T>(quantity, arms.n(), operands, out);
}

/// The same in float64, of arguments and for results in float32, for an arm that loses its digits.
void run_kernels_wider(const Quantity& quantity, const ArmsOfCall& arms, const Operands& operands,
                       const kernels::Results<float>& out, std::optional<int> threads) {
  const Operands wide = operands.wider(arms);
  std::array<std::vector<double>, kernels::kMostResults> numbers;
  kernels::Results<double> results{};
  const auto count = static_cast<std::size_t>(quantity.results);
  for (std::size_t k = 0; k < count; ++k) {
    const kernels::Shape& shape = quantity.shape_of(static_cast<int>(k));
    const std::ptrdiff_t each = shape.numbers(wide.batch().extents(arms.n()));
    numbers[k].resize(static_cast<std::size_t>(wide.batch().rows() * each));
    results[k] = numbers[k].data();
  }
  run_kernels<double>(quantity, arms, wide, results, threads);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    std::ranges::transform(numbers[k], out[k], [](double x) { return static_cast<float>(x); });
  require_finite_results<float>(quantity, arms.n(), operands, out);
}

/// Finds joints that move no mass, which no method detects: the kernel tells which rows to examine.
void find_singular(const CompiledArm& arm, const Batch& batch, SingularRows& singular, int workers,
                   const Interrupted& interrupted) {
  std::vector<double> unused(static_cast<std::size_t>(batch.rows() * arm.n()));
  evaluate_by_kernels<double>(Task::kForwardDynamics, arm, batch, {unused.data()}, workers,
                              interrupted, [&](std::ptrdiff_t row) { singular.examine(row); });
}

/// Splits interleaved pairs of results into their two arrays.
void split_pairs(const std::vector<double>& pairs, std::ptrdiff_t numbers,
                 std::vector<Target>& targets) {
  double* to[] = {targets.front().data<double>(), targets.back().data<double>()};
  for (auto from = pairs.begin(); from != pairs.end(); from += numbers, std::swap(to[0], to[1]))
    to[0] = std::copy_n(from, numbers, to[0]);
}

/// The same by a method, with a workspace for each thread.
void run_formulation(const Quantity& quantity, const CompiledArm& arm, const std::string& name,
                     const Operands& operands, std::vector<Target>& targets,
                     std::optional<int> threads) {
  operands.require_finite();
  const Batch& batch = operands.batch();
  // made for its order, then reused by the first thread: workspaces of long arms reach a gigabyte
  std::unique_ptr<MethodRows> first;
  without_lock(
      [&](const Interrupted&) { first = std::make_unique<MethodRows>(arm, quantity.task, name); });
  if (!first->has_method()) raise_unknown_method(name);
  const std::ptrdiff_t work = work_of_formulation(arm.n(), first->exponent());
  const int workers = thread_count(threads, batch.rows() * work);
  // the two results of a state are adjacent at first
  const std::ptrdiff_t rows = batch.rows(), numbers = first->outputs();
  std::atomic_flag taken;
  const auto make = [&] {
    if (!taken.test_and_set()) return std::move(*first);
    return MethodRows(arm, quantity.task, name);
  };
  std::vector<double> pairs(targets.size() > 1 ? static_cast<std::size_t>(rows * numbers) : 0);
  auto* const results = targets.size() > 1 ? pairs.data() : targets.front().data<double>();
  SingularRows singular(quantity, arm, batch);
  bool finite = true;
  without_lock([&](const Interrupted& interrupted) {
    finite = evaluate_by_method(make, arm.n(), batch, results, work, workers, interrupted);
    if (quantity.task == Task::kForwardDynamics)
      find_singular(arm, batch, singular, workers, interrupted);
  });
  if (targets.size() > 1) split_pairs(pairs, numbers / 2, targets);
  singular.require_none();
  if (!finite)
    require_finite_results<double>(quantity, arm.n(), operands, arrays_of<double>(targets));
}

Options options_of(const Quantity& quantity, const CompiledArm& arm, const py::kwargs& given) {
  Options options;
  for (const auto& [name, value] : given) {
    PyObject* interned = Py_NewRef(name.ptr());
    PyUnicode_InternInPlace(&interned);
    const auto owned = py::reinterpret_steal<py::object>(interned);
    if (interned == cached().base_motion) require_base_motion(value);
    if (interned == cached().formulation && !quantity.takes(kernels::kFormulation)) {
      options.formulation = value.ptr();  // a reference implementation
      continue;
    }
    if (!options.take(quantity, arm, interned, value.ptr()))
      throw py::value_error(std::string(py::str(name)) + ": not an option of " +
                            std::string(quantity.name));
  }
  if (options.formulation == nullptr) return options;
  if (options.single)
    throw py::value_error("dtype: expected float64, which formulations compute in");
  return options;
}

py::object evaluate(const py::object& arm, const std::string& name, const py::tuple& given,
                    const py::kwargs& more) {
  const ArmsOfCall arms = arms_behind(arm);
  const Quantity& quantity = quantity_of(name);
  Operands::List list = operands_of(quantity, given);
  const Options options = options_of(quantity, arms.first, more);
  const std::optional<int> threads = wanted_threads(options.threads);
  append_ends(list, options.tip_wrench, options.base_motion);
  const Precision precision = options.single ? Precision::kFloat32 : Precision::kFloat64;
  Operands operands(arms.n(), list, precision, Check::kLater, arms.many);
  operands.set(options);

  const auto out =
      options.out == nullptr ? py::none() : py::reinterpret_borrow<py::object>(options.out);
  std::vector<Target> targets;
  for (const py::object& each : outputs_of(out, quantity.results)) {
    const kernels::Shape& shape = quantity.shape_of(static_cast<int>(targets.size()));
    targets.emplace_back(each, shape_of_batch(shape, arms.n(), operands), operands);
  }

  if (options.formulation != nullptr && arms.many != nullptr)
    throw py::value_error("formulation: expected None for many arms, got one");
  if (options.formulation != nullptr)
    run_formulation(quantity, arms.first, py::str(options.formulation), operands, targets, threads);
  else if (options.single && suits_float32(arms))
    run_kernels<float>(quantity, arms, operands, arrays_of<float>(targets), threads);
  else if (options.single)
    run_kernels_wider(quantity, arms, operands, arrays_of<float>(targets), threads);
  else
    run_kernels<double>(quantity, arms, operands, arrays_of<double>(targets), threads);
  if (quantity.results == 1) return targets.front().finished();
  py::tuple all(targets.size());
  for (std::size_t k = 0; k < targets.size(); ++k) all[k] = targets[k].finished();
  return all;
}

py::object inverse_dynamics_extended(const CompiledArm& arm, const std::string& formulation,
                                     const py::object& q, const py::object& qd,
                                     const py::object& qdd, const py::object& tip_wrench,
                                     const py::object& base_motion) {
  Operands::List list{{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}};
  append_ends(list, tip_wrench, base_motion);
  const Operands operands(arm.n(), list);
  const auto shape = operands.result_shape({arm.n()});
  py::array_t<py::object> results(shape);
  std::vector<DoubleDouble> tau(static_cast<std::size_t>(results.size()));
  const auto evaluator =
      evaluator_by_name(Task::kInverseDynamics, formulation, arm.in_double_double);
  if (!evaluator) raise_unknown_method(formulation);
  without_lock([&](const Interrupted& interrupted) {
    evaluate_extended(*evaluator, operands.batch(), arm.n(), tau.data(), interrupted);
  });
  std::vector<double> rounded(tau.size());
  std::ranges::transform(tau, rounded.begin(), &DoubleDouble::high);
  require_finite_result("inverse_dynamics", rounded.data(), shape);
  std::ranges::transform(tau, results.mutable_data(), [](const auto& x) { return py::cast(x); });
  return results;
}

}  // namespace

void bind_dynamics(py::module_& m) {
  m.def("evaluate", &evaluate, py::arg("arm"), py::arg("quantity"), py::arg("operands"),
        py::pos_only(),
        "Evaluates a quantity (kernels/quantities.hpp) by its name, from its operands in order; "
        "options by keyword, as the method of that name takes them.");
  m.def("inverse_dynamics_extended", &inverse_dynamics_extended, py::arg("arm"),
        py::arg("formulation"), py::arg("q"), py::arg("qd"), py::arg("qdd"), py::arg("tip_wrench"),
        py::arg("base_motion"),
        "Joint torques by the named formulation, in pairs of doubles: an array of DoubleDouble.");
  m.def("register_base_motion_type", [](const py::type& type) {
    register_base_motion_type(type);
    return type;
  }, py::arg("type"), "Decorates the class whose slots hold the motion of a base as three arrays.");
}

}  // namespace equidyn
