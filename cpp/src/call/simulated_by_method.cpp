#include "call/simulated_by_method.hpp"

#include <algorithm>

namespace equidyn {
namespace {

/// The operand of the rows from `first` on.
kernels::Operand<double> from_row(const kernels::Operand<double>& operand, std::ptrdiff_t first) {
  if (operand.data == nullptr) return operand;
  return {operand.data + first * operand.stride, operand.stride};
}

}  // namespace

SimulatedByMethod::SimulatedByMethod(const CompiledArm& arm, std::string_view method,
                                     const kernels::States<double>& constant)
    : rows_(arm, kernels::Task::kForwardDynamics, method), constant_(constant), n_(arm.n()) {
  constant_.friction = false;  // the kernels have subtracted it
}

kernels::MethodOfAccelerations<double> SimulatedByMethod::for_kernels() {
  return {[](void* self, std::ptrdiff_t first, std::ptrdiff_t count, int lanes, const double* q,
             const double* qd, const double* tau, double* qdd) noexcept {
    static_cast<SimulatedByMethod*>(self)->evaluate(first, count, lanes, q, qd, tau, qdd);
  },
          this};
}

void SimulatedByMethod::evaluate(std::ptrdiff_t first, std::ptrdiff_t count, int lanes,
                                 const double* q, const double* qd, const double* tau,
                                 double* qdd) noexcept {
  const auto rows_of = [&](const double* registers, std::vector<double>& rows) {
    rows.resize(static_cast<std::size_t>(count * n_));
    for (std::ptrdiff_t row = 0; row < count; ++row)
      for (int j = 0; j < n_; ++j)
        rows[static_cast<std::size_t>(row * n_ + j)] = registers[j * lanes + row];
    return kernels::Operand<double>{rows.data(), n_};
  };
  kernels::States<double> states = constant_;
  states.q = rows_of(q, q_), states.qd = rows_of(qd, qd_), states.tau = rows_of(tau, tau_);
  states.base_w = from_row(constant_.base_w, first);
  states.base_al = from_row(constant_.base_al, first);
  states.base_a = from_row(constant_.base_a, first);
  states.tip_wrench = from_row(constant_.tip_wrench, first);
  qdd_.resize(q_.size());
  rows_.evaluate(states, count, qdd_.data());
  for (int lane = 0; lane < lanes; ++lane) {
    const double* const row = qdd_.data() + std::min<std::ptrdiff_t>(lane, count - 1) * n_;
    for (int j = 0; j < n_; ++j) qdd[j * lanes + lane] = row[j];
  }
}

}  // namespace equidyn
