#include "call/operands.hpp"

#include <algorithm>

#include "call/finite.hpp"
#include "call/thread_pool.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Meaning of the last axis in messages.
const char* meaning(Given which) {
  if (which < Given::kTipWrench) return "joints of the arm";
  return which == Given::kTipWrench ? "force, then moment" : "components";
}

template <class T>
using RealArray = py::array_t<T, py::array::forcecast>;

/// True if an object is an aligned array of float64.
bool is_float64(const py::handle& given) {
  if (Py_TYPE(given.ptr()) != cached().numpy.PyArray_Type_) return false;
  const auto* const array = py::detail::array_proxy(given.ptr());
  const bool aligned = (array->flags & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
  return array->descr == cached().float64 && aligned;
}

/// Exception of JAX when a traced array is converted to NumPy.
constexpr const char* kRefusalOfJax = "TracerArrayConversionError";

/// Converts an object to an array by NumPy. TypeError and ValueError get a message that names the
/// argument; other exceptions of the object's own code propagate.
py::array array_from(const char* name, const py::handle& given) {
  constexpr int kNoSubclass = py::detail::npy_api::NPY_ARRAY_ENSUREARRAY_;
  PyObject* const array =
      cached().numpy.PyArray_FromAny_(given.ptr(), nullptr, 0, 0, kNoSubclass, nullptr);
  if (array != nullptr) return py::reinterpret_steal<py::array>(array);
  py::error_already_set cause;
  if (!cause.matches(PyExc_TypeError) && !cause.matches(PyExc_ValueError)) throw cause;
  const bool traced = std::string(py::str(cause.type().attr("__name__"))) == kRefusalOfJax;
  const std::string message =
      std::string(name) + ": expected an array of real numbers, got " +
      (traced ? "a tracer of JAX: equidyn.jax has functions for these" : type_name(given));
  py::raise_from(cause, PyExc_TypeError, message.c_str());
  throw py::error_already_set();
}

/// Converts an object to an aligned array of real numbers of any type.
py::array real_array(const char* name, const py::handle& given) {
  if (is_float64(given)) return py::reinterpret_borrow<py::array>(given);
  require_unmasked(name, given);
  py::array array = array_from(name, given);
  if (std::string("biuf").find(array.dtype().kind()) == std::string::npos)
    throw py::type_error(std::string(name) + ": expected real numbers, got dtype " +
                         std::string(py::str(array.dtype())));
  if ((array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) == 0) array = array.attr("copy")();
  return array;
}

/// Raises for the first number that is not finite as a T, with its index.
template <class T, class Stored>
void require_finite(const char* name, const RealArray<Stored>& array) {
  const auto fits = [](Stored value) { return finite(static_cast<T>(value)); };
  if ((array.flags() & py::array::c_style) != 0) {
    const std::span<const Stored> values(array.data(), static_cast<std::size_t>(array.size()));
    bool all_fit = true;
    for (Stored value : values) all_fit &= fits(value);
    if (all_fit) return;
  }
  const std::vector<std::ptrdiff_t> shape = shape_of(array);
  const BroadcastRows rows{reinterpret_cast<const char*>(array.data()),
                           {array.strides(), array.strides() + array.ndim()},
                           0};
  for (py::ssize_t k = 0; k < array.size(); ++k) {
    Stored value = 0;
    read_row<Stored>(rows, shape, k, std::span<Stored, 1>(&value, 1));
    if (fits(value)) continue;
    throw py::value_error(std::string(name) + ": must be finite, got " +
                          std::string(py::str(py::float_(static_cast<double>(value)))) +
                          (finite(value) ? ", which does not fit float32," : "") + " at index " +
                          text(index_of(k, shape)));
  }
}

/// Converts an array to this precision, without a copy if it has it already. Raises if a number
/// becomes infinite.
py::array converted(const char* name, const py::array& array, Precision precision) {
  if (precision == Precision::kFloat64)
    return is_float64(array) ? array : py::array(RealArray<double>(array));
  if (py::isinstance<py::array_t<float>>(array)) return RealArray<float>(array);
  // allocated before the numbers are checked, since it may exceed the memory
  RealArray<float> rounded(shape_of(array));
  const RealArray<double> wide(array);
  require_finite<float>(name, wide);
  rounded[py::ellipsis()] = wide;
  return rounded;
}

/// How far arms are apart along the leading axes of a batch, which end with those of the arms.
std::vector<std::ptrdiff_t> strides_of_arms(const std::vector<std::ptrdiff_t>& shape,
                                            std::size_t axes) {
  std::vector<std::ptrdiff_t> strides(axes, 0);
  std::ptrdiff_t stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    if (shape[axis] != 1) strides[axes - shape.size() + axis] = stride;
  return strides;
}

}  // namespace

