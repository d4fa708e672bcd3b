/// @file arms_of_call.hpp
/// The arms of a call: one for all states, or one for each.
#pragma once

#include <utility>

#include "call/batch.hpp"
#include "call/many_arms.hpp"

namespace equidyn {

struct ArmsOfCall {
  ArmsOfCall(const CompiledArm& one) : first(one) {}  // NOLINT(google-explicit-constructor)
  ArmsOfCall(const ManyArms& arms)                    // NOLINT(google-explicit-constructor)
      : first(arms.first()), many(&arms) {}

  int n() const { return first.n(); }

  /// Calls `with` the arm of a number.
  template <class With>
  auto with_arm(std::ptrdiff_t number, With&& with) const {
    return many == nullptr ? with(first) : with(many->arm(number));
  }
  /// The same of a row of a batch.
  template <class With>
  auto with_arm_of(const Batch& batch, std::ptrdiff_t row, With&& with) const {
    return with_arm(many == nullptr ? 0 : batch.arm_of(row), with);
  }

  const CompiledArm& first;
  const ManyArms* many = nullptr;
};

}  // namespace equidyn
