// Arms in motion by fixed steps, with or without a controller.
#include <algorithm>
#include <cmath>

#include "call/scratch_space.hpp"
#include "call/singular_joint_at.hpp"
#include "instruction_sets/instruction_sets.hpp"
#include "wasm/lab_arm.hpp"
#include "wasm/simulation_choices.hpp"

namespace equidyn {
namespace {

using Numbers = std::vector<double>;

/// A piecewise polynomial motion of n joints, as in lab.h.
class Motion {
 public:
  Motion(int n, int pieces, int powers, const double* given)
      : n_(static_cast<std::size_t>(n)),
        pieces_(static_cast<std::size_t>(pieces)),
        powers_(static_cast<std::size_t>(powers)),
        breaks_(given, given + pieces + 1),
        coefficients_(given + pieces + 1, given + pieces + 1 + n_ * pieces_ * powers_) {}

  /// Writes position, velocity, and acceleration if it is asked for, else zeros: n each.
  void at(double time, bool acceleration, double* to) const {
    const double within = std::clamp(time, breaks_.front(), breaks_.back());
    std::size_t piece = 0;
    while (piece + 2 < breaks_.size() && breaks_[piece + 1] <= within) ++piece;
    const double length = breaks_[piece + 1] - breaks_[piece];
    const double u = (within - breaks_[piece]) / length;
    const double moves = time == within ? 1 : 0;
    for (std::size_t j = 0; j < n_; ++j) {
      double q = 0, qd = 0, half_qdd = 0;
      for (std::size_t power = powers_; power-- > 0;) {
        half_qdd = half_qdd * u + qd;
        qd = qd * u + q;
        q = q * u + coefficients_[(power * pieces_ + piece) * n_ + j];
      }
      to[j] = q;
      to[n_ + j] = moves * qd / length;
      to[2 * n_ + j] = acceleration ? moves * 2 * half_qdd / length / length : 0;
    }
  }

