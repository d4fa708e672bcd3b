#include "call/results.hpp"

#include <string>

#include "call/global_lock.hpp"
#include "call/result_memory.hpp"
#include "call/stopwatch.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

py::dtype dtype_of(Precision precision) {
  return precision == Precision::kFloat32 ? py::dtype::of<float>() : py::dtype::of<double>();
}

py::array checked_out(const py::object& out, const std::vector<py::ssize_t>& shape,
                      const py::dtype& dtype) {
  if (!py::isinstance<py::array>(out))
    throw py::type_error("out: expected a NumPy array, got " + type_name(out));
  require_unmasked("out", out);
  const auto array = out.cast<py::array>();
  if (!array.dtype().equal(dtype))
    throw py::type_error("out: expected dtype " + std::string(py::str(dtype)) + ", got " +
                         std::string(py::str(array.dtype())));
  if (shape_of(array) != shape)
    throw py::value_error("out: expected shape " + text(shape) + ", got " + text(shape_of(array)));
  if (!array.writeable())
    throw py::value_error("out: expected a writeable array, got a read-only one");
  return array;
}

/// True if two arrays overlap; true if bounded work cannot rule it out.
bool share_memory(const py::array& a, const py::array& b) {
  if (!overlap(a, b)) return false;
  constexpr int kLittle = 10000;
  // base-class views, since a subclass may override the test
  const auto view = [](const py::array& array) {
    return py::array(array.dtype(), shape_of(array),
                     {array.strides(), array.strides() + array.ndim()}, array.data(), array);
  };
  const py::handle numpy_says(cached().may_share_memory);
  return numpy_says(view(a), view(b), kLittle).cast<bool>();
}

}  // namespace

void without_lock(const std::function<void(const Interrupted&)>& work) {
  {
    WithoutLock released;
    // Python reports a signal once, but several parts of the work may ask
    bool stop = false;
    work([&] { return stop = stop || released.interrupted(); });
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
}

void without_lock(const std::function<void()>& work) {
  without_lock([&](const Interrupted& interrupted) {
    std::atomic<bool> stop = false;
    const Stopwatch stopwatch(stop, &interrupted);
    work();
  });
}

Target::Target(const py::object& out, const std::vector<py::ssize_t>& shape,
               const Operands& operands)
    : out_(out) {
  constexpr int kAsItLies =
      py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  const py::dtype dtype = dtype_of(operands.precision());
  if (!out.is_none()) {
    results_ = checked_out(out, shape, dtype);
    // rows not contiguous, or overwritten before they are read
    if ((results_.flags() & kAsItLies) == kAsItLies && !operands.overlap(results_)) return;
  }
  results_ = new_array(dtype.ptr(), static_cast<int>(shape.size()), shape.data());
}

py::object Target::finished() {
  if (out_.is_none()) return results_;
  if (!results_.is(out_)) out_[py::ellipsis()] = results_;
  return out_;
}

std::vector<py::object> outputs_of(const py::object& out, int results) {
  if (results == 1) return {out};
  if (out.is_none()) return {static_cast<std::size_t>(results), py::none()};
  const std::string several = results == 2 ? "two arrays" : "three arrays";
  if (!py::isinstance<py::tuple>(out) || py::len(out) != static_cast<std::size_t>(results))
    throw py::type_error("out: expected a tuple of " + several + ", got " + type_name(out));
  const auto arrays = out.cast<std::vector<py::object>>();
  for (auto one = arrays.begin(); one != arrays.end(); ++one)
    for (auto other = arrays.begin(); other != one; ++other)
      if (py::isinstance<py::array>(*one) && py::isinstance<py::array>(*other) &&
          share_memory(*one, *other))
        throw py::value_error("out: expected " + several + " that share no memory");
  return arrays;
}

}  // namespace equidyn
