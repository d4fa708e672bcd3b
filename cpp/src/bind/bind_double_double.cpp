#include <pybind11/operators.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "bind/bindings.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

DoubleDouble raised(DoubleDouble base, unsigned exponent) {
  DoubleDouble power = 1;
  for (; exponent != 0; exponent /= 2, base *= base)
    if (exponent % 2 != 0) power *= base;
  return power;
}

/// NotImplemented for exponents that are neither whole nor a half.
py::object power(const DoubleDouble& base, double exponent) {
  constexpr double kMost = 1e9;
  if (exponent == 0.5) return py::cast(sqrt(base));
  if (std::abs(exponent) > kMost || exponent != std::floor(exponent))
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
  const DoubleDouble found = raised(base, static_cast<unsigned>(std::abs(exponent)));
  return py::cast(exponent < 0 ? 1 / found : found);
}

/// Exponential by the series of exp(y) - 1 for a small y; then y is doubled nine times.
DoubleDouble exp(const DoubleDouble& x) {
  constexpr int kDoublings = 9, kTerms = 10;
  const DoubleDouble ln2 = DoubleDouble(std::numbers::ln2) + DoubleDouble(0x1.abc9e3b39803fp-56);
  const double twos = std::nearbyint(x.high / ln2.high);
  const double largest = std::numeric_limits<double>::max_exponent;
  if (!(std::abs(twos) < largest)) return std::exp(x.high);
  const DoubleDouble y = (x - DoubleDouble(twos) * ln2) * std::exp2(-kDoublings);
  DoubleDouble less_one = 0;
  for (int k = kTerms; k > 0; --k) less_one = (1 + less_one) * y / k;
  for (int times = 0; times < kDoublings; ++times) less_one = less_one * (2 + less_one);
  return (1 + less_one) * std::exp2(twos);
}

/// One step of Newton's method from the arc tangent of doubles.
DoubleDouble arctan(const DoubleDouble& x) {
  const double rough = std::atan(x.high);
  const SineAndCosine at{DoubleDouble(rough)};
  const DoubleDouble beside = (x * at.cosine - at.sine) / (at.cosine + x * at.sine);
  return std::isfinite(beside.high) ? rough + beside : rough;
}

DoubleDouble arccos(const DoubleDouble& x) {
  const double rough = std::acos(x.high);
  const SineAndCosine at{DoubleDouble(rough)};
  const DoubleDouble beside = (at.cosine - x) / at.sine;
  return std::isfinite(beside.high) ? rough + beside : rough;
}

DoubleDouble radians(const DoubleDouble& degrees) {
  const DoubleDouble pi = DoubleDouble(std::numbers::pi) + DoubleDouble(0x1.1a62633145c07p-53);
  return degrees * pi / 180;
}

std::string shown(const DoubleDouble& x) {
  return py::cast<std::string>(py::repr(py::float_(x.high))) + " + " +
         py::cast<std::string>(py::repr(py::float_(x.low)));
}

}  // namespace

void bind_double_double(py::module_& m) {
  using Number = DoubleDouble;
  py::class_<Number>(m, "DoubleDouble", "A number of 106 bits: the sum of two floats.")
      .def(py::init([](double x, double y) { return Number(x) + Number(y); }), py::arg("high"),
           py::arg("low") = 0.0, py::pos_only())
      .def_readonly("high", &Number::high, "The nearest float.")
      .def_readonly("low", &Number::low, "What is left.")
      .def("__float__", [](const Number& x) { return x.high; })
      .def("__repr__", &shown)
      .def("__hash__", [](const Number& x) { return py::hash(py::make_tuple(x.high, x.low)); })
      .def("__abs__", [](const Number& x) { return abs(x); })
      .def("__pow__", &power, py::is_operator())
      // NumPy calls this for the entries of an array of objects
      .def("sin", [](const Number& x) { return sin(x); })
      .def("cos", [](const Number& x) { return cos(x); })
      .def("tan", [](const Number& x) { return sin(x) / cos(x); })
      .def("sqrt", [](const Number& x) { return sqrt(x); })
      .def("exp", &exp)
      .def("sign", [](const Number& x) { return Number((x.high > 0) - (x.high < 0)); })
      .def("deg2rad", &radians)
      .def("radians", &radians)
      .def("arctan", &arctan)
      .def("arccos", &arccos)
      .def(-py::self)
      .def("__pos__", [](const Number& x) { return x; })
      .def(py::self + py::self)
      .def(py::self - py::self)
      .def(py::self * py::self)
      .def(py::self / py::self)
      .def(double() + py::self)
      .def(double() - py::self)
      .def(double() * py::self)
      .def(double() / py::self)
      .def(py::self < py::self)
      .def(py::self <= py::self)
      .def(py::self > py::self)
      .def(py::self >= py::self)
      .def(py::self == py::self)
      .def(py::self != py::self);
  py::implicitly_convertible<double, Number>();
  py::implicitly_convertible<py::int_, Number>();
}

}  // namespace equidyn
