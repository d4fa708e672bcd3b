#include "results.hpp"

#include <string>

namespace py = pybind11;

namespace equidyn {
namespace {

/// Whether Ctrl-C was pressed while C++ was at work.
bool interrupted() {
  const py::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

py::array_t<double> checked_out(const py::object& out, const std::vector<py::ssize_t>& shape) {
  if (!py::isinstance<py::array>(out))
    throw py::type_error("out: expected a NumPy array, got " + type_name(out));
  const auto array = out.cast<py::array>();
  if (!py::isinstance<py::array_t<double>>(out))
    throw py::type_error("out: expected dtype float64, got " + std::string(py::str(array.dtype())));
  if (shape_of(array) != shape)
    throw py::value_error("out: expected shape " + text(shape) + ", got " + text(shape_of(array)));
  if (!array.writeable())
    throw py::value_error("out: expected a writeable array, got a read-only one");
  return array;
}

}  // namespace

template <Scalar T>
void evaluate_released(const EvaluatorMaker<T>& make, int n, const Batch& batch, T* out,
                       int threads) {
  {
    const py::gil_scoped_release release;
    evaluate_batch<T>(make, n, batch, out, threads, interrupted);
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
}

template void evaluate_released(const EvaluatorMaker<double>&, int, const Batch&, double*, int);
template void evaluate_released(const EvaluatorMaker<long double>&, int, const Batch&, long double*,
                                int);

py::object evaluate_into(const EvaluatorMaker<double>& make, int n, const Operands& operands,
                         const std::vector<py::ssize_t>& shape, const py::object& out,
                         const py::object& threads) {
  const Batch& batch = operands.batch();
  const int workers = thread_count(threads, batch.rows());
  if (!out.is_none()) {
    const py::array_t<double> target = checked_out(out, shape);
    if ((target.flags() & py::array::c_style) == 0 || operands.overlap(target)) {
      // rows of `out` are not contiguous, or would be overwritten while they are still to be read
      target[py::ellipsis()] = evaluate_into(make, n, operands, shape, py::none(), threads);
      return out;
    }
  }
  py::array_t<double> results = out.is_none() ? py::array_t<double>(shape) : out.cast<py::array>();
  evaluate_released(make, n, batch, results.mutable_data(), workers);
  return results;
}

}  // namespace equidyn
