// Binding of controllers of simulated arms.
#include "bind/arm_argument.hpp"
#include "bind/bindings.hpp"
#include "bind/control_of_drives.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

kernels::Law law_of(const std::string& law) {
  if (law == "computed_torque") return kernels::Law::kComputedTorque;
  if (law == "gravity") return kernels::Law::kGravity;
  if (law == "gains") return kernels::Law::kGains;
  if (law == "slotine_li") return kernels::Law::kSlotineLi;
  throw py::value_error("law: there is none of the name '" + law + "'");
}

}  // namespace

ControlOfDrives::ControlOfDrives(const CompiledArm& model, const std::string& law, bool friction,
                                 bool motors, bool diagonal, py::ssize_t period, py::ssize_t delay,
                                 py::ssize_t times, py::ssize_t pieces, py::ssize_t powers,
                                 py::dict arrays)
    : arrays_(std::move(arrays)), times_(times) {
  const py::ssize_t n = model.n();
  control_.model = &model.model<double>();
  control_.law = law_of(law);
  control_.friction = friction;
  control_.motors = motors;
  control_.diagonal = diagonal;
  control_.period = period;
  control_.delay = delay;
  control_.kp = arrays_.numbers<const double>("kp", {n, n});
  control_.kv = arrays_.numbers<const double>("kv", {n, n});
  control_.least = arrays_.numbers<const double>("least", {n});
  control_.largest = arrays_.numbers<const double>("largest", {n});
  control_.resolution = arrays_.numbers<const double>("resolution", {n});
  control_.desired = arrays_.numbers<const double>("wanted", {times, kernels::kDesired, n});
  control_.motion.breaks = arrays_.numbers<const double>("breaks", {pieces + 1});
  control_.motion.coefficients = arrays_.numbers<const double>("coefficients", {powers, pieces, n});
  control_.motion.pieces = pieces;
  control_.motion.powers = powers;
  if (control_.kp == nullptr || control_.kv == nullptr ||
      (control_.desired == nullptr) == (control_.motion.breaks == nullptr) ||
      (control_.motion.breaks == nullptr) != (control_.motion.coefficients == nullptr) ||
      (control_.least == nullptr) != (control_.largest == nullptr))
    throw py::value_error("arrays: expected gains, limits on both sides, and what is wanted");
  if (period < 0 || delay < 0) throw py::value_error("period, delay: must not be negative");
}

bool ControlOfDrives::knows(py::ssize_t step) const {
  const py::ssize_t last = control_.period == 0 ? kernels::kHalves * step : step / control_.period;
  return control_.desired != nullptr && last < times_;
}

void bind_control(py::module_& m) {
  py::class_<ControlOfDrives>(m, "ControlOfDrives",
                              "Controller that the kernels evaluate during a simulation.")
      .def(py::init<const CompiledArm&, const std::string&, bool, bool, bool, py::ssize_t,
                    py::ssize_t, py::ssize_t, py::ssize_t, py::ssize_t, py::dict>(),
           py::arg("model"), py::kw_only(), py::arg("law"), py::arg("friction"), py::arg("motors"),
           py::arg("diagonal"), py::arg("period"), py::arg("delay"), py::arg("times"),
           py::arg("pieces"), py::arg("powers"), py::arg("arrays"), py::keep_alive<1, 2>());
}

}  // namespace equidyn
