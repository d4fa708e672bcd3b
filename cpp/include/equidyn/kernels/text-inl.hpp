/// @file text-inl.hpp
/// The text of the kernels, in order.
///
/// Every header whose name ends in -inl.hpp is included many times and has no guard: those listed
/// here once for each instruction set and precision, after its macros, and once for all other
/// scalars (any_scalar.hpp); those that know registers, and are listed in simd/in_registers-inl.hpp
/// and simd/vectorized-inl.hpp, for instruction sets alone.
///
/// Vectors that are local to a function are not const: g++ leaves a constant struct in memory, and
/// has the others in registers.

// clang-format off
#include "equidyn/kernels/algebra/structural-inl.hpp"
#include "equidyn/kernels/algebra/link_view-inl.hpp"
#include "equidyn/kernels/algebra/matrices-inl.hpp"
#include "equidyn/kernels/algebra/turns-inl.hpp"
#include "equidyn/kernels/algorithms/minimal_newton_euler-inl.hpp"
#include "equidyn/kernels/algebra/end_frames-inl.hpp"
#include "equidyn/kernels/algorithms/poses-inl.hpp"
#include "equidyn/kernels/algorithms/jacobian-inl.hpp"
#include "equidyn/kernels/algorithms/mass_matrix-inl.hpp"
#include "equidyn/kernels/algorithms/gravity_torque-inl.hpp"
#include "equidyn/kernels/algorithms/energies-inl.hpp"
#include "equidyn/kernels/algorithms/coriolis_coefficients-inl.hpp"
#include "equidyn/kernels/algorithms/drives-inl.hpp"
#include "equidyn/kernels/algorithms/coasting-inl.hpp"
#include "equidyn/kernels/algebra/articulated_inertia-inl.hpp"
#include "equidyn/kernels/algorithms/articulated_bodies-inl.hpp"
#include "equidyn/kernels/algorithms/derivatives/motion_before-inl.hpp"
#include "equidyn/kernels/algorithms/derivatives/outer_links-inl.hpp"
#include "equidyn/kernels/algorithms/derivatives/terms-inl.hpp"
#include "equidyn/kernels/algorithms/inverse_dynamics_derivatives-inl.hpp"
#include "equidyn/kernels/algorithms/regressor-inl.hpp"
// clang-format on
