#include "call/singular_rows.hpp"

#include <string>

#include "call/finite.hpp"
#include "call/operands.hpp"

namespace py = pybind11;

namespace equidyn {

void SingularRows::examine(std::ptrdiff_t row) {
  std::vector<double> q(static_cast<std::size_t>(arms_.n()));
  read_row(batch_[Given::kQ], batch_.shape, row, std::span<double>(q));
  const SingularJoint found = arms_.with_arm_of(batch_, row, [&](const CompiledArm& arm) {
    return singular_joint_at(arm, q, batch_.motors);
  });
  if (found.joint == 0) return;
  const std::scoped_lock lock(access_);
  if (found_.joint != 0 && row_ < row) return;
  row_ = row;
  found_ = found;
}

void SingularRows::require_none() const {
  if (found_.joint == 0) return;
  const std::string joint = "joint " + std::to_string(found_.joint);
  const std::string state =
      batch_.shape.empty() ? "" : " in state " + text(index_of(row_, batch_.shape));
  const std::string name(quantity_.name);
  if (found_.too_heavy)
    throw py::value_error(name + ": overflow: the load of " + joint +
                          " is too heavy, or too far from its axis" + state);
  throw py::value_error(name + ": " + joint + " has no acceleration" + state +
                        ": it moves no mass, or none above rounding error");
}

}  // namespace equidyn
