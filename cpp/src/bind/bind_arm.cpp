#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/float32_error.hpp"
#include "call/singular_joint_at.hpp"
#include "equidyn/arm/parameters.hpp"
#include "equidyn/model/link_frames.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The parameters of an arm from Python, validated there.
struct Parameters {
  Numbers a, a_y, alpha, d, theta, mass, com, inertia, gravity, base, tool;
};

/// Raises ValueError if an array is not of this shape.
void require_shape(const char* name, const Numbers& array,
                   std::initializer_list<py::ssize_t> shape) {
  if (!std::equal(shape.begin(), shape.end(), array.shape(), array.shape() + array.ndim()))
    throw py::value_error(std::string(name) + ": another shape than arms of these joints have");
}

void require_shapes(py::ssize_t n, const Parameters& given) {
  if (n == 0) throw py::value_error("joints: an arm must have at least one");
  require_shape("a", given.a, {n});
  require_shape("a_y", given.a_y, {n});
  require_shape("alpha", given.alpha, {n});
  require_shape("d", given.d, {n});
  require_shape("theta", given.theta, {n});
  require_shape("mass", given.mass, {n});
  require_shape("com", given.com, {n, 3});
  require_shape("inertia", given.inertia, {n, 3, 3});
  require_shape("gravity", given.gravity, {3});
  require_shape("base", given.base, {4, 4});
  require_shape("tool", given.tool, {4, 4});
}

Frames frames_from(const std::string& convention) {
  return convention == "standard" ? Frames::kStandardDh : Frames::kModifiedDh;
}

CompiledArm make_arm(const std::string& convention, const std::string& joints, const Numbers& a,
                     const Numbers& a_y, const Numbers& alpha, const Numbers& d,
                     const Numbers& theta, const Numbers& mass, const Numbers& com,
                     const Numbers& inertia, const Numbers& gravity, const Numbers& base,
                     const Numbers& tool, const std::optional<Numbers>& viscous,
                     const std::optional<Numbers>& coulomb,
                     const std::optional<Numbers>& motor_inertia) {
  const Parameters given{a, a_y, alpha, d, theta, mass, com, inertia, gravity, base, tool};
  const auto n = static_cast<py::ssize_t>(joints.size());
  require_shapes(n, given);
  if (viscous) require_shape("viscous", *viscous, {n});
  if (coulomb) require_shape("coulomb", *coulomb, {n, 2});
  if (motor_inertia) require_shape("motor_inertia", *motor_inertia, {n});
  const Frames frames = frames_from(convention);
  Drives drives;
  for (py::ssize_t i = 0; viscous && coulomb && i < viscous->size(); ++i) {
    drives.viscous.push_back(viscous->at(i));
    drives.forwards.push_back(coulomb->at(i, 0));
    drives.backwards.push_back(coulomb->at(i, 1));
  }
  if (motor_inertia)
    drives.motor_inertia = {motor_inertia->data(), motor_inertia->data() + motor_inertia->size()};
  const ArmParameters parameters{frames,       joints,         a.data(),       a_y.data(),
                                 alpha.data(), d.data(),       theta.data(),   mass.data(),
                                 com.data(),   inertia.data(), gravity.data(), base.data(),
                                 tool.data()};
  return {arm_of<DoubleDouble>(parameters), std::move(drives)};
}

using RowMajor = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;

void write(const Pose<double>& pose, double* H) {
  Eigen::Map<RowMajor> matrix(H);
  matrix.setIdentity();
  matrix.topLeftCorner<3, 3>() = pose.R;
  matrix.topRightCorner<3, 1>() = pose.p;
}

Numbers array_from(const Pose<double>& pose) {
  Numbers H({4, 4});
  write(pose, H.mutable_data());
  return H;
}

/// The parameters that change in the other convention.
py::dict reframed_parameters(const CompiledArm& compiled, const std::string& convention) {
  const Arm<double>& arm = compiled.in_double.in(frames_from(convention));
  const py::ssize_t n = arm.n;
  Numbers a(n), a_y(n), alpha(n), com({n, py::ssize_t{3}}),
      inertia({n, py::ssize_t{3}, py::ssize_t{3}});
  for (int i = 1; i <= arm.n; ++i) {
    const Link<double>& link = arm.link[i];
    const py::ssize_t k = i - 1;
    a.mutable_at(k) = link.a;
    a_y.mutable_at(k) = link.a_y;
    alpha.mutable_at(k) = link.alpha;
    Eigen::Map<Vec3<double>>(com.mutable_data(k, 0)) = link.body.c;
    Eigen::Map<Mat3<double>>(inertia.mutable_data(k, 0, 0)) = link.body.I;
  }
  py::dict parameters;
  parameters["a"] = a;
  parameters["a_y"] = a_y;
  parameters["alpha"] = alpha;
  parameters["com"] = com;
  parameters["inertia"] = inertia;
  parameters["base"] = array_from(compose(arm.base, arm.mount));
  parameters["tool"] = array_from(arm.tool);
  return parameters;
}

