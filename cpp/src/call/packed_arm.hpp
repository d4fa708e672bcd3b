/// @file packed_arm.hpp
/// Arms as plain numbers, from which any process can compile them again.
///
/// A packed arm of n joints is, in this order: n; 1 for frames of standard DH, 0 for modified; of
/// the joints 1 where revolute, 0 where prismatic; a, a_y, alpha, d, theta, mass; com (n times 3),
/// inertia (n times 3 times 3); gravity (3), base and tool (4 times 4); as seen from the joints viscous,
/// coulomb (n times 2), motor_inertia, breakaway (n times 2) and stribeck, zeros without such data.
#pragma once

#include <memory>
#include <span>

#include "call/compiled_arm.hpp"
#include "call/many_arms.hpp"

namespace equidyn {

/// The number of joints of a packed arm. Throws std::invalid_argument if these numbers are none.
int joints_of(std::span<const double> packed);

/// The arm of these numbers, with `parameters` in place of its own where they are not empty: 10 of
/// each link (kernels/quantities.hpp), then 3, 1 or 4 a joint with friction, motors or both. Compiled
/// arms are kept, a few for each thread, to be found again.
std::shared_ptr<const CompiledArm> unpacked(std::span<const double> packed,
                                            std::span<const double> parameters);

/// Many arms that differ in their parameters, a row of `parameters` for each of `count`. The last ones
/// are kept for all threads, if they are not too many.
std::shared_ptr<const ManyArms> unpacked_each(std::span<const double> packed,
                                              std::span<const double> parameters,
                                              std::size_t count);

}  // namespace equidyn
