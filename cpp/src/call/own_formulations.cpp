#include "call/own_formulations.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "instruction_sets/instruction_sets.hpp"
#include "methods/lanes.hpp"

namespace equidyn {
namespace {

/// The formulations of users, newest first. They are never removed: evaluators refer to them.
struct Own {
  const FormulationTable& table;
  const Own* before = nullptr;
};
std::atomic<const Own*> newest = nullptr;

template <Scalar T>
const FunctionsOver<T>& functions(const FormulationTable& table) {
  if constexpr (std::is_same_v<T, double>)
    return table.in_double;
  else
    return table.in_double_double;
}

template <Scalar T>
std::unique_ptr<Evaluator<T>> evaluator_of_registry(kernels::Task quantity, std::string_view method,
                                                    const ArmInBothFrames<T>& arm) {
  if constexpr (std::is_same_v<T, double>)
    return make_evaluator(quantity, method, arm);
  else
    return make_evaluator(method, arm);
}

}  // namespace

void require_callable(const FormulationTable& table, std::string_view version) {
  if (table.version != version)
    throw std::runtime_error("library: compiled for equidyn " + std::string(table.version));
  if (!std::ranges::equal(table.layout, kLayout))
    throw std::runtime_error("library: compiled with other headers or another standard library");
}

void add_formulation(const FormulationTable& table) {
  Own* const own = new Own{table};
  table.connect(&of_this_thread);
  own->before = newest.load();
  while (!newest.compare_exchange_weak(own->before, own)) {
  }
}

const void* own_formulations() { return newest.load(std::memory_order_acquire); }

const FormulationTable* own_formulation(std::string_view name) {
  for (const Own* own = newest.load(); own != nullptr; own = own->before)
    if (own->table.info->name == name) return &own->table;
  return nullptr;
}

template <Scalar T>
std::unique_ptr<Evaluator<T>> evaluator_by_name(kernels::Task quantity, std::string_view method,
                                                const ArmInBothFrames<T>& arms) {
  const FormulationTable* const own = own_formulation(method);
  if (own == nullptr) return evaluator_of_registry(quantity, method, arms);
  const Arm<T>& arm = arms.in(own->info->frames);
  require_accepted(method, functions<T>(*own).refusal(arm));
  return std::unique_ptr<Evaluator<T>>(functions<T>(*own).make_evaluator(quantity, arm));
}

std::unique_ptr<LaneEvaluator> lane_evaluator_by_name(kernels::Task quantity,
                                                      std::string_view method,
                                                      const ArmInBothFrames<double>& arms) {
  const FormulationTable* const own = own_formulation(method);
  if (own == nullptr) return make_lane_evaluator(quantity, method, arms);
  if (own->lanes != chosen_instruction_set().lanes) return nullptr;
  return std::unique_ptr<LaneEvaluator>(
      own->make_lane_evaluator(quantity, arms.in(own->info->frames)));
}

template std::unique_ptr<Evaluator<double>> evaluator_by_name(kernels::Task, std::string_view,
                                                              const ArmInBothFrames<double>&);
template std::unique_ptr<Evaluator<DoubleDouble>> evaluator_by_name(
    kernels::Task, std::string_view, const ArmInBothFrames<DoubleDouble>&);

}  // namespace equidyn
