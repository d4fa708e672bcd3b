#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "bind/bindings.hpp"
#include "call/direct_call.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "equidyn/formulation_evaluator.hpp"
#include "equidyn/formulations/shared/link_points.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Angular velocity and acceleration, acceleration of origin and centre of mass, force, moment,
/// velocity of origin and centre of mass, position of origin and centre of mass.
constexpr std::size_t kQuantities = 10;

/// Links, of all states: fewer take less time than to let other threads run.
constexpr std::ptrdiff_t kWorkWorthUnlocking = 64;

/// The Newton-Euler recursion F on an arm, what it computes on the way, and the points that no
/// torque needs.
template <class F>
class LinkFollower {
 public:
  explicit LinkFollower(const Arm<double>& arm)
      : arm_(arm),
        evaluator_(arm),
        sample_(arm.n),
        tau_(static_cast<std::size_t>(arm.n)),
        state_(arm.n),
        points_(arm.n) {}

  /// Evaluates the rows of a batch into results of shape (..., n, 3).
  void evaluate(const Batch& batch, const std::array<double*, kQuantities>& results) {
    const auto& [link, ab] = evaluator_.workspace();
    const std::array<const PerLink<Vec3<double>>*, kQuantities> quantities{
        &link.w, &link.al,    &link.a,     &ab,        &link.f,
        &link.n, &points_.pd, &points_.cd, &points_.p, &points_.c};
    sample_.base.reset(), sample_.tip.reset();
    for (std::ptrdiff_t row = 0; row < batch.rows(); ++row) {
      read_sample(batch, row, sample_);
      evaluator_.evaluate(sample_, tau_);
      state_.set(arm_, sample_.q, sample_.qd, sample_.qdd);
      follow(arm_, state_, link, points_);
      for (std::size_t k = 0; k < kQuantities; ++k) {
        double* to = results[k] + row * arm_.n * 3;
        for (int i = 1; i <= arm_.n; ++i) to = std::copy_n((*quantities[k])[i].data(), 3, to);
      }
    }
  }

 private:
  const Arm<double>& arm_;
  FormulationEvaluator<F, double> evaluator_;
  Sample<double> sample_;
  std::vector<double> tau_;
  JointState<double> state_;
  LinkPoints<double> points_;
};

/// The follower of an arm on this thread, kept for the next call.
template <class F>
LinkFollower<F>& follower(std::uint64_t serial, const Arm<double>& arm) {
  thread_local std::uint64_t followed = 0;
  thread_local std::unique_ptr<LinkFollower<F>> last;
  if (followed != serial) {
    last = std::make_unique<LinkFollower<F>>(arm);
    followed = serial;
  }
  return *last;
}

template <class F>
py::tuple motion_by(std::uint64_t serial, const Arm<double>& arm, const Operands& operands) {
  const std::vector<py::ssize_t> shape = operands.result_shape({arm.n, 3});
  py::tuple arrays(kQuantities);
  std::array<double*, kQuantities> results{};
  for (std::size_t k = 0; k < kQuantities; ++k) {
    const py::object array = new_array<double>(static_cast<int>(shape.size()), shape.data());
    results[k] = reinterpret_cast<double*>(py::detail::array_proxy(array.ptr())->data);
    arrays[k] = array;
  }
  const Batch& batch = operands.batch();
  const auto evaluate = [&] { follower<F>(serial, arm).evaluate(batch, results); };
  if (batch.rows() * arm.n < kWorkWorthUnlocking) {
    evaluate();
  } else {
    without_lock([&](const Interrupted&) { evaluate(); });
  }
  return arrays;
}

py::tuple link_motion(const CompiledArm& arm, const py::object& q, const py::object& qd,
                      const py::object& qdd, const py::object& tip_wrench,
                      const py::object& base_motion) {
  Operands::List list{{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}};
  append_ends(list, tip_wrench, base_motion);
  const Operands operands(arm.n(), list);
  if (arm.frames == Frames::kStandardDh)
    return motion_by<NewtonEuler>(arm.serial, arm.in_double.standard, operands);
  return motion_by<NewtonEulerModifiedDh>(arm.serial, arm.in_double.modified, operands);
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
