// The readable texts of derivatives, kinematics and the regressor: evaluated, to be compared with
// the production kernels, and traced, to be counted.
#include <pybind11/numpy.h>

#include <type_traits>

#include "bind/bindings.hpp"
#include "bind/tracing.hpp"
#include "call/compiled_arm.hpp"
#include "call/evaluate_traced.hpp"
#include "call/finite.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "equidyn/derivatives/inverse_dynamics_derivatives.hpp"
#include "equidyn/interruption.hpp"
#include "equidyn/kinematics/tool_kinematics.hpp"
#include "equidyn/regressor/regressor.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Calls `evaluate` with each row of a batch, its state, the motion of frame 0 and the wrench at
/// frame n that go with it.
template <class Evaluate>
void for_each_row(const Arm<double>& arm, const Batch& batch, Evaluate&& evaluate) {
  Sample<double> sample(arm.n);
  JointState<double> x(arm.n);
  without_lock([&] {
    for (std::ptrdiff_t row = 0; row < batch.rows() && !abandoned(); ++row) {
      read_sample(batch, row, sample);
      x.set(arm, sample.q, sample.qd, sample.qdd);
      const BaseMotion<double> base = at_frame_0(sample.base.value_or(BaseMotion<double>{}), arm);
      const Wrench<double> tip = at_frame_n(sample.tip.value_or(Wrench<double>{}), arm);
      evaluate(row, sample, x, base, tip);
    }
  });
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

py::array kane_regressor(const CompiledArm& compiled, const py::object& q, const py::object& qd,
                         const py::object& qdd, const py::object& base_motion) {
  const Arm<double>& arm = compiled.in_double.in(compiled.frames);
  Operands::List list{{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}};
  append_ends(list, py::none(), base_motion);
  const Operands operands(arm.n, list);
  const int width = kernels::Extents{arm.n}.parameters();
  py::array_t<double> regressors(operands.result_shape({arm.n, width}));
  double* const Y = regressors.mutable_data();
  const auto run = [&]<class Recursion>(std::type_identity<Recursion>) {
    Regressor::Workspace<Recursion, double> work(arm);
    for_each_row(arm, operands.batch(),
                 [&](auto row, const auto&, const auto& x, const auto& base, const auto&) {
      Regressor::regressor(arm, x, base, Y + row * arm.n * width, width, work);
    });
  };
  if (arm.frames == Frames::kStandardDh)
    run(std::type_identity<standard_dh::Recursion<double>>{});
  else
    run(std::type_identity<modified_dh::Recursion<double>>{});
  return regressors;
}

py::dict trace_spatial_derivatives(const CompiledArm& compiled, const py::object& q,
                                   const py::object& qd, const py::object& qdd) {
  const Arm<double>& arm = compiled.in_double.in(InverseDynamicsDerivatives::frames);
  const Operands operands(arm.n, {{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}});
  const Sample<double> state = only_sample(operands.batch(), arm.n);

  const Recording recording(false);
  Inputs inputs(recording.trace);
  const Arm<Traced> traced = traced_arm(arm);
  const std::vector<Traced> positions = inputs.joints("q", state.q);
  const std::vector<Traced> rates = inputs.joints("qd", state.qd);
  JointState<Traced> x(arm.n);
  x.set(traced, positions, rates, inputs.joints("qdd", state.qdd));
  const std::size_t entries = state.q.size() * state.q.size();
  std::vector<Traced> outputs(2 * entries);
  const BaseMotion<Traced> base = base_motion(arm, false, inputs);
  without_lock(
      [&] { traced_derivatives(traced, x, base, outputs.data(), outputs.data() + entries); });
  return columns(recording.trace, inputs, outputs);
}

py::dict trace_tool_kinematics(const CompiledArm& compiled, const py::object& q,
                               const py::object& qd, const std::string& what) {
  const Arm<double>& arm = compiled.in_double.in(ToolKinematics::frames);
  const Operands operands(arm.n, {{Given::kQ, q}, {Given::kQd, qd}});
  const Sample<double> state = only_sample(operands.batch(), arm.n);

  const Recording recording(false);
  Inputs inputs(recording.trace);
  const Arm<Traced> traced = traced_arm(arm);
  const std::vector<Traced> positions = inputs.joints("q", state.q);
  const std::vector<Traced> rates = inputs.joints("qd", state.qd);
  JointState<Traced> x(arm.n);
  x.set(traced, positions, rates, std::vector<Traced>(positions.size(), Traced(0)));
  std::vector<Traced> outputs(6 * state.q.size());
  if (what == "jacobian") {
    traced_jacobian(traced, x, outputs.data());
  } else if (what == "jacobian_rate") {
    traced_jacobian_rate(traced, x, outputs.data());
  } else {
    const auto [R, p] = traced_tool_pose(traced, x);
    outputs.assign(R.data(), R.data() + R.size());
    outputs.insert(outputs.end(), p.data(), p.data() + p.size());
  }
  return columns(recording.trace, inputs, outputs);
}

}  // namespace

void bind_twins(py::module_& m) {
  m.def("spatial_derivatives", &spatial_derivatives, py::arg("arm"), py::arg("q"), py::arg("qd"),
        py::arg("qdd"), py::arg("tip_wrench") = py::none(), py::arg("base_motion") = py::none(),
        "Derivatives of the joint torques with respect to q and to qd, of shape (..., n, n), in "
        "spatial vectors.");
  m.def("tool_kinematics", &tool_kinematics, py::arg("arm"), py::arg("q"), py::arg("qd"),
        "Poses (..., 4, 4) of the tool in the world, Jacobians (..., 6, n) and their time "
        "derivatives.");
  m.def("kane_regressor", &kane_regressor, py::arg("arm"), py::arg("q"), py::arg("qd"),
        py::arg("qdd"), py::arg("base_motion") = py::none(),
        "The matrices (..., n, 10 n) that give joint torques from the parameters of the links.");
  m.def("trace_tool_kinematics", &trace_tool_kinematics, py::arg("arm"), py::arg("q"),
        py::arg("qd"), py::arg("what"),
        "The expression graph of the pose, column after column, or, row after row, of the "
        "\"jacobian\" or the \"jacobian_rate\", for a base and a tool that stand straight.");
  m.def("trace_spatial_derivatives", &trace_spatial_derivatives, py::arg("arm"), py::arg("q"),
        py::arg("qd"), py::arg("qdd"),
        "The expression graph of the derivatives, row after row, with respect to q and then to "
        "qd.");
}

}  // namespace equidyn
