/// @file simulation_choices.hpp
/// Names of the methods of fixed steps, and of the laws of control, in the order of their numbers.
#pragma once

#include <array>
#include <string_view>

#include "equidyn/kernels/simulation.hpp"

namespace equidyn {

constexpr std::array<std::string_view, 2> kIntegrators{"rk4", "semi_implicit_euler"};
static_assert(static_cast<int>(kernels::Integrator::kSemiImplicitEuler) == 1);

constexpr std::array<std::string_view, 4> kLaws{"computed_torque", "gravity", "gains",
                                                "slotine_li"};
static_assert(static_cast<int>(kernels::Law::kSlotineLi) == 3);

}  // namespace equidyn
