#include "call/tool_ranks.hpp"

#include <Eigen/Dense>
#include <limits>
#include <string>
#include <vector>

#include "call/finite.hpp"
#include "call/operands.hpp"
#include "equidyn/interface/evaluate_states.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// In how many directions the tool moves: the rank of L^-1 J^t, where M = L L^t, in float64. Lengths
/// and angles do not compare, so each direction is scaled by its own mobility.
int rank_at(const CompiledArm& arm, const std::vector<double>& q) {
  const int n = arm.n();
  Matrix J(6, n), M(n, n);
  kernels::States<double> state;
  state.q.data = q.data();
  evaluate_states<double>(kernels::Task::kJacobian, arm.model<double>(), state, 1, {J.data()});
  evaluate_states<double>(kernels::Task::kMassMatrix, arm.model<double>(), state, 1, {M.data()});
  const Matrix transposed = J.transpose();
  Matrix mobility = M.llt().matrixL().solve(transposed);
  for (int k = 0; k < 6; ++k) {
    const double size = mobility.col(k).norm();
    if (size > 0) mobility.col(k) /= size;
  }
  const Eigen::VectorXd sizes = Eigen::JacobiSVD<Matrix>(mobility).singularValues();
  const double rounding = std::max(n, 6) * std::numeric_limits<double>::epsilon();
  return static_cast<int>((sizes.array() > rounding * sizes[0]).count());
}

}  // namespace

void ToolRanks::examine(std::ptrdiff_t row) {
  std::vector<double> q(static_cast<std::size_t>(arms_.n()));
  read_row(batch_[Given::kQ], batch_.shape, row, std::span<double>(q));
  const int rank =
      arms_.with_arm_of(batch_, row, [&](const CompiledArm& arm) { return rank_at(arm, q); });
  const std::scoped_lock lock(access_);
  if (rank > rank_ || rank == 6 || (rank == rank_ && row_ < row)) return;
  row_ = row;
  rank_ = rank;
}

void ToolRanks::require_full() const {
  if (rank_ == 6) return;
  const std::string state =
      batch_.shape.empty() ? "" : " in state " + text(index_of(row_, batch_.shape));
  throw py::value_error("q: the tool has only " + std::to_string(rank_) +
                        " of 6 degrees of freedom" + state + ", so that its inertia is unbounded");
}

}  // namespace equidyn
