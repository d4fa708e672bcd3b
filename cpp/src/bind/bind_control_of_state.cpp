// Binding of controllers, and of their motions, at single times.
#include <algorithm>
#include <cmath>
#include <vector>

#include "bind/arrays.hpp"
#include "bind/bindings.hpp"
#include "bind/control_of_drives.hpp"
#include "bind/control_of_state.hpp"
#include "call/direct_states.hpp"
#include "call/result_memory.hpp"
#include "call/results.hpp"
#include "call/run_batch.hpp"
#include "call/scratch_space.hpp"
#include "equidyn/interface/evaluate_states.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Times between two checks for interruption; fewer are evaluated without any.
constexpr std::ptrdiff_t kTimes = 4096;

/// Reads a plain number.
bool read_number(PyObject* object, double& number) {
  if (PyFloat_Check(object)) {
    number = PyFloat_AS_DOUBLE(object);
  } else if (PyLong_CheckExact(object)) {
    int overflow = 0;
    number = static_cast<double>(PyLong_AsLongLongAndOverflow(object, &overflow));
    if (overflow != 0) return false;
  } else {
    const Array* const array = array_of<double>(object);
    if (array == nullptr || array->nd != 0) return false;
    number = *reinterpret_cast<const double*>(array->data);
  }
  return std::isfinite(number);
}

/// Reads n finite numbers of an array of one axis, or of a list or a tuple.
bool read_numbers(PyObject* object, int n, double* numbers) {
  const Array* const array = array_of<double>(object);
  if (array == nullptr) {
    if (!read_sequence(object, n, numbers)) return false;
  } else {
    if (array->nd != 1 || array->dimensions[0] != n) return false;
    for (int j = 0; j < n; ++j)
      numbers[j] = *reinterpret_cast<const double*>(array->data + j * array->strides[0]);
  }
  return std::all_of(numbers, numbers + n, [](double x) { return std::isfinite(x); });
}

/// The polynomials of arrays of this prefix: breaks, coefficients and perhaps a goal; or none.
Polynomials polynomials_of(const NamedArrays& arrays, const std::string& prefix, int n) {
  const std::string coefficients = prefix + "coefficients";
  const std::vector<py::ssize_t> extents = arrays.shape(coefficients.c_str());
  if (extents.size() != 3) return {};
  const py::ssize_t powers = extents[0], pieces = extents[1];
  const Polynomials found{
      {arrays.numbers<const double>((prefix + "breaks").c_str(), {pieces + 1}),
       arrays.numbers<const double>(coefficients.c_str(), {powers, pieces, n}), pieces, powers},
      n,
      arrays.numbers<const double>((prefix + "goal").c_str(), {n})};
  if (found.motion.breaks == nullptr || pieces < 1)
    throw py::value_error("arrays: expected breaks, and coefficients of each piece");
  return found;
}

PolynomialMotion motion_of(const NamedArrays& arrays, int n) {
  return {polynomials_of(arrays, "", n), polynomials_of(arrays, "law_", 1)};
}

/// Positions, velocities and accelerations at times, with the axis of the joints last.
py::tuple polynomial_motion(const py::dict& arrays, const NumberArray& t) {
  const auto n = static_cast<int>(arrays["coefficients"].cast<py::array>().shape(2));
  const NamedArrays named(arrays);
  const PolynomialMotion motion = motion_of(named, n);
  std::vector<Py_intptr_t> shape(t.shape(), t.shape() + t.ndim());
  shape.push_back(n);
  py::tuple results(3);
  double* out[3];
  for (std::size_t k = 0; k < 3; ++k) {
    py::object array = new_array(cached().float64, static_cast<int>(shape.size()), shape.data());
    out[k] = reinterpret_cast<double*>(py::detail::array_proxy(array.ptr())->data);
    results[k] = std::move(array);
  }
  const double* const times = t.data();
  const auto rows = [&](std::ptrdiff_t first, std::ptrdiff_t end) {
    for (std::ptrdiff_t row = first; row < end; ++row) {
      motion.at(times[row], {out[0] + row * n, out[1] + row * n, out[2] + row * n});
    }
    return true;
  };
  if (t.size() <= kTimes) {
    rows(0, t.size());
    return results;
  }
  using Rows = decltype(rows);
  struct Worker {
    const Rows& rows;
    bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) { return rows(first, end); }
  };
  without_lock([&](const Interrupted& interrupted) {
    run_batch(t.size(), {1, kTimes}, 1, interrupted, [&] { return Worker{rows}; });
  });
  return results;
}

}  // namespace

