// The readable texts of what the production kernels compute: evaluated, to be compared with them,
// and traced, to be counted.
#include <pybind11/numpy.h>

#include "bind/bindings.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/finite.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/singular_rows.hpp"
#include "equidyn/derivatives/inverse_dynamics_derivatives.hpp"
#include "equidyn/forward_dynamics/articulated_bodies.hpp"
#include "equidyn/kinematics/tool_kinematics.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Calls `evaluate` with each row of a batch, its state, the motion of frame 0 and the wrench at
/// frame n that go with it.
template <class Evaluate>
void for_each_row(const Arm<double>& arm, const Batch& batch, Evaluate&& evaluate) {
  Sample<double> sample(arm.n);
  JointState<double> x(arm.n);
  for (std::ptrdiff_t row = 0; row < batch.rows(); ++row) {
    read_sample(batch, row, sample);
    x.set(arm, sample.q, sample.qd, sample.qdd);
    const BaseMotion<double> base = at_frame_0(sample.base.value_or(BaseMotion<double>{}), arm);
    const Wrench<double> tip = at_frame_n(sample.tip.value_or(Wrench<double>{}), arm);
    evaluate(row, sample, x, base, tip);
  }
}

std::vector<double> torques_of(const Batch& batch, std::ptrdiff_t row, int n) {
  std::vector<double> tau(static_cast<std::size_t>(n));
  read_row(batch[Given::kTau], batch.shape, row, std::span<double>(tau));
  return tau;
}

py::object articulated_bodies(const CompiledArm& compiled, const py::object& q,
                              const py::object& qd, const py::object& tau,
                              const py::object& tip_wrench, const py::object& base_motion,
                              bool motors) {
  const Arm<double>& arm = compiled.in_double.in(ArticulatedBodies::frames);
  Operands::List list{{Given::kQ, q}, {Given::kQd, qd}, {Given::kTau, tau}};
  append_ends(list, tip_wrench, base_motion);
  Operands operands(arm.n, list);
  Options options;
  options.motors = motors;
  operands.set(options);
  const Batch& batch = operands.batch();
  SingularRows singular(compiled, batch);
  ArticulatedBodies::Workspace<double> work(arm);
  PerLink<double> torques(arm.n), motor_inertia(arm.n), qdd(arm.n);
  for (int i = 1; i <= arm.n && motors && compiled.drives.have_motors(); ++i)
    motor_inertia[i] = compiled.drives.motor_inertia[static_cast<std::size_t>(i - 1)];

  py::array_t<double> results(operands.result_shape({arm.n}));
  double* out = results.mutable_data();
  for_each_row(arm, batch,
               [&](auto row, const auto&, const auto& x, const auto& base, const auto& tip) {
    const std::vector<double> given = torques_of(batch, row, arm.n);
    for (int i = 1; i <= arm.n; ++i) torques[i] = given[static_cast<std::size_t>(i - 1)];
    ArticulatedBodies::forward_dynamics(arm, x, base, tip, torques, motor_inertia, qdd, work);
    for (int i = 1; i <= arm.n; ++i) *out++ = qdd[i];
    singular.examine(row);
  });
  singular.require_none();
  require_finite_result("articulated_bodies", results.data(), shape_of(results));
  return results;
}

py::tuple spatial_derivatives(const CompiledArm& compiled, const py::object& q,
                              const py::object& qd, const py::object& qdd,
                              const py::object& tip_wrench, const py::object& base_motion) {
  const Arm<double>& arm = compiled.in_double.in(InverseDynamicsDerivatives::frames);
  Operands::List list{{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}};
  append_ends(list, tip_wrench, base_motion);
  const Operands operands(arm.n, list);
  InverseDynamicsDerivatives::Workspace<double> work(arm);
  py::array_t<double> dtau_dq(operands.result_shape({arm.n, arm.n}));
  py::array_t<double> dtau_dqd(operands.result_shape({arm.n, arm.n}));
  double* const by_q = dtau_dq.mutable_data();
  double* const by_qd = dtau_dqd.mutable_data();
  for_each_row(arm, operands.batch(),
               [&](auto row, const auto&, const auto& x, const auto& base, const auto& tip) {
    const std::ptrdiff_t first = row * arm.n * arm.n;
    InverseDynamicsDerivatives::derivatives(arm, x, base, tip, by_q + first, by_qd + first, work);
  });
  require_finite_result("dtau_dq", by_q, shape_of(dtau_dq));
  require_finite_result("dtau_dqd", by_qd, shape_of(dtau_dqd));
  return py::make_tuple(dtau_dq, dtau_dqd);
}

