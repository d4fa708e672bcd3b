/// @file arm_argument.hpp
/// Conversion of arm arguments, which checks that they are initialized: for an object whose
/// `__init__` never ran, pybind11 would allocate an uninitialized arm.
#pragma once

#include <pybind11/pybind11.h>

#include "call/arms_of_call.hpp"

namespace equidyn {

/// The value of an instance of a bound class; null if it was never initialized.
inline const void* value_behind(PyObject* object) {
  auto* const instance = reinterpret_cast<pybind11::detail::instance*>(object);
  const pybind11::detail::value_and_holder held = instance->get_value_and_holder();
  return held.holder_constructed() ? held.value_ptr() : nullptr;
}

/// The arm of a Python object; null if it is not an arm, or was never initialized.
inline const CompiledArm* arm_behind(PyObject* object) {
  static PyTypeObject* const type =
      reinterpret_cast<PyTypeObject*>(pybind11::type::of<CompiledArm>().release().ptr());
  // the class of the first arm, kept alive by this reference: others are looked for among bases
  static PyTypeObject* usual = nullptr;
  if (Py_TYPE(object) != usual) {
    if (!PyObject_TypeCheck(object, type)) return nullptr;
    if (usual == nullptr) usual = reinterpret_cast<PyTypeObject*>(Py_NewRef(Py_TYPE(object)));
  }
  return static_cast<const CompiledArm*>(value_behind(object));
}

/// The arm of a Python object, or the arms. Raises TypeError if it is none that was initialized.
inline ArmsOfCall arms_behind(const pybind11::object& object) {
  if (const CompiledArm* const one = arm_behind(object.ptr())) return *one;
  if (pybind11::isinstance<ManyArms>(object))
    if (const void* const many = value_behind(object.ptr()))
      return *static_cast<const ManyArms*>(many);
  throw pybind11::type_error("arm: expected an equidyn.Arm or equidyn.Arms, made by its __init__");
}

}  // namespace equidyn

/// Anything but an initialized arm raises the TypeError of mismatched arguments.
template <>
struct pybind11::detail::type_caster<equidyn::CompiledArm>
    : type_caster_base<equidyn::CompiledArm> {
  // the base's function is not virtual: pybind11 dispatches on the static type
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method)
  bool load(handle source, bool) {
    value = const_cast<equidyn::CompiledArm*>(equidyn::arm_behind(source.ptr()));
    return value != nullptr;
  }
};
