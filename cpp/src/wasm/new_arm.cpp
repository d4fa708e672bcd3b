// New arms, of data that are checked, and what is suspect of these.
#include <span>
#include <string_view>
#include <utility>

#include "call/findings_of.hpp"
#include "equidyn/model/checked_arm.hpp"
#include "wasm/json_text.hpp"
#include "wasm/lab_arm.hpp"

namespace equidyn {
namespace {

/// The last link with a load that is fixed to the tool: its mass, then centre and tensor in the axes
/// of the tool.
void add_load(model::ArmData& data, const double* given) {
  using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  const Eigen::Map<const RowMajor> tensor(given + 4);
  if (given[0] < 0) model::refuse("mass: must not be negative, got " + model::shown(given[0]));
  const model::Body load{given[0], model::Vector(given + 1),
                         model::checked_inertia("inertia", tensor)};
  Eigen::Map<model::Vector> com(data.com.data() + data.com.size() - 3);
  Eigen::Map<RowMajor> inertia(data.inertia.data() + data.inertia.size() - 9);
  const model::Body last{data.mass.back(), com, inertia};
  const model::Body both = last.joined(load.moved(data.tool));
  data.mass.back() = both.mass;
  com = both.com;
  inertia = both.inertia;
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

EquidynArm* equidyn_arm_new(const char* convention, const char* joints, const double* const* data,
                            int loads, const double* load) {
  model::ArmData given;
  given.convention = convention;
  given.joints = joints;
  const auto take = [&given, &data](model::Numbers& numbers, std::size_t each) {
    if (*data != nullptr) numbers.assign(*data, *data + each * given.n());
    ++data;
  };
  const auto take_pose = [&data](const char* name, model::Frame& pose) {
    if (*data != nullptr) pose = model::rigid(name, std::span<const double, 16>(*data, 16));
    ++data;
  };
  for (auto* const each : {&given.a, &given.a_y, &given.alpha, &given.d, &given.theta, &given.mass})
    take(*each, 1);
  take(given.com, 3);
  take(given.inertia, 9);
  if (*data != nullptr) given.gravity.assign(*data, *data + 3);
  ++data;
  take_pose("base", given.base);
  take_pose("tool", given.tool);
  take(given.motor_inertia, 1);
  take(given.gear_ratio, 1);
  take(given.viscous, 1);
  take(given.stribeck, 1);
  take(given.coulomb, 2);
  take(given.breakaway, 2);
  take(given.limits, 2);
  for (auto* const each : {&given.velocity_limits, &given.acceleration_limits, &given.jerk_limits,
                           &given.effort_limits})
    take(*each, 1);
  given = model::checked(given);
  for (int k = 0; k < loads; ++k, load += 13) add_load(given, load);
  if (loads > 0) given = model::checked(given);
  return new EquidynArm(std::move(given));
}

const double* equidyn_com(EquidynArm* arm) { return arm->data.com.data(); }

const char* equidyn_findings(EquidynArm* arm, int bodies) {
  model::ArmData data = arm->data;
  if (bodies == 0) data.mass.clear();
  JsonText list('[');
  for (const model::Finding& found : findings_of(data, arm->compiled)) {
    JsonText each('{');
    each.set("link", static_cast<int>(found.link));
    each.set("what", found.what);
    each.set("severe", static_cast<int>(found.severe));
    each.set("message", std::string_view(found.message));
    list.append(each.closed());
  }
  arm->told = list.closed();
  return arm->told.c_str();
}
