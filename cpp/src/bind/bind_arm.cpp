#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "bind/arm_data_from.hpp"
#include "bind/arrays.hpp"
#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/float32_error.hpp"
#include "call/singular_joint_at.hpp"
#include "equidyn/model/arm_of.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

Frames frames_from(const std::string& convention) {
  return convention == "standard" ? Frames::kStandardDh : Frames::kModifiedDh;
}

CompiledArm make_arm(const py::dict& given) {
  const model::ArmData data = arm_data_from(given);
  return {model::arm_of<DoubleDouble>(data), model::drives_of(data)};
}

/// The last of the bodies of an arm's links changes.
CompiledArm with_last_body(const CompiledArm& arm, const NumberArray& mass, const NumberArray& com,
                           const NumberArray& inertia) {
  const py::ssize_t n = arm.n(), last = n - 1;
  require_shape("mass", mass, {n});
  require_shape("com", com, {n, 3});
  require_shape("inertia", inertia, {n, 3, 3});
  return {arm,
          {mass.at(last), Vec3<double>(com.data(last, 0)),
           Mat3<double>(Eigen::Map<const TensorByRows>(inertia.data(last, 0, 0)))}};
}

/// The parameters that change in the other convention.
py::dict reframed_parameters(const CompiledArm& compiled, const std::string& convention) {
  const Arm<double>& arm = compiled.in_double.in(frames_from(convention));
  const py::ssize_t n = arm.n;
  NumberArray a(n), a_y(n), alpha(n), com({n, py::ssize_t{3}}),
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

std::vector<int> singular_joints(const CompiledArm& arm,
                                 const std::optional<std::vector<double>>& q, bool motors) {
  if (q && q->size() != static_cast<std::size_t>(arm.n()))
    throw py::value_error("q: expected as many numbers as joints");
  return singular_joints_at(arm, q ? *q : usual_position(arm), motors, Beyond::kYields);
}

}  // namespace

void bind_arm(py::module_& m) {
  py::class_<CompiledArm>(m, "Arm", "An arm compiled for every scalar and both DH conventions.")
      .def(py::init(&make_arm), py::arg("data"))
      .def(py::init(&with_last_body), py::arg("arm"), py::arg("mass"), py::arg("com"),
           py::arg("inertia"))
      .def_property_readonly("n", &CompiledArm::n, "Number of joints.")
      .def("_reframed", &reframed_parameters, py::arg("convention"),
           "Parameters that differ in the given convention of frames.")
      .def("_error_in_float32",
           [](const CompiledArm& arm) { return suits_float32(arm) ? 0.0 : float32_error(arm); },
           "Error of torques in float32, in parts of the largest of like motions; 0 if small.")
      .def("_singular_joints", &singular_joints, py::arg("q"), py::arg("motors"),
           "Joints, from 1, whose motion moves no mass; by default in a position without special "
           "angles or lengths.");
}

}  // namespace equidyn
