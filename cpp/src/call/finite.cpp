#include "call/finite.hpp"

#include "call/operands.hpp"

namespace py = pybind11;

namespace equidyn {

std::vector<py::ssize_t> index_of(py::ssize_t k, const std::vector<py::ssize_t>& shape) {
  std::vector<py::ssize_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; k /= shape[axis]) index[axis] = k % shape[axis];
  return index;
}

void raise_overflow(const std::string& result, double value, const std::vector<py::ssize_t>& index,
                    bool single) {
  throw py::value_error(result + ": overflow, got " + std::string(py::str(py::float_(value))) +
                        " at index " + text(index) +
                        ": the numbers of the state, or of the arm, are too large" +
                        (single ? " for float32" : ""));
}

}  // namespace equidyn
