#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>

#include "bind/bindings.hpp"
#include "call/operands.hpp"
#include "equidyn/formulation_evaluator.hpp"
#include "equidyn/formulations/shared/link_points.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Angular velocity and acceleration, acceleration of origin and centre of mass, force, moment,
/// velocity of origin and centre of mass, position of origin and centre of mass.
constexpr std::size_t kQuantities = 10;

/// Evaluates the Newton-Euler recursion F, keeps what it computes on the way, and follows the
/// points that no torque needs.
template <class F>
py::tuple motion_by(const Arm<double>& arm, const Operands& operands) {
  const Batch& batch = operands.batch();
  std::array<py::array_t<double>, kQuantities> results;
  for (auto& result : results) result = py::array_t<double>(operands.result_shape({arm.n, 3}));

  FormulationEvaluator<F, double> evaluator(arm);
  Sample<double> sample(arm.n);
  std::vector<double> tau(static_cast<std::size_t>(arm.n));
  JointState<double> state(arm.n);
  LinkPoints<double> points(arm.n);
  const auto& [link, ab] = evaluator.workspace();
  const std::array<const PerLink<Vec3<double>>*, kQuantities> quantities{
      &link.w, &link.al,   &link.a,    &ab,       &link.f,
      &link.n, &points.pd, &points.cd, &points.p, &points.c};

  for (std::ptrdiff_t row = 0; row < batch.rows(); ++row) {
    read_sample(batch, row, sample);
    evaluator.evaluate(sample, tau);
    state.set(arm, sample.q, sample.qd, sample.qdd);
    follow(arm, state, link, points);
    for (std::size_t k = 0; k < kQuantities; ++k) {
      double* to = results[k].mutable_data() + row * arm.n * 3;
      for (int i = 1; i <= arm.n; ++i) to = std::copy_n((*quantities[k])[i].data(), 3, to);
    }
  }
  return py::tuple(py::cast(results));
}

py::tuple link_motion(const CompiledArm& arm, const py::object& q, const py::object& qd,
                      const py::object& qdd, const py::object& tip_wrench,
                      const py::object& base_motion) {
  const Operands operands(arm.n(),
                          {{"q", q, &Batch::q}, {"qd", qd, &Batch::qd}, {"qdd", qdd, &Batch::qdd}},
                          tip_wrench, base_motion);
  if (arm.frames == Frames::kStandardDh)
    return motion_by<NewtonEuler>(arm.in_double.standard, operands);
  return motion_by<NewtonEulerModifiedDh>(arm.in_double.modified, operands);
}

}  // namespace

void bind_link_motion(py::module_& m) {
  m.def("link_motion", &link_motion, py::arg("arm"), py::arg("q"), py::arg("qd"), py::arg("qdd"),
        py::arg("tip_wrench"), py::arg("base_motion"),
        "What the Newton-Euler recursion computes for each link, in the frames of the arm: angular "
        "velocity, angular acceleration, acceleration of origin and of centre of mass (less "
        "gravity), force and moment exerted on the link by the one before it; and the velocities "
        "and positions of origin and of centre of mass; each of shape (..., n, 3).");
}

}  // namespace equidyn