py::tuple tool_kinematics(const CompiledArm& compiled, const py::object& q, const py::object& qd) {
  const Arm<double>& arm = compiled.in_double.in(ToolKinematics::frames);
  const Operands operands(arm.n, {{Given::kQ, q}, {Given::kQd, qd}});
  ToolKinematics::Workspace<double> work(arm);
  py::array_t<double> poses(operands.result_shape({4, 4}));
  py::array_t<double> jacobians(operands.result_shape({6, arm.n}));
  py::array_t<double> rates(operands.result_shape({6, arm.n}));
  double *const H = poses.mutable_data(), *const J = jacobians.mutable_data();
  double* const Jd = rates.mutable_data();
  for_each_row(arm, operands.batch(),
               [&](auto row, const auto&, const auto& x, const auto&, const auto&) {
    ToolKinematics::poses(arm, x, work);
    Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> pose(H + row * 16);
    pose.setIdentity();
    pose.topLeftCorner<3, 3>() = work.R[arm.n + 1];
    pose.topRightCorner<3, 1>() = work.p[arm.n + 1];
    ToolKinematics::jacobian(arm, work, J + row * 6 * arm.n);
    ToolKinematics::jacobian_rate(arm, x, work, Jd + row * 6 * arm.n);
  });
  return py::make_tuple(poses, jacobians, rates);
}

/// The joints of a state with inputs for positions, rates and, with a name for them, accelerations.
JointState<Traced> traced_state(const Arm<Traced>& arm, const Sample<double>& state, bool moving,
                                Inputs& inputs) {
  const std::vector<Traced> q = inputs.joints("q", state.q), qd = inputs.joints("qd", state.qd);
  JointState<Traced> x(arm.n);
  x.set(arm, q, qd,
        moving ? inputs.joints("qdd", state.qdd) : std::vector<Traced>(q.size(), Traced(0)));
  return x;
}

py::dict trace_articulated_bodies(const CompiledArm& compiled, const py::object& q,
                                  const py::object& qd, const py::object& tau) {
  const Arm<double>& arm = compiled.in_double.in(ArticulatedBodies::frames);
  const Operands operands(arm.n, {{Given::kQ, q}, {Given::kQd, qd}, {Given::kTau, tau}});
  const Sample<double> state = only_sample(operands.batch(), arm.n);

  const Recording recording(false);
  Inputs inputs(recording.trace);
  const Arm<Traced> traced = traced_arm(arm);
  const JointState<Traced> x = traced_state(traced, state, false, inputs);
  const std::vector<Traced> given = inputs.joints("tau", torques_of(operands.batch(), 0, arm.n));
  PerLink<Traced> torques(arm.n), no_motors(arm.n), qdd(arm.n);
  for (int i = 1; i <= arm.n; ++i) torques[i] = given[static_cast<std::size_t>(i - 1)];
  ArticulatedBodies::Workspace<Traced> work(traced);
  ArticulatedBodies::forward_dynamics(traced, x, base_motion(arm, false, inputs), Wrench<Traced>{},
                                      torques, no_motors, qdd, work);
  std::vector<Traced> outputs;
  for (int i = 1; i <= arm.n; ++i) outputs.push_back(qdd[i]);
  return columns(recording.trace, inputs, outputs);
}

