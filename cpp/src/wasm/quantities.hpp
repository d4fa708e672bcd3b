/// @file quantities.hpp
/// The quantities that the module computes: all but derivatives of torques and accelerations.
#pragma once

#include <ranges>

#include "equidyn/kernels/quantities.hpp"

namespace equidyn {

/// In the order of the facts.
inline auto quantities_here() {
  return std::views::filter(kernels::kQuantities, [](const kernels::Quantity& each) {
    return kernels::computes<double>(each.task);
  });
}

}  // namespace equidyn
