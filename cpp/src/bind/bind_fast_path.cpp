// Fast path of methods of the Python class Arm, with almost no Python: calls whose arrays and
// options the kernels can read, or nearly so (direct_call.hpp), go there directly; all others
// (other dtypes, large batches, bad input) go to the Python method.

#include <pybind11/numpy.h>
#include <structmember.h>

#include <string>

#include "bind/bindings.hpp"
#include "bind/link_motion.hpp"
#include "call/direct_call.hpp"
#include "call/float32_error.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using kernels::Quantity;

/// Evaluates a call; null if it has to take the general path. The arm's object precedes the
/// operands.
using Direct = py::object (*)(const Quantity& quantity, const CompiledArm& arm,
                              const Options& options, PyObject* const* operands);

struct FastMethod {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject* method;  ///< the Python function of the general path
  PyObject* parts;   ///< the class of named tuples of the results, or None
  const Quantity* quantity;
  Direct direct;
};

/// True if the number of threads allows the fast path.
bool allows_one(PyObject* threads) {
  if (threads == nullptr) return true;
  if (!PyLong_CheckExact(threads)) return false;
  int overflow = 0;
  return PyLong_AsLongAndOverflow(threads, &overflow) > 0 || overflow > 0;
}

/// Reads all keyword arguments. Returns whether the call can take the fast path.
bool read_options(const Quantity& quantity, const CompiledArm& arm, PyObject* names,
                  PyObject* const* values, Options& options) {
  for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(names); ++k)
    if (!options.take(quantity, arm, PyTuple_GET_ITEM(names, k), values[k])) return false;
  return allows_one(options.threads) && (options.formulation == nullptr || !options.single);
}

/// Kept out of line, to leave the code cache to the more frequent float64.
[[gnu::noinline]] py::object evaluate_single(const Quantity& quantity, const CompiledArm& arm,
                                             const Options& options, PyObject* const* operands) {
  if (!suits_float32(arm)) return {};
  return DirectCall<float>(quantity, arm, options).evaluate(operands);
}

py::object evaluate_quantity(const Quantity& quantity, const CompiledArm& arm,
                             const Options& options, PyObject* const* operands) {
  if (options.single) return evaluate_single(quantity, arm, options, operands);
  return DirectCall<double>(quantity, arm, options).evaluate(operands);
}

[[noreturn, gnu::cold]] void refuse(const Quantity& quantity, py::handle object) {
  throw py::type_error(std::string(quantity.name) + ": expected an equidyn.Arm, got " +
                       type_name(object));
}

