// Many arms of one kind.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bind/arm_data_from.hpp"
#include "bind/arrays.hpp"
#include "bind/bindings.hpp"
#include "call/batch.hpp"
#include "call/many_arms.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

const double* rows_of(const char* name, const py::object& object, std::ptrdiff_t arms,
                      std::size_t width) {
  constexpr int kContiguous = py::array::c_style;
  const auto rows = object.cast<py::array_t<double>>();
  if (!rows.is(object) || (rows.flags() & kContiguous) == 0 || rows.ndim() == 0 ||
      rows.shape(0) != arms || rows.size() != arms * static_cast<py::ssize_t>(width))
    throw py::value_error(std::string(name) + ": expected a contiguous row for each arm");
  return rows.data();
}

std::unique_ptr<ManyArms> make_arms(const py::dict& given, std::vector<std::ptrdiff_t> shape,
                                    const py::dict& varied) {
  model::ArmData data = arm_data_from(given);
  const std::ptrdiff_t arms = rows_along(shape);
  VariedData rows;
  std::size_t known = 0;
  for (std::size_t k = 0; k < kData.size(); ++k) {
    const std::string name(kData[k].name);
    if (!varied.contains(name)) continue;
    rows.rows[k] = rows_of(name.c_str(), varied[name.c_str()], arms, kData[k].width(data.n()));
    ++known;
  }
  if (known != varied.size()) throw py::value_error("varied: expected names of data that can vary");
  return std::make_unique<ManyArms>(std::move(data), std::move(shape), rows,
                                    std::make_shared<py::dict>(varied));
}

}  // namespace

void bind_arms(py::module_& m) {
  py::class_<ManyArms>(m, "Arms", "Arms that differ in some data, compiled for the kernels.")
      .def(py::init(&make_arms), py::arg("data"), py::arg("shape"), py::arg("varied"))
      .def_property_readonly("n", &ManyArms::n, "Number of joints of each.");
}

}  // namespace equidyn
