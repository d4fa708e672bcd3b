#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <span>
#include <string>
#include <vector>

#include "bind/arm_data_from.hpp"
#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/float32_error.hpp"
#include "call/singular_joint_at.hpp"
#include "equidyn/model/arm_of.hpp"
#include "equidyn/model/link_frames.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using Numbers = NumberArray;

Frames frames_from(const std::string& convention) {
  return convention == "standard" ? Frames::kStandardDh : Frames::kModifiedDh;
}

CompiledArm make_arm(const py::dict& given) {
  const model::ArmData data = arm_data_from(given);
  return {model::arm_of<DoubleDouble>(data), model::drives_of(data)};
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
    joints.push_back({model::pose_of(std::span<const double, 16>(placements.data(k, 0, 0), 16)),
                      Eigen::Map<const Vec3<double>>(axes.data(k, 0)),
                      prismatic[static_cast<std::size_t>(k)]});
  const model::LinkFrames frames = model::link_frames(
      joints, model::pose_of(std::span<const double, 16>(tool.data(), 16)), on_normals);
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
      .def(py::init(&make_arm), py::arg("data"))
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
