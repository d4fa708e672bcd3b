// The matrix that gives joint torques from the parameters of the links and of the drives.
#include <pybind11/numpy.h>

#include <algorithm>
#include <type_traits>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/finite.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "call/run_batch.hpp"
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
    return n * (kInertialParameters + (friction ? kFrictionParameters : 0) + (motors ? 1 : 0));
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
      column[n] = qd > 0 ? 1.0 : 0.0;
      column[2 * n] = qd < 0 ? 1.0 : 0.0;
      column += kFrictionParameters * n;
    }
    if (columns.motors) *column = sample.qdd[static_cast<std::size_t>(i)];
  }
}

/// Evaluates rows of one batch, on one thread, in the frames of R, the recursion of a convention.
template <class R>
class RegressorWorker {
 public:
  RegressorWorker(const Arm<double>& arm, const Batch& batch, Columns columns, double* out)
      : arm_(arm),
        batch_(batch),
        columns_(columns),
        out_(out),
        work_(arm),
        sample_(arm.n),
        state_(arm.n) {}

  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    const int width = columns_.count(arm_.n);
    double* Y = out_ + first * arm_.n * width;
    bool finite = true;
    for (std::ptrdiff_t row = first; row < end; ++row, Y += arm_.n * width) {
      read_sample(batch_, row, sample_);
      state_.set(arm_, sample_.q, sample_.qd, sample_.qdd);
      const BaseMotion<double> base = at_frame_0(sample_.base.value_or(BaseMotion<double>{}), arm_);
      Regressor::regressor(arm_, state_, base, Y, width, work_);
      add_drives(sample_, columns_, Y);
      finite &= all_finite<double>({Y, static_cast<std::size_t>(arm_.n * width)});
    }
    return finite;
  }

 private:
  const Arm<double>& arm_;
  const Batch& batch_;
  Columns columns_;
  double* out_;
  Regressor::Workspace<R, double> work_;
  Sample<double> sample_;
  JointState<double> state_;
};

py::object regressor(const CompiledArm& compiled, const py::object& q, const py::object& qd,
                     const py::object& qdd, const py::object& base_motion, bool friction,
                     bool motors, const py::object& out, const py::object& threads) {
  const Arm<double>& arm = compiled.in_double.in(compiled.frames);
  Operands::List list{{Given::kQ, q}, {Given::kQd, qd}, {Given::kQdd, qdd}};
  append_ends(list, py::none(), base_motion);
  const Operands operands(arm.n, list, Precision::kFloat64, Check::kLater);
  const Batch& batch = operands.batch();
  const Columns columns{friction, motors};
  const auto shape = operands.result_shape({arm.n, columns.count(arm.n)});
  // made before the numbers are looked at, which can be more than there is room for
  Target Y(out, shape, operands);
  operands.require_finite();
  auto* const rows = Y.data<double>();
  const int workers =
      thread_count(wanted_threads(threads), batch.rows() * arm.n * kFormulationIsSlower);
  // fewer rows where one takes long
  constexpr std::ptrdiff_t kMostRows = 256, kMostEntries = 1 << 17;
  const std::ptrdiff_t fit = kMostEntries / (arm.n * columns.count(arm.n));
  const Portion portion{1, std::clamp<std::ptrdiff_t>(fit, 1, kMostRows)};
  bool finite = true;
  without_lock([&](const Interrupted& interrupted) {
    const auto run = [&]<class R>(std::type_identity<R>) {
      finite = run_batch(batch.rows(), portion, workers, interrupted,
                         [&] { return RegressorWorker<R>(arm, batch, columns, rows); });
    };
    if (arm.frames == Frames::kStandardDh)
      run(std::type_identity<standard_dh::Recursion<double>>{});
    else
      run(std::type_identity<modified_dh::Recursion<double>>{});
  });
  if (!finite) require_finite_result("regressor", rows, shape);
  return Y.finished();
}

}  // namespace

void bind_regressor(py::module_& m) {
  m.def("regressor", &regressor, py::arg("arm"), py::arg("q"), py::arg("qd"), py::arg("qdd"),
        py::arg("base_motion"), py::arg("friction"), py::arg("motors"), py::arg("out"),
        py::arg("threads"),
        "The matrices (..., n, p) whose products with the parameters (p,) of the links, of "
        "friction and of the motors are the joint torques.");
}

}  // namespace equidyn