py::dict trace_spatial_derivatives(const CompiledArm& compiled, const py::object& q,
                                   const py::object& qd, const py::object& qdd) {
  const Arm<double>& arm = compiled.in_double.in(InverseDynamicsDerivatives::frames);
  const Operands operands(arm.n, {{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}});
  const Sample<double> state = only_sample(operands.batch(), arm.n);

  const Recording recording(false);
  Inputs inputs(recording.trace);
  const Arm<Traced> traced = traced_arm(arm);
  const JointState<Traced> x = traced_state(traced, state, true, inputs);
  InverseDynamicsDerivatives::Workspace<Traced> work(traced);
  const std::size_t entries = state.q.size() * state.q.size();
  std::vector<Traced> outputs(2 * entries);
  InverseDynamicsDerivatives::derivatives(traced, x, base_motion(arm, false, inputs),
                                          Wrench<Traced>{}, outputs.data(),
                                          outputs.data() + entries, work);
  return columns(recording.trace, inputs, outputs);
}

py::dict trace_tool_kinematics(const CompiledArm& compiled, const py::object& q,
                               const py::object& qd, const std::string& what) {
  const Arm<double>& arm = compiled.in_double.in(ToolKinematics::frames);
  const Operands operands(arm.n, {{Given::kQ, q}, {Given::kQd, qd}});
  Sample<double> state(arm.n);
  read_sample(operands.batch(), 0, state);

  const Recording recording(false);
  Inputs inputs(recording.trace);
  const Arm<Traced> traced = traced_arm(arm);
  const JointState<Traced> x = traced_state(traced, state, false, inputs);
  ToolKinematics::Workspace<Traced> work(traced);
  std::vector<Traced> outputs(6 * state.q.size());
  ToolKinematics::poses(traced, x, work);
  if (what == "jacobian") {
    ToolKinematics::jacobian(traced, work, outputs.data());
  } else if (what == "jacobian_rate") {
    ToolKinematics::jacobian_rate(traced, x, work, outputs.data());
  } else {
    const Mat3<Traced>& R = work.R[arm.n + 1];
    const Vec3<Traced>& p = work.p[arm.n + 1];
    outputs.assign(R.data(), R.data() + R.size());
    outputs.insert(outputs.end(), p.data(), p.data() + p.size());
  }
  return columns(recording.trace, inputs, outputs);
}

}  // namespace

void bind_twins(py::module_& m) {
  m.def("articulated_bodies", &articulated_bodies, py::arg("arm"), py::arg("q"), py::arg("qd"),
        py::arg("tau"), py::arg("tip_wrench") = py::none(), py::arg("base_motion") = py::none(),
        py::arg("motors") = false,
        "Joint accelerations of shape (..., n) by articulated bodies in spatial vectors.");
  m.def("spatial_derivatives", &spatial_derivatives, py::arg("arm"), py::arg("q"), py::arg("qd"),
        py::arg("qdd"), py::arg("tip_wrench") = py::none(), py::arg("base_motion") = py::none(),
        "Derivatives of the joint torques with respect to q and to qd, of shape (..., n, n), in "
        "spatial vectors.");
  m.def("tool_kinematics", &tool_kinematics, py::arg("arm"), py::arg("q"), py::arg("qd"),
        "Poses (..., 4, 4) of the tool in the world, Jacobians (..., 6, n) and their time "
        "derivatives.");
  m.def("trace_tool_kinematics", &trace_tool_kinematics, py::arg("arm"), py::arg("q"),
        py::arg("qd"), py::arg("what"),
        "The expression graph of the pose, column after column, or, row after row, of the "
        "\"jacobian\" or the \"jacobian_rate\", for a base and a tool that stand straight.");
  m.def("trace_articulated_bodies", &trace_articulated_bodies, py::arg("arm"), py::arg("q"),
        py::arg("qd"), py::arg("tau"), "The expression graph of the joint accelerations.");
  m.def("trace_spatial_derivatives", &trace_spatial_derivatives, py::arg("arm"), py::arg("q"),
        py::arg("qd"), py::arg("qdd"),
        "The expression graph of the derivatives, row after row, with respect to q and then to "
        "qd.");
}

}  // namespace equidyn