 private:
  std::size_t n_, pieces_, powers_;
  Numbers breaks_, coefficients_;
};

bool is_diagonal(const double* gains, int n) {
  for (int k = 0; k < n * n; ++k)
    if (k % (n + 1) != 0 && gains[k] != 0) return false;
  return true;
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

struct EquidynSimulation {
  EquidynSimulation(const EquidynArm& moving, int count, const double* given, double step)
      : arm(moving), rows(count), n(static_cast<std::size_t>(moving.n())) {
    const std::size_t numbers = n * static_cast<std::size_t>(rows);
    states.assign(3 * numbers + 3 * static_cast<std::size_t>(rows), 0.0);
    std::copy_n(given, 2 * numbers, states.begin());
    q = states.data(), qd = q + numbers, tau = qd + numbers, work = tau + numbers;
    dissipated = work + rows, ended = dissipated + rows;
    ended_step.resize(static_cast<std::size_t>(rows));
    ended_joint.resize(static_cast<std::size_t>(rows));
    wrenches.resize(6 * static_cast<std::size_t>(rows));
    run.step = step;
    run.q.now = q, run.qd.now = qd, run.work.now = work;
    run.ended_step = ended_step.data(), run.ended_joint = ended_joint.data();
    run.singular_joint = [](const void* self, std::ptrdiff_t, const double* at) {
      const auto& simulation = *static_cast<const EquidynSimulation*>(self);
      return singular_joint_at(simulation.arm.compiled, {at, simulation.n},
                               simulation.run.states.motors)
          .joint;
    };
    run.context = this;
  }
  EquidynSimulation(const EquidynSimulation&) = delete;
  EquidynSimulation& operator=(const EquidynSimulation&) = delete;

  void control(const EquidynArm& model, kernels::Law law, int options, const double* given,
               const Motion& wanted) {
    gains.assign(given, given + 2 * n * n);
    motion = std::make_unique<Motion>(wanted);
    kernels::Control<double>& control = run.control;
    control.model = &model.compiled.model<double>();
    control.law = law;
    control.friction = (options & EQUIDYN_FRICTION) != 0;
    control.motors = (options & EQUIDYN_MOTORS) != 0;
    control.kp = gains.data(), control.kv = gains.data() + n * n;
    control.diagonal = is_diagonal(control.kp, arm.n()) && is_diagonal(control.kv, arm.n());
  }

  /// The desired motion at times half a step apart, from now on, or at one and the same time.
  void tell_desired(std::size_t times, double apart) {
    if (motion == nullptr) return;
    desired.resize(times * kernels::kDesired * n);
    for (std::size_t k = 0; k < times; ++k)
      motion->at((static_cast<double>(done) + apart * static_cast<double>(k)) * run.step,
                 kernels::asks_for_acceleration(run.control.law),
                 desired.data() + k * kernels::kDesired * n);
    run.control.desired = desired.data();
  }

  void advance(const kernels::Simulation<double>& now, int steps) const {
    const kernels::Simulator<double>& simulator = chosen_simulator(rows);
    ScratchSpace scratch(simulator.scratch_size(arm.n()));
    simulator.advance(arm.compiled.model<double>(), now, 0, rows, 0, steps, scratch.get());
  }

  /// Command of the controller in the present states; for a sampled one, by a step of no time.
  void find_torques() {
    if (motion == nullptr) return;
    tell_desired(2, 0);
    Numbers position(q, qd), velocity(qd, tau);
    std::vector<std::int64_t> step(ended_step);
    std::vector<std::int32_t> joint(ended_joint);
    kernels::Simulation<double> still = run;
    still.step = 0;
    still.q.now = position.data(), still.qd.now = velocity.data();
    still.work.now = still.dissipated.now = nullptr;
    still.ended_step = step.data(), still.ended_joint = joint.data();
    still.applied_torque.now = tau;
    still.control.period = 1;
    advance(still, 1);
  }

  const EquidynArm& arm;
  int rows;
  std::size_t n;
  std::int64_t done = 0;
  Numbers states, gains, desired, wrenches;
  double *q, *qd, *tau, *work, *dissipated, *ended;
  std::vector<std::int64_t> ended_step;
  std::vector<std::int32_t> ended_joint;
  std::unique_ptr<Motion> motion;  ///< null without a controller
  kernels::Simulation<double> run;
};

EquidynSimulation* equidyn_simulation_new(EquidynArm* arm, int rows, const double* states,
                                          double step, int method, int options, EquidynArm* model,
                                          int law, int law_options, const double* gains, int pieces,
                                          int powers, const double* motion) {
  auto simulation = std::make_unique<EquidynSimulation>(*arm, rows, states, step);
  simulation->run.integrator = static_cast<kernels::Integrator>(method);
  simulation->run.states.friction = (options & EQUIDYN_FRICTION) != 0;
  simulation->run.states.motors = (options & EQUIDYN_MOTORS) != 0;
  if (simulation->run.states.friction) simulation->run.dissipated.now = simulation->dissipated;
  if (model != nullptr)
    simulation->control(*model, static_cast<kernels::Law>(law), law_options, gains,
                        Motion(arm->n(), pieces, powers, motion));
  simulation->find_torques();
  return simulation.release();
}
void equidyn_simulation_delete(EquidynSimulation* simulation) { delete simulation; }

void equidyn_set_wrench(EquidynSimulation* simulation, const double* wrench) {
  std::copy_n(wrench, 6, simulation->wrenches.begin());
  simulation->run.states.tip_wrench = {simulation->wrenches.data(), 6};
}

int equidyn_advance(EquidynSimulation* simulation, int steps) {
  const std::size_t halves = kernels::kHalves * static_cast<std::size_t>(steps);
  simulation->tell_desired(halves + 1, 1.0 / kernels::kHalves);
  simulation->run.steps = steps;
  simulation->advance(simulation->run, steps);
  simulation->done += steps;
  simulation->find_torques();
  std::ranges::copy(simulation->ended_joint, simulation->ended);
  const auto first = std::ranges::find_if(simulation->ended_joint, [](int j) { return j != 0; });
  if (first == simulation->ended_joint.end()) return 1;
  return fail("simulation: joint " + std::to_string(*first) + " of arm " +
              std::to_string(first - simulation->ended_joint.begin() + 1) +
              " moves faster than any number tells, or moves no mass");
}
const double* equidyn_states(EquidynSimulation* simulation) { return simulation->states.data(); }
