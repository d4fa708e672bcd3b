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

kernels::Control<double> control_of(const CompiledArm& model, const std::string& law, bool friction,
                                    bool motors, const NamedArrays& arrays) {
  const py::ssize_t n = model.n();
  kernels::Control<double> control;
  control.model = &model.model<double>();
  control.law = law_of(law);
  control.friction = friction;
  control.motors = motors;
  control.kp = arrays.numbers<const double>("kp", {n, n});
  control.kv = arrays.numbers<const double>("kv", {n, n});
  control.least = arrays.numbers<const double>("least", {n});
  control.largest = arrays.numbers<const double>("largest", {n});
  control.resolution = arrays.numbers<const double>("resolution", {n});
  if (control.kp == nullptr || control.kv == nullptr ||
      (control.least == nullptr) != (control.largest == nullptr))
    throw py::value_error("arrays: expected gains, and limits on both sides");
  return control;
}

ControlOfDrives::ControlOfDrives(const CompiledArm& model, const std::string& law, bool friction,
                                 bool motors, bool diagonal, py::ssize_t period, py::ssize_t delay,
                                 py::ssize_t times, py::ssize_t pieces, py::ssize_t powers,
                                 py::dict arrays)
    : arrays_(std::move(arrays)),
      times_(times),
      control_(control_of(model, law, friction, motors, arrays_)) {
  const py::ssize_t n = model.n();
  control_.diagonal = diagonal;
  control_.period = period;
  control_.delay = delay;
  control_.desired = arrays_.numbers<const double>("wanted", {times, kernels::kDesired, n});
  control_.motion.breaks = arrays_.numbers<const double>("breaks", {pieces + 1});
  control_.motion.coefficients = arrays_.numbers<const double>("coefficients", {powers, pieces, n});
  control_.motion.pieces = pieces;
  control_.motion.powers = powers;
  if ((control_.desired == nullptr) == (control_.motion.breaks == nullptr) ||
      (control_.motion.breaks == nullptr) != (control_.motion.coefficients == nullptr))
    throw py::value_error("arrays: expected what is wanted");
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