ControlOfState::ControlOfState(const CompiledArm& model, const std::string& law, bool friction,
                               bool motors, bool feed_forward, const py::dict& arrays)
    : n_(model.n()),
      arrays_(arrays),
      control_(control_of(model, law, friction, motors, arrays_)),
      motion_(motion_of(arrays_, n_)),
      feed_forward_(feed_forward),
      least_(control_.least),
      largest_(control_.largest),
      simulator_(chosen_simulator(1)) {
  // limits hide what is not finite: they are applied to torques that are
  control_.least = control_.largest = nullptr;
}

py::object ControlOfState::torques(const py::object& t, const py::object& q, const py::object& qd,
                                   const py::object& desired) const {
  const auto n = static_cast<std::size_t>(n_);
  std::vector<double> numbers((kernels::kDesired + 2) * n);
  double* const position = numbers.data();
  double* const velocity = position + n;
  double* const wanted = velocity + n;
  double time = 0;
  if (!read_number(t.ptr(), time) || !read_numbers(q.ptr(), n_, position) ||
      !read_numbers(qd.ptr(), n_, velocity))
    return py::none();
  if (!(motion_.known() ? look_up(time, wanted) : ask(time, desired, wanted))) return py::none();
  kernels::Control<double> control = control_;
  control.desired = wanted;
  const Py_intptr_t extent = n_;
  py::object result = new_array(cached().float64, 1, &extent);
  auto* const tau = reinterpret_cast<double*>(py::detail::array_proxy(result.ptr())->data);
  ScratchSpace scratch(simulator_.command_scratch_size(n_));
  simulator_.command(control, position, velocity, tau, scratch.get());
  if (!std::all_of(tau, tau + n, [](double x) { return std::isfinite(x); })) return py::none();
  for (int j = 0; least_ != nullptr && j < n_; ++j)
    tau[j] = clamped(tau[j], least_[j], largest_[j]);
  return result;
}

/// From the polynomials. Returns whether what is fed forward is finite.
bool ControlOfState::look_up(double t, double* wanted) const {
  double *const q = wanted, *const qd = q + n_, *const forward = qd + n_;
  motion_.resting_at(t, {q, qd, forward});
  if (!feed_forward_) {
    if (!kernels::asks_for_acceleration(control_.law)) std::fill_n(forward, n_, 0.0);
    return true;
  }
  kernels::States<double> states;
  states.q = {q, n_}, states.qd = {qd, n_}, states.qdd = {forward, n_};
  states.friction = control_.friction, states.motors = control_.motors;
  std::vector<double> tau(static_cast<std::size_t>(n_));
  kernels::Results<double> out{tau.data()};
  if (!evaluate_states(kernels::Task::kInverseDynamics, *control_.model, states, 1, out))
    return false;
  std::copy_n(tau.data(), n_, forward);
  return true;
}

/// From Python. Returns whether it can be read.
bool ControlOfState::ask(double t, const py::object& desired, double* wanted) const {
  py::object time = new_array(cached().float64, 0, nullptr);
  *reinterpret_cast<double*>(py::detail::array_proxy(time.ptr())->data) = t;
  const py::object given = desired(time);
  if (!PyTuple_CheckExact(given.ptr()) || PyTuple_GET_SIZE(given.ptr()) != kernels::kDesired)
    return false;
  for (int k = 0; k < kernels::kDesired; ++k)
    if (!read_numbers(PyTuple_GET_ITEM(given.ptr(), k), n_, wanted + k * n_)) return false;
  return true;
}

void bind_control_of_state(py::module_& m) {
  m.def(
      "polynomial_motion", &polynomial_motion, py::arg("arrays"), py::arg("t"),
      "Positions, velocities and accelerations of a piecewise polynomial motion at times from its "
      "start to its end; beyond them it is extrapolated.");
  py::class_<ControlOfState>(m, "ControlOfState", "Controller that is called with single states.")
      .def(py::init<const CompiledArm&, const std::string&, bool, bool, bool, const py::dict&>(),
           py::arg("model"), py::kw_only(), py::arg("law"), py::arg("friction"), py::arg("motors"),
           py::arg("feed_forward"), py::arg("arrays"), py::keep_alive<1, 2>())
      .def("torques", &ControlOfState::torques, py::arg("t"), py::arg("q"), py::arg("qd"),
           py::arg("desired"),
           "Torques at a time and a state, where a kernel can give them; else None.");
}

}  // namespace equidyn
