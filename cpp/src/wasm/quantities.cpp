// Quantities by their kernels.
#include "wasm/quantities.hpp"

#include <algorithm>

#include "call/singular_joint_at.hpp"
#include "equidyn/interface/evaluate_states.hpp"
#include "wasm/lab_arm.hpp"

namespace equidyn {
namespace {

using kernels::Given;
using kernels::Operand;
using kernels::Quantity;

const Quantity* quantity_of(int number) {
  for (const Quantity& each : quantities_here())
    if (number-- == 0) return &each;
  return nullptr;
}

kernels::Extents extents_of(const Quantity& quantity, const EquidynArm& arm, int options) {
  const bool columns = quantity.takes(kernels::kColumns);
  return {arm.n(), columns && (options & EQUIDYN_FRICTION) != 0,
          columns && (options & EQUIDYN_MOTORS) != 0};
}

Operand<double>& operand_of(kernels::States<double>& states, Given which) {
  switch (which) {
    case Given::kQ:
      return states.q;
    case Given::kQd:
      return states.qd;
    case Given::kQdd:
      return states.qdd;
    case Given::kTau:
      return states.tau;
    case Given::kV:
      return states.v;
    case Given::kDq:
      return states.dq;
    case Given::kDqd:
      return states.dqd;
    case Given::kDqdd:
      return states.dqdd;
    case Given::kDtau:
      return states.dtau;
    case Given::kCotangent:
      return states.cotangent;
    case Given::kTipWrench:
      return states.tip_wrench;
    case Given::kBaseW:
      return states.base_w;
    case Given::kBaseAl:
      return states.base_al;
    case Given::kBaseA:
      break;
  }
  return states.base_a;
}

/// The reason why a state has no result: a joint that moves no mass, or an overflow.
std::string reason_of_failure(const Quantity& quantity, const EquidynArm& arm, int rows,
                              const double* q, bool motors) {
  const std::string name(quantity.name);
  if (kernels::divides_by_inertia(quantity.task))
    for (int row = 0; row < rows; ++row) {
      const auto n = static_cast<std::size_t>(arm.n());
      const SingularJoint found =
          singular_joint_at(arm.compiled, {q + static_cast<std::size_t>(row) * n, n}, motors);
      if (found.joint != 0 && !found.too_heavy)
        return name + ": joint " + std::to_string(found.joint) + " has no acceleration: it moves " +
               "no mass, or none above rounding error";
    }
  return name + ": overflow: the numbers of the state, or of the arm, are too large";
}

bool all_finite(const double* numbers, std::ptrdiff_t count) {
  return std::all_of(numbers, numbers + count, [](double x) { return std::isfinite(x); });
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

int equidyn_numbers(EquidynArm* arm, int quantity, int options) {
  const Quantity* const asked = quantity_of(quantity);
  if (asked == nullptr) return 0;
  std::ptrdiff_t numbers = 0;
  for (int k = 0; k < asked->results; ++k)
    numbers += asked->shape_of(k).numbers(extents_of(*asked, *arm, options));
  return static_cast<int>(numbers);
}

int equidyn_quantity(EquidynArm* arm, int quantity, int rows, const double* const* operands,
                     int options, double* out) {
  const Quantity* const asked = quantity_of(quantity);
  if (asked == nullptr) return fail("quantity: there is none of this number");
  const int n = arm->n();
  kernels::States<double> states;
  states.friction = (options & EQUIDYN_FRICTION) != 0;
  states.motors = (options & EQUIDYN_MOTORS) != 0;
  states.in_tool = (options & EQUIDYN_IN_TOOL) != 0;
  for (int k = 0; k < asked->operands; ++k, ++operands)
    operand_of(states, asked->given[static_cast<std::size_t>(k)]) = {*operands, n};
  for (const auto& [which, width] : {std::pair{Given::kTipWrench, 6}, std::pair{Given::kBaseW, 3},
                                     std::pair{Given::kBaseAl, 3}, std::pair{Given::kBaseA, 3}}) {
    if (*operands != nullptr) operand_of(states, which) = {*operands, width};
    ++operands;
  }
  const std::vector<double> zero(static_cast<std::size_t>(n), 0.0);
  if (asked->task == kernels::Task::kInverseDynamics && !asked->reads(Given::kQdd))
    states.qdd = {zero.data(), 0};
  kernels::Results<double> results{};
  double* end = out;
  for (int k = 0; k < asked->results; ++k) {
    results[static_cast<std::size_t>(k)] = end;
    end += rows * asked->shape_of(k).numbers(extents_of(*asked, *arm, options));
  }
  if (evaluate_states(asked->task, arm->compiled.model<double>(), states, rows, results)) return 1;
  if (kernels::divides_by_inertia(asked->task) || !all_finite(out, end - out)) {
    const std::string reason = reason_of_failure(*asked, *arm, rows, states.q.data, states.motors);
    if (!all_finite(out, end - out) || reason.find("overflow") == std::string::npos)
      return fail(reason);
  }
  return 1;
}
