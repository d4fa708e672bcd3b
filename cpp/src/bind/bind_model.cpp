#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/arrays.hpp"
#include "bind/bindings.hpp"
#include "equidyn/model/chain.hpp"
#include "equidyn/model/urdf.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Elements as Python has them: depth, tag, text, attributes.
using Elements = std::vector<std::tuple<std::size_t, std::string, std::string, model::Attributes>>;

model::Robot robot_from(const Elements& given, bool exact) {
  std::vector<model::FlatElement> elements;
  elements.reserve(given.size());
  for (const auto& [depth, tag, text, attributes] : given)
    elements.push_back({depth, tag, text, attributes});
  return model::robot_of_urdf(model::tree_of(elements), exact);
}

/// Numbers in an array of these axes; None where there are none.
py::object array_or_none(const model::Numbers& numbers, std::vector<py::ssize_t> shape) {
  if (numbers.empty()) return py::none();
  return NumberArray(std::move(shape), numbers.data());
}

py::dict dict_from(const model::ArmData& data) {
  const auto n = static_cast<py::ssize_t>(data.n());
  py::dict result;
  result["convention"] = data.convention;
  result["joints"] = data.joints;
  result["a"] = data.a;
  result["a_y"] = data.a_y;
  result["alpha"] = data.alpha;
  result["d"] = data.d;
  result["theta"] = data.theta;
  result["mass"] = array_or_none(data.mass, {n});
  result["com"] = array_or_none(data.com, {n, 3});
  result["inertia"] = array_or_none(data.inertia, {n, 3, 3});
  result["base"] = array_from(data.base);
  result["tool"] = array_from(data.tool);
  result["limits"] = array_or_none(data.limits, {n, 2});
  result["velocity_limits"] = array_or_none(data.velocity_limits, {n});
  result["effort_limits"] = array_or_none(data.effort_limits, {n});
  result["viscous"] = array_or_none(data.viscous, {n});
  result["coulomb"] = array_or_none(data.coulomb, {n, 2});
  result["motor_inertia"] = array_or_none(data.motor_inertia, {n});
  result["gear_ratio"] = array_or_none(data.gear_ratio, {n});
  result["joint_names"] = data.joint_names;
  result["link_names"] = data.link_names;
  result["tool_name"] = data.tool_name.empty() ? py::object(py::none()) : py::str(data.tool_name);
  py::list frames;
  for (const model::NamedFrame& frame : data.frames)
    frames.append(py::make_tuple(frame.name, frame.link, array_from(frame.pose)));
  result["frames"] = frames;
  result["name"] = data.name;
  return result;
}

/// The data of an arm, remarks, all locked joints, tensors of no bodies (what is wrong with them,
/// and the nearest ones, or None), and the first link.
using Read = std::tuple<py::dict, model::Names, py::dict, py::object, std::string>;

Read read_arm(model::Robot& robot, const model::Asked& asked) {
  const model::Reading reading = model::read_chain(robot, asked);
  py::dict data = dict_from(reading.data), locked;
  for (const auto& [name, position] : reading.locked.entries()) locked[py::str(name)] = position;
  py::object unsound = py::none();
  if (!reading.unsound.empty()) {
    unsound = py::make_tuple(model::joined(reading.unsound, "; "), data["inertia"]);
    data["inertia"] = py::none();
  }
  return {data, reading.remarks, locked, unsound, reading.first};
}

using Name = std::optional<std::string>;
using Locked = model::Positions::Entries;

Read read_urdf(const Elements& elements, const Name& base, const Name& tip, const Locked& locked,
               const Name& mimic, bool exact) {
  model::Robot robot = robot_from(elements, exact);
  return read_arm(robot, {base, tip, model::Positions(locked), mimic});
}

/// Replaces the value by the entry of a dictionary, if it has one.
template <class Value>
void take(const py::dict& given, const char* name, Value& value) {
  if (given.contains(name)) value = given[name].cast<Value>();
}

