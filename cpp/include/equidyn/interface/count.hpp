/// @file count.hpp
/// Operations of a formulation, also of a user's struct, counted from the code that runs.
#pragma once

#include <string>
#include <vector>

#include "equidyn/arm/arm_over.hpp"
#include "equidyn/arm/reframe.hpp"
#include "equidyn/interface/methods.hpp"
#include "equidyn/scalar/recording.hpp"

namespace equidyn {

/// Operations of one row of a formulation's own table (scalar/counting.hpp).
struct RowCount {
  std::string row;
  int multiplications = 0, additions = 0, trigonometric = 0, divisions = 0;
};

/// True if a torque depends on each node of a trace.
inline std::vector<bool> live_nodes(const Trace& trace, const PerLink<Traced>& tau, int n) {
  std::vector<bool> live(static_cast<std::size_t>(trace.size()));
  const auto need = [&](const Trace::Reference& reference) {
    if (reference.node >= 0) live[static_cast<std::size_t>(reference.node)] = true;
  };
  for (int i = 1; i <= n; ++i) need(tau[i].reference());
  for (std::size_t k = live.size(); k-- > 0;) {
    if (!live[k]) continue;
    need(trace.nodes()[k].left);
    need(trace.nodes()[k].right);
  }
  return live;
}

inline void count(Operation operation, RowCount& row) {
  switch (operation) {
    case Operation::kMultiply:
      ++row.multiplications;
      break;
    case Operation::kAdd:
    case Operation::kSubtract:
      ++row.additions;
      break;
    case Operation::kCosine:
    case Operation::kSine:
      ++row.trigonometric;
      break;
    case Operation::kDivide:
      ++row.divisions;
      break;
    case Operation::kInput:
    case Operation::kFullEntry:
    case Operation::kNegate:
      break;
  }
}

/// The operations of an evaluation by rows, as `equidyn count` counts them: rotations in two
/// factors, base at rest, no tip wrench, no operation that no torque depends on. Throws
/// std::invalid_argument where F refuses the arm.
template <class F>
std::vector<RowCount> count_operations(const Arm<double>& any_frames) {
  const Arm<double> arm = reframed(any_frames, F::info.frames);
  require_accepted(F::info.name, refusal<F>(arm));
  const Recording recording(false);
  std::vector<Traced> q, qd, qdd;
  for (std::vector<Traced>* inputs : {&q, &qd, &qdd})
    for (int i = 1; i <= arm.n; ++i) inputs->push_back(Traced::input(1.0 / (1 + i)));
  const auto traced = arm_over<Traced>(arm);
  JointState<Traced> x(arm.n);
  x.set(traced, q, qd, qdd);
  PerLink<Traced> tau(arm.n);
  typename F::template Workspace<Traced> work(traced);
  F::inverse_dynamics(traced, x, base_at_rest(arm), Wrench<Traced>{}, tau, work);

  std::vector<RowCount> rows;
  for (const std::string& name : recording.trace.rows()) rows.push_back({name});
  const std::vector<bool> live = live_nodes(recording.trace, tau, arm.n);
  for (std::size_t k = 0; k < live.size(); ++k) {
    const Trace::Node& node = recording.trace.nodes()[k];
    if (live[k]) count(node.operation, rows[static_cast<std::size_t>(node.row)]);
  }
  std::erase_if(rows, [](const RowCount& row) {
    return row.multiplications + row.additions + row.trigonometric + row.divisions == 0;
  });
  return rows;
}

}  // namespace equidyn
