// The matrix that gives joint torques from the parameters of the links and of the drives.
#include <pybind11/numpy.h>

#include <algorithm>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "equidyn/regressor/regressor.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// Viscous friction, Coulomb friction forwards and backwards.
constexpr int kFrictionParameters = 3;

/// Which columns stand beyond those of the links.
struct Columns {
  bool friction, motors;
  int count(int n) const {
    return n * (kInertialParameters + kFrictionParameters * friction + motors);
  }
};

/// Writes the columns of the drives: they are zero but for the joint's own.
void add_drives(const Sample<double>& sample, Columns columns, double* Y) {
  const int n = static_cast<int>(sample.q.size()), width = columns.count(n);
  for (int i = 0; i < n; ++i) {
    double* column = Y + i * width + n * kInertialParameters;
    std::fill(column, Y + (i + 1) * width, 0.0);
    column += i;
    const double qd = sample.qd[static_cast<std::size_t>(i)];
    if (columns.friction) {
      column[0] = qd;
      column[n] = qd > 0;
      column[2 * n] = qd < 0;
      column += kFrictionParameters * n;
    }
    if (columns.motors) *column = sample.qdd[static_cast<std::size_t>(i)];
  }
}

/// Evaluates the rows of a batch in the frames of R, the recursion of their convention.
template <class R>
void evaluate(const Arm<double>& arm, const Batch& batch, Columns columns, double* Y,
              const Interrupted& interrupted) {
  constexpr std::ptrdiff_t kRowsAtATime = 4096;
  const int width = columns.count(arm.n);
  Regressor::Workspace<R, double> work(arm);
  Sample<double> sample(arm.n);
  JointState<double> x(arm.n);
  for (std::ptrdiff_t row = 0; row < batch.rows(); ++row, Y += arm.n * width) {
    if (row % kRowsAtATime == kRowsAtATime - 1 && interrupted()) return;
    read_sample(batch, row, sample);
    x.set(arm, sample.q, sample.qd, sample.qdd);
    const BaseMotion<double> base = at_frame_0(sample.base.value_or(BaseMotion<double>{}), arm);
    Regressor::regressor(arm, x, base, Y, width, work);
    add_drives(sample, columns, Y);
  }
}

py::object regressor(const CompiledArm& compiled, const py::object& q, const py::object& qd,
                     const py::object& qdd, const py::object& base_motion, bool friction,
                     bool motors) {
  const Arm<double>& arm = compiled.in_double.in(compiled.frames);
  Operands::List list{{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}};
  append_ends(list, py::none(), base_motion);
  const Operands operands(arm.n, list);
  const Columns columns{friction, motors};
  Target Y(py::none(), operands.result_shape({arm.n, columns.count(arm.n)}), operands);
  double* const rows = Y.data<double>();
  without_lock([&](const Interrupted& interrupted) {
    if (arm.frames == Frames::kStandardDh)
      evaluate<standard_dh::Recursion<double>>(arm, operands.batch(), columns, rows, interrupted);
    else
      evaluate<modified_dh::Recursion<double>>(arm, operands.batch(), columns, rows, interrupted);
  });
  return Y.finished();
}

}  // namespace

void bind_regressor(py::module_& m) {
  m.def("regressor", &regressor, py::arg("arm"), py::arg("q"), py::arg("qd"), py::arg("qdd"),
        py::arg("base_motion"), py::arg("friction"), py::arg("motors"),
        "The matrices (..., n, p) whose products with the parameters (p,) of the links, of "
        "friction and of the motors are the joint torques.");
}

}  // namespace equidyn
