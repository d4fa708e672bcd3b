// A method of the Python class Arm, and before it a path with almost no Python in between: where
// all arguments are float64 arrays that lie in memory as the kernels read them (or float32 arrays,
// where dtype says so), they go there directly; anything else (lists, other strides, options, bad
// input) goes to the method.

#include <pybind11/numpy.h>
#include <structmember.h>

#include <array>
#include <string>
#include <type_traits>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/kernel_batch.hpp"
#include "call/operands.hpp"
#include "call/signatures.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using py::detail::array_proxy;
using py::detail::npy_api;

template <class T>
constexpr std::array kOperands{&kernels::States<T>::q, &kernels::States<T>::qd,
                               &kernels::States<T>::effort};

/// What NumPy and Python are asked for at every call, fetched once.
struct Cached {
  npy_api& numpy = npy_api::get();
  PyObject* float64 = numpy.PyArray_DescrFromType_(npy_api::NPY_DOUBLE_);
  PyObject* float32 = numpy.PyArray_DescrFromType_(npy_api::NPY_FLOAT_);
  PyObject* float64_type = PyObject_GetAttrString(float64, "type");
  PyObject* float32_type = PyObject_GetAttrString(float32, "type");
  PyObject* out = PyUnicode_InternFromString("out");
  PyObject* dtype = PyUnicode_InternFromString("dtype");
  PyObject* threads = PyUnicode_InternFromString("threads");
  PyObject* one = PyLong_FromLong(1);
  PyTypeObject* arm = reinterpret_cast<PyTypeObject*>(py::type::of<CompiledArm>().release().ptr());
};
const Cached& cached() {
  static const Cached values;
  return values;
}

template <class T>
PyObject* numpy_dtype() {
  return std::is_same_v<T, float> ? cached().float32 : cached().float64;
}

/// The arm behind a Python object, or null.
const CompiledArm* arm_behind(PyObject* object) {
  if (!PyObject_TypeCheck(object, cached().arm)) return nullptr;
  auto* const instance = reinterpret_cast<py::detail::instance*>(object);
  return static_cast<const CompiledArm*>(instance->get_value_and_holder().value_ptr());
}

/// The array of T behind a Python object where it lies row after row without gaps, or null.
template <class T>
const py::detail::PyArray_Proxy* plain_array(PyObject* object) {
  constexpr int kAsItLies = npy_api::NPY_ARRAY_C_CONTIGUOUS_ | npy_api::NPY_ARRAY_ALIGNED_;
  if (Py_TYPE(object) != cached().numpy.PyArray_Type_) return nullptr;
  const auto* const array = array_proxy(object);
  const bool plain = array->descr == numpy_dtype<T>() && (array->flags & kAsItLies) == kAsItLies;
  return plain ? array : nullptr;
}

struct FastMethod {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject* method;  ///< the Python function that takes everything
  const Signature* signature;
};

/// One call in the precision of T, as far as it can take the fast path.
template <class T>
class FastCall {
 public:
  FastCall(const Signature& signature, const CompiledArm& arm)
      : signature_(signature), arm_(arm), n_(arm.n()) {}

  /// Says whether the operands can be read as they lie, all of one shape.
  bool read(PyObject* const* arguments) {
    for (int k = 0; k < signature_.operands; ++k) {
      const auto* const array = plain_array<T>(arguments[k]);
      if (array == nullptr) return false;
      if (k == 0) {
        axes_ = array->nd;
        if (axes_ < 1 || axes_ > kMostAxes || array->dimensions[axes_ - 1] != n_) return false;
        for (int axis = 0; axis < axes_; ++axis) shape_[axis] = array->dimensions[axis];
        for (int axis = 0; axis < axes_ - 1; ++axis) rows_ *= shape_[axis];
      } else if (!has_shape(array, axes_)) {
        return false;
      }
      inputs_[k] = array;
      states_.*
          kOperands<T>[static_cast<std::size_t>(k)] = {reinterpret_cast<const T*>(array->data), n_};
    }
    shape_[axes_] = n_;
    // the method shares larger batches out to threads
    return rows_ > 0 && size() <= kWorkWorthAThread;
  }

