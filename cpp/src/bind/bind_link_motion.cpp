#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>

#include "bind/bindings.hpp"
#include "bind/link_motion.hpp"
#include "call/direct_call.hpp"
#include "call/finite.hpp"
#include "call/formulation_batch.hpp"
#include "call/kept_by_thread.hpp"
#include "call/link_follower.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "call/run_batch.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

static_assert(kLinkMotion.results == kLinkFields);
constexpr std::array<const char*, kLinkFields> kFieldNames{"angular_velocity",
                                                           "angular_acceleration",
                                                           "origin_acceleration",
                                                           "com_acceleration",
                                                           "force",
                                                           "moment",
                                                           "origin_velocity",
                                                           "com_velocity",
                                                           "origin_position",
                                                           "com_position"};

struct LastFollower {
  std::uint64_t arm = 0;  ///< its serial number
  std::unique_ptr<LinkFollower> follower;
};

/// The follower of an arm on this thread, cached for the next call.
LinkFollower& follower(const CompiledArm& arm) {
  auto& [followed, last] = KeptByThread<LastFollower>::get();
  if (followed != arm.serial) {
    last = make_link_follower(arm.in_double, arm.frames);
    followed = arm.serial;
  }
  return *last;
}

/// The Python class LinkMotion, a named tuple.
PyTypeObject* motion_type = nullptr;

/// A LinkMotion of new arrays. It keeps the arm and the states, q and qd of each row, from which
/// the wrenches of its links are computed on demand.
struct Fields {
  Fields(PyObject* arm, int axes, const Py_intptr_t* shape)
      : motion(py::reinterpret_steal<py::object>(motion_type->tp_alloc(motion_type, kLinkFields))) {
    if (!motion) throw py::error_already_set();
    // first: NumPy refuses shapes with a size that overflows
    for (std::size_t k = 0; k < kLinkFields; ++k) {
      PyObject* const array = new_array(cached().float64, axes, shape).release().ptr();
      PyTuple_SET_ITEM(motion.ptr(), static_cast<py::ssize_t>(k), array);
      data[k] = reinterpret_cast<double*>(py::detail::array_proxy(array)->data);
    }
    // two numbers of state for every three of an array
    std::ptrdiff_t size = 2 * sizeof(double);
    for (int axis = 0; axis + 1 < axes; ++axis) size *= shape[axis];
    const auto kept = py::reinterpret_steal<py::object>(PyBytes_FromStringAndSize(nullptr, size));
    if (!kept) throw py::error_already_set();
    const auto made_from = py::reinterpret_steal<py::object>(PyTuple_Pack(2, arm, kept.ptr()));
    static PyObject* const name = PyUnicode_InternFromString("_made_from");
    if (!made_from || PyObject_GenericSetAttr(motion.ptr(), name, made_from.ptr()) != 0)
      throw py::error_already_set();
    state = PyBytes_AS_STRING(kept.ptr());
  }

  /// Keeps the state of a row.
  void keep(std::ptrdiff_t row, const Sample<double>& sample) const {
    const std::size_t bytes = sample.q.size() * sizeof(double);
    char* const to = state + row * static_cast<std::ptrdiff_t>(2 * bytes);
    std::memcpy(to, sample.q.data(), bytes);
    std::memcpy(to + bytes, sample.qd.data(), bytes);
  }

  py::object motion;
  char* state = nullptr;
  LinkFields data{};
};

/// Evaluates rows of a batch.
class LinkWorker {
 public:
  LinkWorker(const CompiledArm& arm, const Batch& batch, const Fields& fields)
      : follower_(make_link_follower(arm.in_double, arm.frames)), batch_(batch), fields_(fields) {}

  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    double sum = 0;
    const auto add = [&](const auto& numbers) {
      for (const double number : numbers) sum += number - number;
    };
    for (std::ptrdiff_t row = first; row < end; ++row) {
      Sample<double>& sample = follower_->sample();
      read_sample(batch_, row, sample);
      add(sample.q), add(sample.qd), add(sample.qdd);
      if (sample.base) add(sample.base->w), add(sample.base->al), add(sample.base->a);
      if (sample.tip) add(sample.tip->f), add(sample.tip->n);
      fields_.keep(row, sample);
      follower_->evaluate(row, fields_.data);
    }
    return std::isfinite(sum);
  }

 private:
  std::unique_ptr<LinkFollower> follower_;
  const Batch& batch_;
  const Fields& fields_;
};

py::object link_motion(const CompiledArm& arm, const py::object& q, const py::object& qd,
                       const py::object& qdd, const py::object& tip_wrench,
                       const py::object& base_motion) {
  Operands::List list{{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}};
  append_ends(list, tip_wrench, base_motion);
  const Operands operands(arm.n(), list, Precision::kFloat64, Check::kLater);
  const std::vector<py::ssize_t> shape = operands.result_shape({arm.n(), 3});
  const py::object self = py::cast(&arm);
  Fields fields(self.ptr(), static_cast<int>(shape.size()), shape.data());
  const std::ptrdiff_t rows = operands.batch().rows();
  constexpr Portion kPortion{1, 16};
  bool finite = true;
  without_lock([&](const Interrupted& interrupted) {
    finite = run_batch(rows, kPortion, 1, interrupted,
                       [&] { return LinkWorker(arm, operands.batch(), fields); });
  });
  if (!finite) operands.require_finite();
  for (std::size_t k = 0; k < kLinkFields; ++k)
    require_finite_result(std::string("link_motion: ") + kFieldNames[k], fields.data[k], shape);
  return std::move(fields.motion);
}

}  // namespace

py::object direct_link_motion(const kernels::Quantity& quantity, const CompiledArm& arm,
                              const Options& options, PyObject* const* operands) {
  const int n = arm.n();
  DirectStates<double> in;
  if (motion_type == nullptr || options.out != nullptr || options.threads != nullptr) return {};
  if (!in.read(quantity, n, options, operands, n * kFormulationIsSlower)) return {};
  in.shape()[in.axes()] = n, in.shape()[in.axes() + 1] = 3;
  Fields fields(operands[-1], in.axes() + quantity.shape.axes(), in.shape());
  LinkFollower& follow = follower(arm);
  for (std::ptrdiff_t row = 0; row < in.rows(); ++row) {
    if (!read_sample(in.states(), row, follow.sample())) return {};
    fields.keep(row, follow.sample());
    if (!follow.evaluate(row, fields.data)) return {};
  }
  return std::move(fields.motion);
}

void bind_link_motion(py::module_& m) {
  m.def("link_motion", &link_motion, py::arg("arm"), py::arg("q"), py::arg("qd"), py::arg("qdd"),
        py::arg("tip_wrench"), py::arg("base_motion"),
        "Motion and wrench of each link by the Newton-Euler recursion, in the frames of the arm: "
        "angular "
        "velocity, angular acceleration, acceleration of origin and of centre of mass (less "
        "gravity), force and moment exerted on the link by the one before it; and the velocities "
        "and positions of origin and of centre of mass; each of shape (..., n, 3).");
  m.def("register_link_motion_type", [](const py::type& type) {
    auto* const fields = reinterpret_cast<PyTypeObject*>(type.ptr());
    if (!PyType_IsSubtype(fields, &PyTuple_Type) || fields->tp_itemsize == 0)
      throw py::type_error("type: expected a class of tuples");
    motion_type = reinterpret_cast<PyTypeObject*>(py::object(type).release().ptr());
    return type;
  }, py::arg("type"), "Decorates the class of named tuples that link_motion makes.");
}

}  // namespace equidyn