/// Results as a named tuple.
py::object in_parts(const py::object& results, PyObject* parts) {
  const py::tuple arguments = py::make_tuple(results);
  PyObject* const named =
      PyTuple_Type.tp_new(reinterpret_cast<PyTypeObject*>(parts), arguments.ptr(), nullptr);
  if (named == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(named);
}

/// The result of the fast path; empty if the call has to take the general one.
py::object try_fast(const FastMethod& self, PyObject* const* arguments, Py_ssize_t count,
                    PyObject* names) {
  const Quantity& quantity = *self.quantity;
  if (count == 0) return {};
  const CompiledArm* const arm = arm_behind(arguments[0]);
  if (arm == nullptr) {
    if (py::isinstance<ManyArms>(arguments[0])) return {};
    refuse(quantity, arguments[0]);
  }
  if (count != 1 + quantity.operands) return {};
  Options options;
  if (names != nullptr && !read_options(quantity, *arm, names, arguments + count, options))
    return {};
  py::object results = self.direct(quantity, *arm, options, arguments + 1);
  return results && self.parts != Py_None ? in_parts(results, self.parts) : results;
}

PyObject* call(PyObject* object, PyObject* const* arguments, std::size_t count, PyObject* names) {
  const auto& self = *reinterpret_cast<FastMethod*>(object);
  try {
    py::object result = try_fast(self, arguments, PyVectorcall_NARGS(count), names);
    if (result) return result.release().ptr();
  } catch (py::error_already_set& error) {
    error.restore();
    return nullptr;
  } catch (const py::builtin_exception& error) {
    error.set_error();
    return nullptr;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
    return nullptr;
  }
  return PyObject_Vectorcall(self.method, arguments, count, names);
}

// --- the Python type, which imitates the function that it wraps

PyObject* bound_to(PyObject* self, PyObject* object, PyObject*) {
  if (object == nullptr || object == Py_None) return Py_NewRef(self);
  return PyMethod_New(self, object);
}

PyObject* attribute(PyObject* self, void* name) {
  return PyObject_GetAttrString(reinterpret_cast<FastMethod*>(self)->method,
                                static_cast<const char*>(name));
}

PyObject* wrapped(PyObject* self, void*) {
  return Py_NewRef(reinterpret_cast<FastMethod*>(self)->method);
}

PyObject* representation(PyObject* self) {
  return PyObject_Repr(reinterpret_cast<FastMethod*>(self)->method);
}

/// Pickles by name, like a function.
PyObject* reduced(PyObject* self, PyObject*) {
  return PyObject_GetAttrString(reinterpret_cast<FastMethod*>(self)->method, "__qualname__");
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(reinterpret_cast<FastMethod*>(self)->method);
  Py_VISIT(reinterpret_cast<FastMethod*>(self)->parts);
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(reinterpret_cast<FastMethod*>(self)->method);
  Py_CLEAR(reinterpret_cast<FastMethod*>(self)->parts);
  return 0;
}

void deallocate(PyObject* self) {
  PyObject_GC_UnTrack(self);
  PyTypeObject* const type = Py_TYPE(self);
  clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

char* mutable_text(const char* text) { return const_cast<char*>(text); }

PyTypeObject* fast_method_type() {
  static PyGetSetDef attributes[] = {
      {"__doc__", attribute, nullptr, nullptr, mutable_text("__doc__")},
      {"__name__", attribute, nullptr, nullptr, mutable_text("__name__")},
      {"__qualname__", attribute, nullptr, nullptr, mutable_text("__qualname__")},
      {"__module__", attribute, nullptr, nullptr, mutable_text("__module__")},
      {"__annotations__", attribute, nullptr, nullptr, mutable_text("__annotations__")},
      {"__wrapped__", wrapped, nullptr, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  static PyMethodDef methods[] = {
      {"__reduce__", reduced, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(FastMethod, vectorcall), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
      {Py_tp_descr_get, reinterpret_cast<void*>(bound_to)},
      {Py_tp_repr, reinterpret_cast<void*>(representation)},
      {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(clear)},
      {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
      {Py_tp_getset, attributes},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {0, nullptr},
  };
  static PyType_Spec spec = {"equidyn._core.FastMethod", sizeof(FastMethod), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
                                 Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_HAVE_VECTORCALL |
                                 Py_TPFLAGS_DISALLOW_INSTANTIATION,
                             slots};
  static PyObject* const type = PyType_FromSpec(&spec);
  if (type == nullptr) throw py::error_already_set();
  return reinterpret_cast<PyTypeObject*>(type);
}

/// The decorator: wraps a method with the fast path of the quantity of its name.
py::object fast_path(const py::function& method, const py::object& parts) {
  const auto name = method.attr("__name__").cast<std::string>();
  const bool of_links = name == kLinkMotion.name;
  const Quantity* const quantity = of_links ? &kLinkMotion : kernels::quantity(name);
  if (quantity == nullptr) throw py::value_error("method: no fast path for '" + name + "'");
  PyTypeObject* const type = fast_method_type();
  auto object = py::reinterpret_steal<py::object>(type->tp_alloc(type, 0));
  if (!object) throw py::error_already_set();
  auto* const fast = reinterpret_cast<FastMethod*>(object.ptr());
  fast->vectorcall = call;
  fast->method = py::object(method).release().ptr();
  fast->parts = py::object(parts).release().ptr();
  fast->quantity = quantity;
  fast->direct = of_links ? direct_link_motion : evaluate_quantity;
  return object;
}

}  // namespace

void bind_fast_path(py::module_& m) {
  fetch();
  m.def(
      "fast_path", &fast_path, py::arg("method"), py::arg("parts") = py::none(),
      "Decorates a method of a subclass of Arm: calls with float64 arrays (or, where dtype says "
      "so, float32 arrays) whose rows are evenly spaced in memory, or with one state as lists, go "
      "to the kernel of the method's name directly, with their options. Several results are a "
      "tuple, "
      "of the class parts if given.");
}

}  // namespace equidyn
