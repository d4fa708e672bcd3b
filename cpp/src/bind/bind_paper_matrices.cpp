// Matrices of the papers at one state, for comparison with them.
#include <pybind11/numpy.h>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/finite.hpp"
#include "call/formulation_batch.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "equidyn/formulations/lagrange_euler_literal.hpp"
#include "equidyn/formulations/natural_orthogonal_complement.hpp"
#include "equidyn/formulations/shared/decoupled_complement.hpp"
#include "equidyn/formulations/shared/spatial_operators.hpp"
#include "equidyn/interface/interruption.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using Noc = NaturalOrthogonalComplement;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

JointState<double> only_state(const Arm<double>& arm, const Operands::List& given) {
  const Operands operands(arm.n, given);
  const Sample<double> sample = only_sample(operands.batch(), arm.n);
  JointState<double> x(arm.n);
  x.set(arm, sample.q, sample.qd, sample.qdd);
  return x;
}

/// The coefficients of Lagrange's equation in trace form, D_ij and h_ijk.
py::tuple trace_form_coefficients(const CompiledArm& compiled, const py::object& q) {
  const Arm<double>& arm = compiled.in_double.standard;
  const JointState<double> x = only_state(arm, {{Given::kQ, q}});
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

/// A new array, mapped as a matrix.
struct ArrayMatrix {
  ArrayMatrix(py::ssize_t rows, py::ssize_t columns)
      : array({rows, columns}), matrix(array.mutable_data(), rows, columns) {
    matrix.setZero();
  }
  py::array_t<double> array;
  Eigen::Map<Matrix> matrix;
};

/// Rows of vectors, one for each of the n joints or links.
py::array_t<double> rows_of(const PerLink<Vec3<double>>& vectors, int n) {
  ArrayMatrix rows(n, 3);
  for (int i = 1; i <= n; ++i) rows.matrix.row(i - 1) = vectors[i].transpose();
  return rows.array;
}

/// Requires that all arrays are finite.
py::dict finite(const std::string& function, const py::dict& parts) {
  for (const auto& [name, part] : parts) {
    const auto array = part.cast<py::array_t<double>>();
    require_finite_result(function + ": " + std::string(py::str(name)), array.data(),
                          shape_of(array));
  }
  return parts;
}

/// T, its time derivative, M and W of the natural orthogonal complement, and their geometry.
py::dict orthogonal_complement(const CompiledArm& compiled, const py::object& q,
                               const py::object& qd) {
  const Arm<double>& arm = compiled.in_double.in(Noc::info.frames);
  const JointState<double> x = only_state(arm, {{Given::kQ, q}, {Given::kQd, qd}});
  Noc::Workspace<double> work(arm);
  work.at.set(arm, x);
  work.motion.set(arm, x, BaseMotion<double>{}, work.at);
  Noc::set_shape(arm, work);
  Noc::set_shape_rate(arm, work);

  const py::ssize_t n = arm.n;
  ArrayMatrix T(6 * n, n), Td(6 * n, n), M(6 * n, 6 * n), W(6 * n, 6 * n);
  for (int i = 1; i <= arm.n; ++i) {
    const int row = 6 * (i - 1);
    for (int j = 1; j <= i; ++j) {
      const auto& [T_ij, Td_ij, MT, by_rates] = work(i, j);
      T.matrix.block<6, 1>(row, j - 1) << T_ij.angular, T_ij.linear;
      Td.matrix.block<6, 1>(row, j - 1) << Td_ij.angular, Td_ij.linear;
    }
    M.matrix.block<3, 3>(row, row) = work.at.I[i];
    M.matrix.block<3, 3>(row + 3, row + 3).diagonal().setConstant(arm.link[i].body.m);
    W.matrix.block<3, 3>(row, row) = skew(work.motion.w[i]);
  }
  py::dict parts;
  parts["T"] = T.array;
  parts["T_rate"] = Td.array;
  parts["M"] = M.array;
  parts["W"] = W.array;
  parts["e"] = rows_of(work.at.e, arm.n);
  parts["O"] = rows_of(work.at.O, arm.n);
  parts["C"] = rows_of(work.at.C, arm.n);
  return finite("orthogonal_complement", parts);
}

/// The blocks of N_l, N_d and M of the decoupled natural orthogonal complement.
py::dict decoupled_complement(const CompiledArm& compiled, const py::object& q) {
  const Arm<double>& arm = compiled.in_double.standard;
  const JointState<double> x = only_state(arm, {{Given::kQ, q}});
  DecoupledComplement<double> complement(arm.n);
  complement.set(arm, x);

  const py::ssize_t n = arm.n;
  ArrayMatrix c(n, 3), p(n, 6), M(6 * n, 6);
  for (int i = 1; i <= arm.n; ++i) {
    c.matrix.row(i - 1) = complement.B[i].c.transpose();
    p.matrix.row(i - 1) = complement.p[i].transpose();
    M.matrix.block<6, 6>(6 * (i - 1), 0) = complement.M[i];
  }
  py::dict parts;
  parts["c"] = c.array;
  parts["p"] = p.array;
  parts["M"] = M.array;
  return finite("decoupled_complement", parts);
}

/// The blocks of the spatial operators, and the gains of the filter.
py::dict spatial_operators(const CompiledArm& compiled, const py::object& q) {
  const Arm<double>& arm = compiled.in_double.modified;
  const JointState<double> x = only_state(arm, {{Given::kQ, q}});
  PerLink<double> no_motors(arm.n);
  SpatialOperators<double> operators(arm);
  operators.set(arm, x, no_motors);

  const py::ssize_t n = arm.n;
  ArrayMatrix phi(6 * n, 6), H(n, 6), M(6 * n, 6), P(6 * n, 6), D(1, n), G(n, 6);
  for (int i = 1; i <= arm.n; ++i) {
    const int row = 6 * (i - 1);
    phi.matrix.block<6, 6>(row, 0) = operators.X[i].matrix().transpose();
    H.matrix.row(i - 1) = operators.S[i].vector<double>().transpose();
    M.matrix.block<6, 6>(row, 0) = operators.I[i].matrix();
    P.matrix.block<6, 6>(row, 0) = operators.P[i];
    D.matrix(0, i - 1) = operators.D[i];
    G.matrix.row(i - 1) = operators.G[i].transpose();
  }
  py::dict parts;
  parts["phi"] = phi.array;
  parts["H"] = H.array;
  parts["M"] = M.array;
  parts["P"] = P.array;
  parts["D"] = D.array;
  parts["G"] = G.array;
  return finite("spatial_operators", parts);
}

}  // namespace

void bind_paper_matrices(py::module_& m) {
  m.def("trace_form_coefficients", &trace_form_coefficients, py::arg("arm"), py::arg("q"),
        "D of shape (n, n) and h of shape (n, n, n) of Lagrange's equation in trace form at q.");
  m.def("orthogonal_complement", &orthogonal_complement, py::arg("arm"), py::arg("q"),
        py::arg("qd"),
        "The matrices T, T_rate, M and W of the natural orthogonal complement at one state, and "
        "joint axes e, points O on them and centres of mass C, all in frame 0.");
  m.def("decoupled_complement", &decoupled_complement, py::arg("arm"), py::arg("q"),
        "Of each link of the decoupled natural orthogonal complement: c of shape (n, 3), p of "
        "shape (n, 6) and M of shape (6n, 6), in the axes of frame 0.");
  m.def("spatial_operators", &spatial_operators, py::arg("arm"), py::arg("q"),
        "Of each link of the spatial operators: phi, M and P of shape (6n, 6), H and G of shape "
        "(n, 6), and D of shape (1, n), in coordinates of the link.");
}

}  // namespace equidyn