  /// Says whether results can be written to `out` directly.
  bool set_out(PyObject* out) {
    if (results() == 1) return set_result(0, out);
    if (!PyTuple_CheckExact(out) || PyTuple_GET_SIZE(out) != results()) return false;
    for (int k = 0; k < results(); ++k)
      if (!set_result(k, PyTuple_GET_ITEM(out, k))) return false;
    return true;
  }

  /// Null where not all of the input was finite.
  py::object evaluate() {
    for (int k = 0; k < results(); ++k) {
      if (!results_[k]) results_[k] = new_array();
      if (!results_[k]) throw py::error_already_set();
    }
    T* const second = results() == 2 ? data(1) : nullptr;
    if (!evaluate_states(signature_.task, arm_.model<T>(), states_, rows_, data(0), second))
      return {};
    return results() == 2 ? py::make_tuple(results_[0], results_[1]) : results_[0];
  }

 private:
  static constexpr int kMostAxes = 8;

  /// Says whether result k can be written there: no operand or other result is.
  bool set_result(int k, PyObject* out) {
    const auto* const array = plain_array<T>(out);
    if (array == nullptr || (array->flags & npy_api::NPY_ARRAY_WRITEABLE_) == 0) return false;
    if (!has_shape(array, result_axes())) return false;
    for (int i = 0; i < signature_.operands; ++i)
      if (overlap(array, size(), inputs_[i], rows_ * n_)) return false;
    for (int i = 0; i < k; ++i)
      if (overlap(array, size(), array_proxy(results_[i].ptr()), size())) return false;
    results_[k] = py::reinterpret_borrow<py::object>(out);
    return true;
  }

  static bool overlap(const py::detail::PyArray_Proxy* a, std::ptrdiff_t size_a,
                      const py::detail::PyArray_Proxy* b, std::ptrdiff_t size_b) {
    constexpr auto kNumber = static_cast<std::ptrdiff_t>(sizeof(T));
    return a->data < b->data + size_b * kNumber && b->data < a->data + size_a * kNumber;
  }

  int results() const { return result_count(signature_.task); }
  int result_axes() const { return axes_ + (gives_matrices(signature_.task) ? 1 : 0); }
  std::ptrdiff_t size() const { return rows_ * outputs(signature_.task, static_cast<int>(n_)); }
  T* data(int k) { return reinterpret_cast<T*>(array_proxy(results_[k].ptr())->data); }

  bool has_shape(const py::detail::PyArray_Proxy* array, int axes) const {
    if (array->nd != axes) return false;
    for (int axis = 0; axis < axes; ++axis)
      if (array->dimensions[axis] != shape_[axis]) return false;
    return true;
  }

  py::object new_array() const {
    Py_INCREF(numpy_dtype<T>());  // taken over by the new array
    return py::reinterpret_steal<py::object>(
        cached().numpy.PyArray_NewFromDescr_(cached().numpy.PyArray_Type_, numpy_dtype<T>(),
                                             result_axes(), shape_, nullptr, nullptr, 0, nullptr));
  }

  const Signature& signature_;
  const CompiledArm& arm_;
  std::ptrdiff_t n_;
  int axes_ = 0;
  Py_intptr_t shape_[kMostAxes + 1] = {};
  std::ptrdiff_t rows_ = 1;
  const py::detail::PyArray_Proxy* inputs_[3] = {};
  kernels::States<T> states_;
  py::object results_[2];
};

/// The keyword arguments that the fast path knows.
struct Options {
  PyObject* out = nullptr;
  bool single = false;
};

