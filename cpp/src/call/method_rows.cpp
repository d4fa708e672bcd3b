#include "call/method_rows.hpp"

#include <algorithm>

#include "call/finite.hpp"
#include "call/own_formulations.hpp"
#include "equidyn/kernels/any_scalar.hpp"

namespace equidyn {
namespace {

/// Longer arms are evaluated state by state: in lanes their workspace leaves the cache.
constexpr int kMostLinksInLanes = 128;

const double* row_of(const kernels::Operand<double>& operand, std::ptrdiff_t row) {
  return operand.data + row * operand.stride;
}

/// Returns the sum of the numbers.
double read(const kernels::Operand<double>& operand, std::ptrdiff_t row, std::span<double> to) {
  double sum = 0;
  if (operand.data == nullptr) return sum;
  const double* from = row_of(operand, row);
  for (double& number : to) sum += number = *from++;
  return sum;
}

any_scalar::Friction<double> friction_of(const Drives& drives, std::size_t joint, bool viscous) {
  return {viscous ? drives.viscous[joint] : 0, drives.forwards[joint], drives.backwards[joint]};
}

/// Further friction of a joint at a velocity, the Stribeck effect.
double friction_near_rest(const Drives& drives, std::size_t joint, double velocity) {
  if (drives.per_stribeck.empty()) return 0;
  return any_scalar::friction_near_rest(
      any_scalar::Stribeck{drives.more_forwards[joint], drives.more_backwards[joint],
                           drives.per_stribeck[joint]},
      velocity);
}

}  // namespace

bool read_sample(const kernels::States<double>& states, std::ptrdiff_t row,
                 Sample<double>& sample) {
  double sum = read(states.q, row, sample.q) + read(states.qd, row, sample.qd);
  sum += read(states.qdd, row, sample.qdd) + read(states.tau, row, sample.tau);
  sample.base.reset();
  if (states.base_w.data != nullptr) {
    BaseMotion<double>& base = sample.base.emplace();
    sum += read(states.base_w, row, {base.w.data(), 3});
    sum += read(states.base_al, row, {base.al.data(), 3});
    sum += read(states.base_a, row, {base.a.data(), 3});
  }
  sample.tip.reset();
  if (states.tip_wrench.data != nullptr) {
    double wrench[6];
    sum += read(states.tip_wrench, row, wrench);
    sample.tip = {{wrench[0], wrench[1], wrench[2]}, {wrench[3], wrench[4], wrench[5]}};
  }
  return finite(sum);
}

MethodRows::MethodRows(const CompiledArm& arm, kernels::Task quantity, std::string_view method)
    : arm_(&arm),
      quantity_(quantity),
      method_(method),
      alone_(evaluator_by_name(quantity, method, arm.in_double)),
      sample_(arm.n()) {
  if (quantity == kernels::Task::kForwardDynamics) sample_.tau.resize(sample_.q.size());
}

bool MethodRows::evaluate(const kernels::States<double>& states, std::ptrdiff_t rows, double* out) {
  const auto count = static_cast<std::size_t>(outputs());
  const bool forward = quantity_ == kernels::Task::kForwardDynamics;
  const auto moving = forward && states.friction ? less_friction(states, rows) : states;
  if (rows > 1 && in_lanes_ == nullptr && arm_->n() <= kMostLinksInLanes)
    in_lanes_ = lane_evaluator_by_name(quantity_, method_, arm_->in_double);
  const std::ptrdiff_t lanes = in_lanes_ == nullptr ? 1 : in_lanes_->lanes();
  const DriveTerms drives{states.friction ? arm_->drives.viscous : DriveTerms{}.viscous,
                          states.motors ? arm_->drives.motor_inertia : DriveTerms{}.motors};
  sample_.viscous = drives.viscous, sample_.motors = drives.motors;
  bool certain = true;
  for (std::ptrdiff_t row = 0; row < rows; row += lanes) {
    const std::ptrdiff_t end = std::min(row + lanes, rows);
    if (end - row > 1) {
      certain &= in_lanes_->evaluate(moving, drives, row, end, out);
    } else {
      const std::span<double> results(out + row * outputs(), count);
      certain &= read_sample(moving, row, sample_);
      alone_->evaluate(sample_, results);
      certain &= all_finite<double>(results);
    }
  }
  if (forward || !(states.friction || states.motors)) return certain;
  const bool matrix = quantity_ == kernels::Task::kMassMatrix;
  for (std::ptrdiff_t row = 0; row < rows; ++row, out += count)
    certain &= matrix ? add_motors({out, count}) : add_drives(states, row, {out, count});
  return certain;
}

bool MethodRows::add_drives(const kernels::States<double>& states, std::ptrdiff_t row,
                            std::span<double> tau) const {
  const Drives& drives = arm_->drives;
  const bool viscous = !alone_->includes_viscous_friction();
  for (std::size_t i = 0; states.friction && i < tau.size(); ++i) {
    const double velocity = row_of(states.qd, row)[i];
    tau[i] = any_scalar::with_friction(tau[i], friction_of(drives, i, viscous), velocity) +
             friction_near_rest(drives, i, velocity);
  }
  for (std::size_t i = 0; states.motors && i < tau.size(); ++i)
    tau[i] = any_scalar::with_motor(tau[i], drives.motor_inertia[i], row_of(states.qdd, row)[i]);
  return all_finite<double>(tau);
}

/// To a mass matrix.
bool MethodRows::add_motors(std::span<double> M) const {
  any_scalar::add_diagonal(arm_->n(), arm_->drives.motor_inertia.data(), M.data());
  return all_finite<double>(M);
}

/// The torques that are left to move the links and the rotors.
kernels::States<double> MethodRows::less_friction(const kernels::States<double>& states,
                                                  std::ptrdiff_t rows) {
  const auto n = static_cast<std::size_t>(arm_->n());
  driving_.resize(static_cast<std::size_t>(rows) * n);
  for (std::ptrdiff_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < n; ++i) {
      const double velocity = row_of(states.qd, row)[i];
      driving_[static_cast<std::size_t>(row) * n + i] =
          any_scalar::less_friction(row_of(states.tau, row)[i], friction_of(arm_->drives, i, true),
                                    velocity) -
          friction_near_rest(arm_->drives, i, velocity);
    }
  kernels::States<double> less = states;
  less.tau = {driving_.data(), arm_->n()};
  return less;
}

}  // namespace equidyn
