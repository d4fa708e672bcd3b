/// @file text.hpp
/// The text of the kernels, in order: included once for each instruction set, after its macros, and
/// once for all other scalars.
///
/// Vectors that are local to a function are not const: g++ leaves a constant struct in memory, and
/// has the others in registers.

// clang-format off
#include "equidyn/kernels/structural.hpp"
#include "equidyn/kernels/link_view.hpp"
#include "equidyn/kernels/minimal_newton_euler.hpp"
#include "equidyn/kernels/ends.hpp"
#include "equidyn/kernels/turns.hpp"
#include "equidyn/kernels/mass_matrix.hpp"
#include "equidyn/kernels/gravity_torque.hpp"
#include "equidyn/kernels/coasting.hpp"
#include "equidyn/kernels/articulated_inertia.hpp"
#include "equidyn/kernels/articulated_bodies.hpp"
#include "equidyn/kernels/inverse_dynamics_derivatives.hpp"
// clang-format on