/// Says whether there are no others.
[[gnu::noinline]] bool read_options(const Signature& signature, PyObject* names,
                                    PyObject* const* values, Options& options) {
  for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(names); ++k) {
    PyObject* const name = PyTuple_GET_ITEM(names, k);
    if (name == cached().out) {
      if (values[k] != Py_None) options.out = values[k];
    } else if (name == cached().dtype && static_cast<std::size_t>(signature.task) < kTasks<float>) {
      options.single = values[k] == cached().float32_type || values[k] == cached().float32;
      const bool twice = values[k] == cached().float64_type || values[k] == cached().float64;
      if (!options.single && !twice) return false;
    } else if (name == cached().threads) {
      if (values[k] != cached().one && values[k] != Py_None) return false;
    } else {
      return false;
    }
  }
  return true;
}

template <class T>
py::object evaluate(const Signature& signature, const CompiledArm& arm, PyObject* const* operands,
                    PyObject* out) {
  FastCall<T> call(signature, arm);
  if (!call.read(operands)) return {};
  if (out != nullptr && !call.set_out(out)) return {};
  return call.evaluate();
}

/// What is not worth room beside float64, which more callers wait for.
[[gnu::noinline]] py::object evaluate_single(const Signature& signature, const CompiledArm& arm,
                                             PyObject* const* operands, PyObject* out) {
  return evaluate<float>(signature, arm, operands, out);
}

/// The result of the fast path; nothing where the call has to take the other one.
py::object try_fast(const FastMethod& self, PyObject* const* arguments, Py_ssize_t count,
                    PyObject* names) {
  const Signature& signature = *self.signature;
  if (count != 1 + signature.operands) return {};
  const CompiledArm* const arm = arm_behind(arguments[0]);
  if (arm == nullptr) return {};
  PyObject* out = nullptr;
  if (names != nullptr) {
    const bool only_out = PyTuple_GET_SIZE(names) == 1 &&
                          PyTuple_GET_ITEM(names, 0) == cached().out && arguments[count] != Py_None;
    if (only_out) {
      out = arguments[count];
    } else {
      Options options;
      if (!read_options(signature, names, arguments + count, options)) return {};
      if (options.single) return evaluate_single(signature, *arm, arguments + 1, options.out);
      out = options.out;
    }
  }
  return evaluate<double>(signature, *arm, arguments + 1, out);
}

PyObject* call(PyObject* object, PyObject* const* arguments, std::size_t count, PyObject* names) {
  const auto& self = *reinterpret_cast<FastMethod*>(object);
  try {
    py::object result = try_fast(self, arguments, PyVectorcall_NARGS(count), names);
    if (result) return result.release().ptr();
  } catch (py::error_already_set& error) {
    error.restore();
    return nullptr;
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
    return nullptr;
  }
  return PyObject_Vectorcall(self.method, arguments, count, names);
}

// --- the Python type, which looks like the function that it stands before

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

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(reinterpret_cast<FastMethod*>(self)->method);
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(reinterpret_cast<FastMethod*>(self)->method);
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

/// The decorator: puts the fast path of the task that has the method's name before it.
py::object fast_path(const py::function& method) {
  const auto name = method.attr("__name__").cast<std::string>();
  const Signature* const signature = signature_of(name);
  if (signature == nullptr) throw py::value_error("method: no fast path for '" + name + "'");
  PyTypeObject* const type = fast_method_type();
  auto object = py::reinterpret_steal<py::object>(type->tp_alloc(type, 0));
  if (!object) throw py::error_already_set();
  auto* const fast = reinterpret_cast<FastMethod*>(object.ptr());
  fast->vectorcall = call;
  fast->method = py::object(method).release().ptr();
  fast->signature = signature;
  return object;
}

}  // namespace

void bind_fast_path(py::module_& m) {
  m.def(
      "fast_path", &fast_path, py::arg("method"),
      "Decorates a method of a subclass of Arm: calls with float64 arrays (or, where dtype says "
      "so, float32 arrays) that lie in memory row after row, of one shape, go to the kernel of the "
      "method's name directly.");
}

}  // namespace equidyn
