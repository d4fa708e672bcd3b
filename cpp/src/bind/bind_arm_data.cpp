#include <pybind11/stl.h>

#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "bind/arm_data_from.hpp"
#include "bind/arrays.hpp"
#include "bind/bindings.hpp"
#include "call/findings_of.hpp"
#include "equidyn/model/checked_arm.hpp"

namespace py = pybind11;

namespace equidyn {

namespace {

model::Numbers numbers_from(const py::dict& given, const char* name,
                            std::initializer_list<py::ssize_t> shape) {
  const auto array = given[name].cast<NumberArray>();
  require_shape(name, array, shape);
  return {array.data(), array.data() + array.size()};
}

model::Numbers numbers_or_none(const py::dict& given, const char* name,
                               std::initializer_list<py::ssize_t> shape) {
  return given[name].is_none() ? model::Numbers() : numbers_from(given, name, shape);
}

model::Frame rigid_from(const std::string& name, const py::handle& H) {
  const auto array = H.cast<NumberArray>();
  require_shape(name.c_str(), array, {4, 4});
  return model::rigid(name, std::span<const double, 16>(array.data(), 16));
}

/// In UTF-8, and in its manner halves of surrogate pairs, which Python has and others refuse.
std::string text_from(const py::handle& text) {
  const auto bytes = py::reinterpret_steal<py::bytes>(
      PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
  if (!bytes) throw py::error_already_set();
  return bytes;
}

model::Names names_from(const py::dict& given, const char* name, std::size_t n,
                        const std::string& item) {
  model::Names names;
  for (const py::handle each : given[name]) names.push_back(text_from(each));
  model::require_names(name, names, n, item);
  return names;
}

/// Checks the data of an arm; returns its tensors, exactly symmetric, or None.
py::object checked_arm(const py::dict& given) {
  model::ArmData data = arm_data_from(given);
  data.joint_names = names_from(given, "joint_names", data.n(), "joint");
  data.link_names = names_from(given, "link_names", data.n(), "link");
  data.tool_name = text_from(given["tool_name"]);
  model::require_name("tool_name", data.tool_name);
  model::Names frames;
  for (const py::handle frame : given["frames"])
    frames.push_back(text_from(frame.cast<py::sequence>()[0]));
  model::require_frame_names(frames);
  for (const py::handle frame : given["frames"]) {
    const auto [name, link, pose] = frame.cast<std::tuple<py::str, int, py::object>>();
    const std::string text = text_from(name);
    data.frames.push_back({text, link, rigid_from("frames: pose of " + model::quoted(text), pose)});
  }
  data.name = text_from(given["name"]);
  const model::Numbers inertia = model::checked(std::move(data)).inertia;
  if (inertia.empty()) return py::none();
  const auto n = static_cast<py::ssize_t>(inertia.size() / 9);
  return NumberArray({n, py::ssize_t{3}, py::ssize_t{3}}, inertia.data());
}

/// A matrix for each 4 times 4 numbers; `item` numbers them in messages.
void require_rigid(const std::string& name, const NumberArray& matrices, const std::string& item) {
  for (py::ssize_t k = 0; k < matrices.size() / 16; ++k) {
    const std::string where = item.empty() ? "" : model::at(item, static_cast<std::size_t>(k));
    model::rigid(name, std::span<const double, 16>(matrices.data() + 16 * k, 16), where);
  }
}

void require_writable(const std::string& name, const py::str& text) {
  model::require_writable(name, text_from(text));
}

/// Calls a function with each tensor, shape (m, 3, 3).
template <class Function>
void for_each_tensor(const char* name, const NumberArray& tensors, Function&& function) {
  require_shape(name, tensors, {tensors.ndim() > 0 ? tensors.shape(0) : 0, 3, 3});
  for (py::ssize_t k = 0; k < tensors.shape(0); ++k)
    function(k, model::Matrix(Eigen::Map<const TensorByRows>(tensors.data(k, 0, 0))));
}

NumberArray array_of(const model::Matrix& tensor) {
  NumberArray array({3, 3});
  Eigen::Map<TensorByRows>(array.mutable_data()) = tensor;
  return array;
}

NumberArray checked_tensor(const std::string& name, const NumberArray& tensor) {
  require_shape(name.c_str(), tensor, {3, 3});
  const model::Matrix given = Eigen::Map<const TensorByRows>(tensor.data());
  return array_of(model::checked_inertia(name, given));
}

/// The bodies of links and a load of the last one, in the frame of the tool, checked.
py::tuple with_load(const NumberArray& mass, const NumberArray& com, const NumberArray& inertia,
                    const NumberArray& tool, double load, const NumberArray& load_com,
                    const NumberArray& load_inertia) {
  const py::ssize_t n = mass.size();
  require_shape("com", com, {n, 3});
  require_shape("inertia", inertia, {n, 3, 3});
  require_shape("tool", tool, {4, 4});
  require_shape("load_com", load_com, {3});
  require_shape("load_inertia", load_inertia, {3, 3});
  const auto body = [](double m, const double* c, const double* I) {
    return model::Body{m, model::Vector(c), Eigen::Map<const TensorByRows>(I)};
  };
  model::ArmData data;
  data.joints.assign(static_cast<std::size_t>(n), 'R');
  data.mass.assign(mass.data(), mass.data() + n);
  data.com.assign(com.data(), com.data() + 3 * n);
  data.inertia.assign(inertia.data(), inertia.data() + 9 * n);
  const std::size_t last = data.n() - 1;
  double *const c = data.com.data() + 3 * last, *const I = data.inertia.data() + 9 * last;
  const model::Body fixed = body(load, load_com.data(), load_inertia.data());
  const model::Body joined =
      body(data.mass[last], c, I).joined(fixed.moved(pose_from(tool.data())));
  data.mass[last] = joined.mass;
  Eigen::Map<model::Vector>{c} = joined.com;
  Eigen::Map<TensorByRows>{I} = joined.inertia;
  model::require_finite("mass", data.mass);
  model::require_finite("com", data.com, 3);
  model::require_finite("inertia", data.inertia, 9);
  model::check_bodies(data, last);
  return py::make_tuple(frozen_array({n}, data.mass), frozen_array({n, 3}, data.com),
                        frozen_array({n, 3, 3}, data.inertia));
}

NumberArray nearest_tensors(const NumberArray& inertia) {
  NumberArray nearest({inertia.size() / 9, py::ssize_t{3}, py::ssize_t{3}});
  for_each_tensor("inertia", inertia, [&nearest](py::ssize_t k, const model::Matrix& tensor) {
    Eigen::Map<TensorByRows>(nearest.mutable_data(k, 0, 0)) = model::nearest_tensor(tensor);
  });
  return nearest;
}

/// Suspect data of an arm: link, kind, severity and message of each; names are empty where no one
/// has given any.
py::list findings(const py::dict& given, const CompiledArm& arm, const py::tuple& joint_names,
                  const py::tuple& link_names) {
  model::ArmData data = arm_data_from(given);
  for (const py::handle name : joint_names) data.joint_names.push_back(text_from(name));
  for (const py::handle name : link_names) data.link_names.push_back(text_from(name));
  py::list found;
  for (const model::Finding& each : findings_of(data, arm))
    found.append(
        py::make_tuple(each.link, each.what, each.severe ? "severe" : "note", each.message));
  return found;
}

}  // namespace

model::ArmData arm_data_from(const py::dict& given) {
  model::ArmData data;
  data.convention = given["convention"].cast<std::string>();
  data.joints = given["joints"].cast<std::string>();
  const auto n = static_cast<py::ssize_t>(data.n());
  if (n == 0) throw py::value_error("joints: an arm must have at least one");
  data.a = numbers_from(given, "a", {n});
  data.a_y = numbers_from(given, "a_y", {n});
  data.alpha = numbers_from(given, "alpha", {n});
  data.d = numbers_from(given, "d", {n});
  data.theta = numbers_from(given, "theta", {n});
  data.mass = numbers_or_none(given, "mass", {n});
  data.com = numbers_or_none(given, "com", {n, 3});
  data.inertia = numbers_or_none(given, "inertia", {n, 3, 3});
  data.gravity = numbers_from(given, "gravity", {3});
  data.base = rigid_from("base", given["base"]);
  data.tool = rigid_from("tool", given["tool"]);
  data.motor_inertia = numbers_or_none(given, "motor_inertia", {n});
  data.gear_ratio = numbers_or_none(given, "gear_ratio", {n});
  data.viscous = numbers_or_none(given, "viscous", {n});
  data.coulomb = numbers_or_none(given, "coulomb", {n, 2});
  data.breakaway = numbers_or_none(given, "breakaway", {n, 2});
  data.stribeck = numbers_or_none(given, "stribeck", {n});
  data.limits = numbers_or_none(given, "limits", {n, 2});
  data.velocity_limits = numbers_or_none(given, "velocity_limits", {n});
  data.acceleration_limits = numbers_or_none(given, "acceleration_limits", {n});
  data.jerk_limits = numbers_or_none(given, "jerk_limits", {n});
  data.effort_limits = numbers_or_none(given, "effort_limits", {n});
  return data;
}

void bind_arm_data(py::module_& m) {
  m.def("checked_arm", &checked_arm, py::arg("data"),
        "Refuses data of an arm that make results meaningless; its tensors, exactly symmetric.");
  m.def("require_rigid", &require_rigid, py::arg("name"), py::arg("matrices"), py::arg("item"),
        "Refuses matrices, shape (..., 4, 4), that are no rigid transformations.");
  m.def("require_writable", &require_writable, py::arg("name"), py::arg("text"),
        "Refuses characters that XML cannot hold.");
  m.def("checked_tensor", &checked_tensor, py::arg("name"), py::arg("tensor"),
        "Refuses an impossible inertia tensor; returns it, exactly symmetric.");
  m.def("with_load", &with_load, py::arg("mass"), py::arg("com"), py::arg("inertia"),
        py::arg("tool"), py::arg("load"), py::arg("load_com"), py::arg("load_inertia"),
        "Masses, centres of mass and tensors of links that carry a load at their tool, read-only.");
  m.def("nearest_tensors", &nearest_tensors, py::arg("inertia"),
        "The inertia tensors of bodies that are nearest to given ones, shape (m, 3, 3).");
  m.def("findings", &findings, py::arg("data"), py::arg("arm"), py::arg("joint_names"),
        py::arg("link_names"),
        "Suspect data of an arm, link by link: link, from 1, kind, severity and message.");
  m.attr("LARGEST_ANGLE") = model::kLargestAngle;
  m.attr("LARGEST_LENGTH") = model::kLargestLength;
}

}  // namespace equidyn
