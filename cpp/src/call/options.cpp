#include "call/options.hpp"

#include <structmember.h>

#include <optional>
#include <string>

#include "call/result_memory.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Python's or NumPy's True and False.
std::optional<bool> switched(PyObject* value) {
  if (value == Py_True) return true;
  if (value == Py_False) return false;
  if (Py_TYPE(value) == cached().bool_type) return PyObject_IsTrue(value) == 1;
  return std::nullopt;
}

bool take_switch(bool allowed, bool available, PyObject* value, bool& to) {
  const std::optional<bool> on = switched(value);
  if (!allowed || !on || (*on && !available)) return false;
  to = *on;
  return true;
}

bool take_precision(PyObject* value, bool& single) {
  single = value == cached().float32_type || value == cached().float32;
  return single || value == cached().float64_type || value == cached().float64;
}

bool take_frame(PyObject* value, bool& in_tool) {
  if (!PyUnicode_Check(value)) return false;
  in_tool = PyUnicode_CompareWithASCIIString(value, "tool") == 0;
  return in_tool || PyUnicode_CompareWithASCIIString(value, "world") == 0;
}

bool is_formulation_of_kernel(PyObject* name) {
  static PyObject* const of_kernel =
      PyUnicode_InternFromString(std::string(kernels::kFormulationOfKernel).c_str());
  return name == of_kernel || PyUnicode_Compare(name, of_kernel) == 0;
}

/// Inverse dynamics by the kernel's own formulation is the kernel.
bool take_formulation(kernels::Task task, PyObject* value, PyObject*& formulation) {
  if (!PyUnicode_Check(value)) return false;
  if (task != kernels::Task::kInverseDynamics || !is_formulation_of_kernel(value))
    formulation = value;
  return true;
}

/// Offsets of the arrays in BaseMotion objects.
struct BaseMotionSlots {
  PyTypeObject* type = nullptr;
  std::array<Py_ssize_t, 3> offsets{};
} slots;

}  // namespace

const Cached* fetched = nullptr;

void fetch() {
  static const Cached values;
  fetched = &values;
  find_allocator_of_numpy();
}

bool Options::take(const kernels::Quantity& quantity, const CompiledArm& arm, PyObject* name,
                   PyObject* value) {
  const Cached& known = cached();
  // options of the fastest calls first
  if (name == known.dtype) return quantity.takes(kernels::kSingle) && take_precision(value, single);
  if (name == known.out) {
    out = value == Py_None ? nullptr : value;
    return true;
  }
  const bool columns = quantity.takes(kernels::kColumns);
  const bool linear =
      quantity.task != kernels::Task::kRegressor || arm.drives.have_linear_friction();
  if (name == known.friction)
    return take_switch(columns || quantity.takes(kernels::kFriction),
                       columns ? linear : arm.drives.have_friction(), value, friction);
  if (name == known.motors)
    return take_switch(columns || quantity.takes(kernels::kMotors),
                       columns || arm.drives.have_motors(), value, motors);
  if (name == known.frame) return quantity.takes(kernels::kFrame) && take_frame(value, in_tool);
  if (name == known.tip_wrench) {
    tip_wrench = value == Py_None ? nullptr : value;
    return quantity.takes(kernels::kTip);
  }
  if (name == known.base_motion)
    return quantity.takes(kernels::kBase) &&
           (value == Py_None || read_base_motion(value, base_motion));
  if (name == known.formulation)
    return quantity.takes(kernels::kFormulation) &&
           (value == Py_None || take_formulation(quantity.task, value, formulation));
  if (name == known.threads) {
    threads = value == Py_None ? nullptr : value;
    return true;
  }
  return false;
}

void register_base_motion_type(const py::type& type) {
  constexpr std::array names{"angular_velocity", "angular_acceleration", "linear_acceleration"};
  BaseMotionSlots found;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const py::object slot = type.attr("__dict__")[names[k]];
    if (Py_TYPE(slot.ptr()) != &PyMemberDescr_Type ||
        static_cast<void*>(PyDescr_TYPE(slot.ptr())) != type.ptr())
      throw py::type_error(std::string("type: expected a slot '") + names[k] + "'");
    found.offsets[k] = reinterpret_cast<PyMemberDescrObject*>(slot.ptr())->d_member->offset;
  }
  found.type = reinterpret_cast<PyTypeObject*>(py::type(type).release().ptr());
  slots = found;
}

bool read_base_motion(PyObject* motion, std::array<PyObject*, 3>& vectors) {
  if (slots.type == nullptr || !PyObject_TypeCheck(motion, slots.type)) return false;
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    vectors[k] = *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(motion) + slots.offsets[k]);
    if (vectors[k] == nullptr) return false;  // made without __init__
  }
  return true;
}

}  // namespace equidyn