void require_unmasked(const char* name, const py::handle& given) {
  if (Py_TYPE(given.ptr()) == cached().numpy.PyArray_Type_) return;
  if (PyObject_TypeCheck(given.ptr(), cached().numpy.PyArray_Type_) == 0) return;
  if (!py::isinstance(given, py::module_::import("numpy.ma").attr("MaskedArray"))) return;
  if (py::module_::import("numpy.ma").attr("is_masked")(given).cast<bool>())
    throw py::value_error(std::string(name) +
                          ": expected numbers, got a masked array with entries left out");
}

std::string text(const std::vector<py::ssize_t>& shape) {
  std::string result = "(";
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    result += (axis > 0 ? ", " : "") + std::to_string(shape[axis]);
  return result + (shape.size() == 1 ? ",)" : ")");
}

std::vector<py::ssize_t> shape_of(const py::array& array) {
  return {array.shape(), array.shape() + array.ndim()};
}

std::string type_name(const py::handle& object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

Operands::Operands(int n, const List& given, Precision precision, Check check, const ManyArms* arms)
    : precision_(precision) {
  arguments_.reserve(given.size());
  // an object's own code may change an earlier array: shapes are read only once all are arrays,
  // and no such code runs from there on
  for (const auto& [which, object] : given)
    arguments_.push_back({which, real_array(name_of(which), object)});
  for (Argument& argument : arguments_) {
    const py::array& array = argument.array;
    const py::ssize_t extent = width_of(argument.which, n);
    if (array.ndim() == 0 || array.shape(array.ndim() - 1) != extent)
      throw py::value_error(std::string(name_of(argument.which)) + ": last axis must be " +
                            std::to_string(extent) + " (" + meaning(argument.which) +
                            "), got shape " + text(shape_of(array)));
    argument.array = converted(name_of(argument.which), array, precision);
  }
  broadcast(arms);
  if (check == Check::kNow) require_finite();
}

Operands Operands::wider(const ArmsOfCall& arms) const {
  List list;
  for (const Argument& argument : arguments_) list.emplace_back(argument.which, argument.array);
  Operands wide(arms.n(), list, Precision::kFloat64, Check::kLater, arms.many);
  wide.batch_.friction = batch_.friction;
  wide.batch_.motors = batch_.motors;
  wide.batch_.in_tool = batch_.in_tool;
  return wide;
}

void Operands::require_finite() const {
  if (std::ranges::find(batch_.shape, 0) != batch_.shape.end()) return;  // no states
  for (const Argument& argument : arguments_) {
    if (precision_ == Precision::kFloat64)
      equidyn::require_finite<double>(name_of(argument.which),
                                      py::reinterpret_borrow<RealArray<double>>(argument.array));
    else
      equidyn::require_finite<float>(name_of(argument.which),
                                     py::reinterpret_borrow<RealArray<float>>(argument.array));
  }
}

void Operands::broadcast(const ManyArms* arms) {
  const std::vector<std::ptrdiff_t> of_arms = arms == nullptr ? decltype(of_arms)() : arms->shape();
  std::size_t axes = of_arms.size();
  for (const Argument& argument : arguments_)
    axes = std::max(axes, static_cast<std::size_t>(argument.array.ndim()) - 1);
  batch_.shape.assign(axes, 1);

  // axes are lined up from the last one; an extent of 1 fits any other
  const auto fit = [&](const std::ptrdiff_t* extents, std::size_t own) {
    for (std::size_t axis = 0; axis < own; ++axis) {
      std::ptrdiff_t& common = batch_.shape[axes - own + axis];
      if (common == 1) common = extents[axis];
      if (extents[axis] == 1 || extents[axis] == common) continue;
      std::string shapes = arms == nullptr ? "" : "arms " + text(of_arms);
      for (const Argument& each : arguments_)
        shapes += (shapes.empty() ? "" : ", ") + std::string(name_of(each.which)) + " " +
                  text(shape_of(each.array));
      throw py::value_error("leading axes do not broadcast: " + shapes);
    }
  };
  fit(of_arms.data(), of_arms.size());
  for (const Argument& argument : arguments_)
    fit(argument.array.shape(), static_cast<std::size_t>(argument.array.ndim()) - 1);

  if (arms != nullptr) batch_.arm_strides = strides_of_arms(of_arms, axes);
  for (const Argument& argument : arguments_) {
    const auto own = static_cast<std::size_t>(argument.array.ndim()) - 1;
    BroadcastRows& rows = batch_[argument.which];
    rows.data = static_cast<const char*>(argument.array.data());
    rows.step = argument.array.strides(static_cast<py::ssize_t>(own));
    rows.strides.assign(axes, 0);
    for (std::size_t axis = 0; axis < own; ++axis) {
      const auto k = static_cast<py::ssize_t>(axis);
      if (argument.array.shape(k) != 1) rows.strides[axes - own + axis] = argument.array.strides(k);
    }
  }
}

void append_ends(Operands::List& list, py::handle tip_wrench,
                 const std::array<PyObject*, 3>& base_motion) {
  constexpr std::array kBase{Given::kBaseW, Given::kBaseAl, Given::kBaseA};
  const auto append = [&](Given which, py::handle object) {
    list.emplace_back(which, py::reinterpret_borrow<py::object>(object));
  };
  if (tip_wrench && !tip_wrench.is_none()) append(Given::kTipWrench, tip_wrench);
  for (std::size_t k = 0; k < kBase.size(); ++k)
    if (base_motion[k] != nullptr) append(kBase[k], base_motion[k]);
}

void append_ends(Operands::List& list, py::handle tip_wrench, py::handle base_motion) {
  std::array<PyObject*, 3> vectors{};
  if (py::isinstance<py::tuple>(base_motion) && py::len(base_motion) == vectors.size()) {
    for (std::size_t k = 0; k < vectors.size(); ++k)
      vectors[k] = PyTuple_GET_ITEM(base_motion.ptr(), static_cast<py::ssize_t>(k));
  } else {
    require_base_motion(base_motion);
    read_base_motion(base_motion.ptr(), vectors);
  }
  append_ends(list, tip_wrench, vectors);
}

void require_base_motion(py::handle base_motion) {
  std::array<PyObject*, 3> vectors{};
  if (base_motion.is_none() || read_base_motion(base_motion.ptr(), vectors)) return;
  const std::string type = type_name(base_motion);
  throw py::type_error("base_motion: expected a BaseMotion, got " +
                       (type == "BaseMotion" ? "one that was made without its __init__" : type));
}

std::vector<py::ssize_t> Operands::result_shape(std::vector<py::ssize_t> last_axes) const {
  std::vector<py::ssize_t> shape(batch_.shape.begin(), batch_.shape.end());
  shape.insert(shape.end(), last_axes.begin(), last_axes.end());
  return shape;
}

bool overlap(const py::array& a, const py::array& b) {
  // from the first byte to one past the last
  const auto bytes = [](const py::array& array) {
    const char *low = static_cast<const char*>(array.data()), *high = low + array.itemsize();
    for (py::ssize_t axis = 0; axis < array.ndim(); ++axis) {
      const py::ssize_t reach = (array.shape(axis) - 1) * array.strides(axis);
      (reach < 0 ? low : high) += reach;
    }
    return std::pair(low, high);
  };
  if (a.size() == 0 || b.size() == 0) return false;
  const auto [low, high] = bytes(a);
  const auto [other_low, other_high] = bytes(b);
  return low < other_high && other_low < high;
}

bool Operands::overlap(const py::array& array) const {
  return std::ranges::any_of(arguments_, [&](const Argument& argument) {
    return equidyn::overlap(array, argument.array);
  });
}

std::optional<int> wanted_threads(const py::handle& threads) {
  if (!threads || threads.is_none()) return std::nullopt;
  const auto got = [&] {
    constexpr std::size_t kShown = 60;
    const py::str text = py::repr(threads);
    return py::len(text) <= kShown ? std::string(text)
                                   : std::string(py::str(text[py::slice(0, kShown, 1)])) + "…";
  };
  if (PyIndex_Check(threads.ptr()) == 0 || py::isinstance<py::bool_>(threads))
    throw py::type_error("threads: expected a positive integer or None, got " + got());
  const py::ssize_t count = PyNumber_AsSsize_t(threads.ptr(), nullptr);
  if (count == -1 && PyErr_Occurred() != nullptr) {
    py::error_already_set cause;
    if (!cause.matches(PyExc_TypeError)) throw cause;
    throw py::type_error("threads: expected a positive integer or None, got " + type_name(threads));
  }
  if (count < 1)
    throw py::value_error("threads: expected a positive integer or None, got " + got());
  return static_cast<int>(std::min<py::ssize_t>(count, 1024));
}

int thread_count(std::optional<int> wanted, std::ptrdiff_t work) {
  if (work < kWorkForThreads) return 1;
  const int most = wanted ? *wanted : default_threads();
  return static_cast<int>(std::min<std::ptrdiff_t>(most, work / kWorkWorthAThread));
}

}  // namespace equidyn
