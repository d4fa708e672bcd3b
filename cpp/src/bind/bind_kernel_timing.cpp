// Benchmarks of the production kernels of any available instruction set, called repeatedly on the
// same rows, and of the machine's peak.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/quantity_argument.hpp"
#include "call/compiled_arm.hpp"
#include "call/global_lock.hpp"
#include "call/processor_time.hpp"
#include "call/results.hpp"
#include "call/rows_of_batch.hpp"
#include "call/thread_pool.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// One kernel and rows of states: each call evaluates the next `batch` rows.
class KernelCalls {
 public:
  KernelCalls(const CompiledArm& arm, const std::string& quantity, const py::tuple& operands,
              std::ptrdiff_t batch, const std::string& set)
      : arm_(arm),
        quantity_(quantity_of(quantity)),
        kernel_(instruction_set(set, "instruction_set").kernel<double>(quantity_.task)),
        batch_(batch) {
    for (const auto& [given, object] : operands_of(quantity_, operands)) {
      const Numbers& numbers = operands_.emplace_back(object.cast<Numbers>());
      check_shape(given, numbers);
      states_.*kOperandOf<double>[static_cast<std::size_t>(given)] = {numbers.data(), arm.n()};
    }
    if (batch < 1 || rows() < batch || rows() % batch != 0)
      throw py::value_error("batch: expected a divisor of " + std::to_string(rows()) + ", got " +
                            std::to_string(batch));
    for (int k = 0; k < quantity_.results; ++k) results_.push_back(result(quantity_.shape_of(k)));
    for (std::size_t k = 0; k < results_.size(); ++k) out_[k] = results_[k].mutable_data();
    scratch_.resize(kernel_.scratch_size(arm.n(), batch) / sizeof(Line) + 1);
  }

  std::size_t count() const { return static_cast<std::size_t>(rows() / batch_); }

  void evaluate(std::size_t k) {
    const auto first = static_cast<std::ptrdiff_t>(k) * batch_;
    kernel_.evaluate(arm_.model<double>(), states_, first, first + batch_, out_, scratch_.data());
  }

  /// Array of shape (rows, n), (rows, n, n) and so on.
  const std::vector<py::array_t<double>>& results() const { return results_; }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };

  std::ptrdiff_t rows() const { return operands_.front().shape(0); }

  void check_shape(Given given, const Numbers& numbers) const {
    if (numbers.ndim() == 2 && numbers.shape(0) == rows() && numbers.shape(1) == arm_.n()) return;
    throw py::value_error(std::string(name_of(given)) + ": expected shape (m, " +
                          std::to_string(arm_.n()) + "), the same for all operands");
  }

  py::array_t<double> result(const kernels::Shape& shape) const {
    const kernels::Extents of{arm_.n()};
    std::vector<py::ssize_t> extents{rows()};
    for (int axis = 0; axis < shape.axes(); ++axis) extents.push_back(shape.extent(axis, of));
    return py::array_t<double>(extents);
  }

  const CompiledArm& arm_;
  const kernels::Quantity& quantity_;
  const kernels::Kernel<double>& kernel_;
  std::vector<Numbers> operands_;
  std::ptrdiff_t batch_;
  kernels::States<double> states_;
  std::vector<py::array_t<double>> results_;
  kernels::Results<double> out_{};
  std::vector<Line> scratch_;
};

std::vector<py::array_t<double>> evaluate_kernel(const CompiledArm& arm,
                                                 const std::string& quantity,
                                                 const py::tuple& operands, std::ptrdiff_t batch,
                                                 const std::string& set) {
  KernelCalls calls(arm, quantity, operands, batch, set);
  for (std::size_t k = 0; k < calls.count(); ++k) calls.evaluate(k);
  return calls.results();
}

double time_kernel(const CompiledArm& arm, const std::string& quantity, const py::tuple& operands,
                   std::ptrdiff_t batch, double seconds, const std::string& set) {
  KernelCalls calls(arm, quantity, operands, batch, set);
  double each = 0;
  without_lock([&] {
    each = nanoseconds(calls.count(), seconds, [&](std::size_t k) { calls.evaluate(k); });
  });
  return each / static_cast<double>(batch);
}

/// Storing a result keeps the compiler from eliminating its computation.
std::atomic<double> stored;

/// Multiply-adds of numbers that stay near 1.
void multiply_add(const InstructionSet& set, std::ptrdiff_t rounds) {
  stored.store(set.multiply_add(rounds, 0.75, 0.25), std::memory_order_relaxed);
}

/// Nanoseconds of a round on this thread.
double time_round(const InstructionSet& set, double seconds) {
  constexpr std::ptrdiff_t kRounds = 256;  // a microsecond, to hide the cost of a call
  return nanoseconds(1, seconds, [&](std::size_t) { multiply_add(set, kRounds); }) / kRounds;
}

/// Wall-clock nanoseconds of one round on each of several threads, concurrently.
double time_round_together(const InstructionSet& set, double seconds, int threads) {
  const auto rounds = static_cast<std::ptrdiff_t>(1e9 * seconds / time_round(set, seconds / 8)) + 1;
  run_in_parallel(threads, [&](int) { multiply_add(set, 1); });  // starts the threads
  const auto start = std::chrono::steady_clock::now();
  run_in_parallel(threads, [&](int) { multiply_add(set, rounds); });
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
  return spent.count() / static_cast<double>(rounds);
}

double measure_peak(const std::string& name, double seconds, int threads) {
  if (threads < 1) throw py::value_error("threads: expected 1 or more");
  const InstructionSet& set = instruction_set(name, "instruction_set");
  const WithoutLock released;
  const double operations = 2.0 * kChains * set.lanes;  // per round
  return threads == 1 ? operations / time_round(set, seconds)
                      : operations * threads / time_round_together(set, seconds, threads);
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const InstructionSet& set : available_instruction_sets()) names.emplace_back(set.name);
  return names;
}

}  // namespace

void bind_kernel_timing(py::module_& m) {
  m.def("instruction_sets", &instruction_sets,
        "Names of the instruction sets that this machine can run, narrowest registers first.");
  m.def("evaluate_kernel", &evaluate_kernel, py::arg("arm"), py::arg("quantity"),
        py::arg("operands"), py::arg("batch"), py::arg("instruction_set"),
        "Results of a kernel, one array or two, for operands of shape (m, n), evaluated `batch` "
        "rows in a call.");
  m.def("time_kernel", &time_kernel, py::arg("arm"), py::arg("quantity"), py::arg("operands"),
        py::arg("batch"), py::arg("seconds"), py::arg("instruction_set"),
        "Processor time of a kernel per state, inside C++, on one thread, in nanoseconds.");
  m.def("measure_peak", &measure_peak, py::arg("instruction_set"), py::arg("seconds"),
        py::arg("threads") = 1,
        "Peak rate of multiply-adds, of two operations each, in registers of an instruction set, "
        "in GFlop/s: by processor time on one thread, by wall-clock time on several.");
}

}  // namespace equidyn