std::vector<int> singular_joints(const CompiledArm& arm, const std::vector<double>& q, bool motors,
                                 bool held) {
  if (q.size() != static_cast<std::size_t>(arm.n()))
    throw py::value_error("q: expected as many numbers as joints");
  return singular_joints_at(arm, q, motors, held ? Beyond::kHeld : Beyond::kYields);
}

Pose<double> pose_from(const double* H) {
  const Eigen::Map<const RowMajor> whole(H);
  return {whole.topLeftCorner<3, 3>(), whole.topRightCorner<3, 1>()};
}

Numbers array_from(const std::vector<Pose<double>>& poses) {
  Numbers H({static_cast<py::ssize_t>(poses.size()), py::ssize_t{4}, py::ssize_t{4}});
  double* to = H.mutable_data();
  for (const Pose<double>& pose : poses) write(pose, to), to += 16;
  return H;
}

py::dict link_frames(const Numbers& placements, const Numbers& axes,
                     const std::vector<bool>& prismatic, const Numbers& tool, bool on_normals) {
  const auto n = static_cast<py::ssize_t>(prismatic.size());
  if (n == 0) throw py::value_error("prismatic: expected at least one joint, got none");
  require_shape("placements", placements, {n, 4, 4});
  require_shape("axes", axes, {n, 3});
  require_shape("tool", tool, {4, 4});
  std::vector<model::PlacedJoint> joints;
  for (py::ssize_t k = 0; k < n; ++k)
    joints.push_back({pose_from(placements.data(k, 0, 0)),
                      Eigen::Map<const Vec3<double>>(axes.data(k, 0)),
                      prismatic[static_cast<std::size_t>(k)]});
  const model::LinkFrames frames = model::link_frames(joints, pose_from(tool.data()), on_normals);
  py::dict result;
  result["a"] = frames.a;
  result["a_y"] = frames.a_y;
  result["alpha"] = frames.alpha;
  result["d"] = frames.d;
  result["theta"] = frames.theta;
  result["ends"] = array_from({frames.base, frames.tool});
  result["links"] = array_from(frames.links);
  result["reach"] = frames.reach;
  return result;
}

}  // namespace

void bind_arm(py::module_& m) {
  py::class_<CompiledArm>(m, "Arm", "An arm compiled for every scalar and both DH conventions.")
      .def(py::init(&make_arm), py::arg("convention"), py::arg("joints"), py::arg("a"),
           py::arg("a_y"), py::arg("alpha"), py::arg("d"), py::arg("theta"), py::arg("mass"),
           py::arg("com"), py::arg("inertia"), py::arg("gravity"), py::arg("base"), py::arg("tool"),
           py::arg("viscous"), py::arg("coulomb"), py::arg("motor_inertia"))
      .def_property_readonly("n", &CompiledArm::n, "Number of joints.")
      .def("_reframed", &reframed_parameters, py::arg("convention"),
           "Parameters that differ in the given convention of frames.")
      .def("_error_in_float32",
           [](const CompiledArm& arm) { return suits_float32(arm) ? 0.0 : float32_error(arm); },
           "Error of torques in float32, in parts of the largest of like motions; 0 if small.")
      .def("_singular_joints", &singular_joints, py::arg("q"), py::arg("motors"), py::kw_only(),
           py::arg("held"),
           "Joints, from 1, whose motion moves no mass, where those beyond are held or yield.");
  m.def("link_frames", &link_frames, py::arg("placements"), py::arg("axes"), py::arg("prismatic"),
        py::arg("tool"), py::arg("on_normals") = false,
        "Link frames of a chain: a, a_y, alpha, d, theta; base and tool (`ends`), the poses of the "
        "given frames of the links in them, and the length of the chain.");
}

}  // namespace equidyn
