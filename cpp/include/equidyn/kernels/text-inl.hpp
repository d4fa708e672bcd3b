/// @file text-inl.hpp
/// The text of the kernels, in order: included once for each instruction set, after its macros, and
/// once for all other scalars.
///
/// Vectors that are local to a function are not const: g++ leaves a constant struct in memory, and
/// has the others in registers.

// clang-format off
#include "equidyn/kernels/algebra/structural-inl.hpp"
#include "equidyn/kernels/algebra/link_view-inl.hpp"
#include "equidyn/kernels/algorithms/minimal_newton_euler-inl.hpp"
#include "equidyn/kernels/algebra/ends-inl.hpp"
#include "equidyn/kernels/algebra/turns-inl.hpp"
#include "equidyn/kernels/algorithms/mass_matrix-inl.hpp"
#include "equidyn/kernels/algorithms/gravity_torque-inl.hpp"
#include "equidyn/kernels/algorithms/coasting-inl.hpp"
#include "equidyn/kernels/algebra/articulated_inertia-inl.hpp"
#include "equidyn/kernels/algorithms/articulated_bodies-inl.hpp"
#include "equidyn/kernels/algorithms/inverse_dynamics_derivatives-inl.hpp"
// clang-format on