model::Link link_from(const py::dict& given) {
  model::Link link{given["name"].cast<std::string>()};
  if (given.contains("mass")) {
    const auto com = given["com"].cast<NumberArray>();
    const auto inertia = given["inertia"].cast<NumberArray>();
    require_shape("com", com, {3});
    require_shape("inertia", inertia, {3, 3});
    using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    link.body =
        model::Body{given["mass"].cast<double>(), Eigen::Map<const Vec3<double>>(com.data()),
                    Eigen::Map<const RowMajor>(inertia.data())};
  }
  take(given, "material", link.material);
  take(given, "auxiliary", link.auxiliary);
  take(given, "not_taken", link.not_taken);
  return link;
}

model::Joint joint_from(const py::dict& given) {
  model::Joint joint{given["name"].cast<std::string>(), given["kind"].cast<std::string>(),
                     given["parent"].cast<std::string>(), given["child"].cast<std::string>()};
  const auto placement = given["placement"].cast<NumberArray>();
  require_shape("placement", placement, {4, 4});
  joint.placement = pose_from(placement.data());
  if (given.contains("axis")) {
    const auto axis = given["axis"].cast<NumberArray>();
    require_shape("axis", axis, {3});
    joint.axis = Eigen::Map<const Vec3<double>>(axis.data());
  }
  std::pair<double, double> limits{joint.lower, joint.upper};
  take(given, "limits", limits);
  model::set_limits(joint, limits.first, limits.second);
  take(given, "effort", joint.effort);
  take(given, "damping", joint.damping);
  take(given, "friction", joint.friction);
  take(given, "armature", joint.armature);
  take(given, "not_taken", joint.not_taken);
  return joint;
}

Read read_tree(const std::vector<py::dict>& links, const std::vector<py::dict>& joints,
               const Name& base, const Name& tip, const Locked& locked) {
  std::vector<model::Link> all;
  std::vector<model::Joint> between;
  all.reserve(links.size());
  between.reserve(joints.size());
  for (const py::dict& link : links) all.push_back(link_from(link));
  for (const py::dict& joint : joints) between.push_back(joint_from(joint));
  model::Robot robot("", std::move(all), std::move(between));
  return read_arm(robot, {base, tip, model::Positions(locked), std::nullopt});
}

py::dict locked_placements(const Elements& elements, const Locked& locked) {
  model::Robot robot = robot_from(elements, true);
  model::lock(robot, model::Positions(locked));
  py::dict placements;
  for (const auto& [name, position] : locked)
    if (const model::Joint* joint = robot.joint(name))
      placements[py::str(name)] = array_from(joint->placement);
  return placements;
}

py::dict link_frames(const NumberArray& placements, const NumberArray& axes,
                     const std::vector<bool>& prismatic, const NumberArray& tool, bool on_normals) {
  const auto n = static_cast<py::ssize_t>(prismatic.size());
  if (n == 0) throw py::value_error("prismatic: expected at least one joint, got none");
  require_shape("placements", placements, {n, 4, 4});
  require_shape("axes", axes, {n, 3});
  require_shape("tool", tool, {4, 4});
  std::vector<model::PlacedJoint> joints;
  joints.reserve(prismatic.size());
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

void bind_model(py::module_& m) {
  m.attr("UNLIMITED") = model::kUnlimited;
  m.attr("ALMOST_PARALLEL") = model::kAlmostParallel;
  m.def("read_urdf", &read_urdf, py::arg("elements"), py::arg("base"), py::arg("tip"),
        py::arg("locked"), py::arg("mimic"), py::arg("exact"),
        "A chain of a URDF: the data of an arm, remarks, all locked joints, tensors of no bodies "
        "(what is wrong, and the nearest ones) or None, and the first link.");
  m.def("read_tree", &read_tree, py::arg("links"), py::arg("joints"), py::arg("base"),
        py::arg("tip"), py::arg("locked"), "A chain of a tree of links, as `read_urdf`.");
  m.def("locked_placements", &locked_placements, py::arg("elements"), py::arg("locked"),
        "Poses of the children of joints of a URDF at positions, by the names of the joints.");
  m.def("link_frames", &link_frames, py::arg("placements"), py::arg("axes"), py::arg("prismatic"),
        py::arg("tool"), py::arg("on_normals") = false,
        "Link frames of a chain: a, a_y, alpha, d, theta; base and tool (`ends`), the poses of the "
        "given frames of the links in them, and the length of the chain.");
}

}  // namespace equidyn
