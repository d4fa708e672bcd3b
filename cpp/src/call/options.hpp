/// @file options.hpp
/// The options of a call, in one structure for the fast and the general path.
#pragma once

#include <pybind11/numpy.h>

#include <array>

#include "call/compiled_arm.hpp"
#include "equidyn/kernels/quantities.hpp"

namespace equidyn {

/// Objects of NumPy and Python needed by every call, looked up once.
struct Cached {
  pybind11::detail::npy_api& numpy = pybind11::detail::npy_api::get();
  PyObject* float64 = numpy.PyArray_DescrFromType_(pybind11::detail::npy_api::NPY_DOUBLE_);
  PyObject* float32 = numpy.PyArray_DescrFromType_(pybind11::detail::npy_api::NPY_FLOAT_);
  PyObject* float64_type = PyObject_GetAttrString(float64, "type");
  PyObject* float32_type = PyObject_GetAttrString(float32, "type");
  PyTypeObject* bool_type = reinterpret_cast<PyTypeObject*>(
      PyObject_GetAttrString(pybind11::module_::import("numpy").ptr(), "bool_"));
  PyObject* may_share_memory =
      PyObject_GetAttrString(pybind11::module_::import("numpy").ptr(), "may_share_memory");
  PyObject* formulation = PyUnicode_InternFromString("formulation");
  PyObject* tip_wrench = PyUnicode_InternFromString("tip_wrench");
  PyObject* base_motion = PyUnicode_InternFromString("base_motion");
  PyObject* friction = PyUnicode_InternFromString("friction");
  PyObject* motors = PyUnicode_InternFromString("motors");
  PyObject* frame = PyUnicode_InternFromString("frame");
  PyObject* dtype = PyUnicode_InternFromString("dtype");
  PyObject* out = PyUnicode_InternFromString("out");
  PyObject* threads = PyUnicode_InternFromString("threads");
};
extern const Cached* fetched;
inline const Cached& cached() { return *fetched; }

/// Looks them up at import.
void fetch();

/// Borrowed from the arguments of the call; null by default.
struct Options {
  PyObject* formulation = nullptr;  ///< a name; null for the kernel of the quantity
  PyObject* tip_wrench = nullptr;
  std::array<PyObject*, 3> base_motion{};  ///< arrays: angular velocity, two accelerations
  bool friction = false, motors = false;
  bool in_tool = false;  ///< in axes of the tool, not of the world
  bool single = false;   ///< float32 throughout
  PyObject* out = nullptr;
  PyObject* threads = nullptr;

  /// Takes an option of `quantity` by its interned name. Returns false if the quantity has none of
  /// that name, the arm no data for it, or the value is not plainly of its type.
  bool take(const kernels::Quantity& quantity, const CompiledArm& arm, PyObject* name,
            PyObject* value);
};

/// Registers the Python class BaseMotion; arrays are borrowed from its slots.
void register_base_motion_type(const pybind11::type& type);

/// Borrows the three arrays of a BaseMotion. Returns false if it is none, or was never initialized.
bool read_base_motion(PyObject* motion, std::array<PyObject*, 3>& vectors);

}  // namespace equidyn
