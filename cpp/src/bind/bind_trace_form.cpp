#include <pybind11/numpy.h>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/finite.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "equidyn/formulations/lagrange_euler_literal.hpp"
#include "equidyn/interruption.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// The coefficients of Lagrange's equation in trace form, D_ij and h_ijk, at one position.
py::tuple trace_form_coefficients(const CompiledArm& compiled, const py::object& q) {
  const Arm<double>& arm = compiled.in_double.standard;
  const Operands operands(arm.n, {{Given::kQ, q}});
  const Sample<double> sample = only_sample(operands.batch(), arm.n);
  JointState<double> x(arm.n);
  x.set(arm, sample.q, sample.qd, sample.qdd);
  trace_form::Terms<double> terms(arm);
  trace_form::set_transforms(arm, x, terms.H);
  trace_form::set_first_derivatives(arm, terms.H, terms.dH);

  py::array_t<double> D({arm.n, arm.n}), h({arm.n, arm.n, arm.n});
  without_lock([&] {
    for (int i = 1; i <= arm.n; ++i) {
      for (int j = 1; j <= arm.n; ++j) {
        if (abandoned()) return;
        D.mutable_at(i - 1, j - 1) =
            LagrangeEulerLiteral::inertia(arm, std::min(i, j), std::max(i, j), terms);
        for (int k = 1; k <= arm.n; ++k)
          h.mutable_at(i - 1, j - 1, k - 1) =
              LagrangeEulerLiteral::coriolis(arm, i, std::min(j, k), std::max(j, k), terms);
      }
    }
  });
  require_finite_result("trace form: D", D.data(), shape_of(D));
  require_finite_result("trace form: h", h.data(), shape_of(h));
  return py::make_tuple(D, h);
}

}  // namespace

void bind_trace_form(py::module_& m) {
  m.def("trace_form_coefficients", &trace_form_coefficients, py::arg("arm"), py::arg("q"),
        "D of shape (n, n) and h of shape (n, n, n) of Lagrange's equation in trace form at q.");
}

}  // namespace equidyn
