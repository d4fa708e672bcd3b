/// @file all_algorithms-inl.hpp
/// All algorithms of the kernels, in order.
///
/// Headers whose name ends in -inl.hpp are included many times and have no guard: those listed here
/// once for each instruction set and precision, after its macros, some of them once more for all
/// other scalars (any_scalar.hpp); those that depend on registers are listed in
/// simd/in_registers-inl.hpp and simd/vectorized-inl.hpp.
///
/// Local vectors are not const: g++ leaves a const struct in memory, and keeps others in registers.

// clang-format off
#include "equidyn/kernels/algebra/structural-inl.hpp"
#include "equidyn/kernels/algebra/link_view-inl.hpp"
#include "equidyn/kernels/algebra/matrices-inl.hpp"
#include "equidyn/kernels/algebra/turns-inl.hpp"
#include "equidyn/kernels/algebra/symmetric_inverse-inl.hpp"
#include "equidyn/kernels/algorithms/evaluation-inl.hpp"
#include "equidyn/kernels/algorithms/link_equations-inl.hpp"
#include "equidyn/kernels/algorithms/minimal_newton_euler-inl.hpp"
#include "equidyn/kernels/algebra/end_frames-inl.hpp"
#include "equidyn/kernels/algorithms/poses-inl.hpp"
#include "equidyn/kernels/algorithms/jacobian-inl.hpp"
#include "equidyn/kernels/algorithms/jacobian_rate-inl.hpp"
#include "equidyn/kernels/algebra/composite_body-inl.hpp"
#include "equidyn/kernels/algorithms/drives-inl.hpp"
#include "equidyn/kernels/algorithms/mass_matrix-inl.hpp"
#include "equidyn/kernels/algorithms/operational_space_inertia-inl.hpp"
#include "equidyn/kernels/algorithms/gravity_torque-inl.hpp"
#include "equidyn/kernels/algorithms/energies-inl.hpp"
#include "equidyn/kernels/algorithms/coriolis_coefficients-inl.hpp"
#include "equidyn/kernels/algorithms/coasting-inl.hpp"
#include "equidyn/kernels/algorithms/coriolis_torque-inl.hpp"
#include "equidyn/kernels/algebra/articulated_inertia-inl.hpp"
#include "equidyn/kernels/algorithms/articulated_bodies-inl.hpp"
#include "equidyn/kernels/algorithms/derivatives/motion_before-inl.hpp"
#include "equidyn/kernels/algorithms/derivatives/outer_links-inl.hpp"
#include "equidyn/kernels/algorithms/derivatives/terms-inl.hpp"
#include "equidyn/kernels/algorithms/inverse_dynamics_derivatives-inl.hpp"
#include "equidyn/kernels/algorithms/coriolis_matrix-inl.hpp"
#include "equidyn/kernels/algorithms/forward_dynamics_derivatives-inl.hpp"
#include "equidyn/kernels/algorithms/inverse_dynamics_jvp-inl.hpp"
#include "equidyn/kernels/algorithms/inverse_dynamics_vjp-inl.hpp"
#include "equidyn/kernels/algorithms/transposed_coriolis_torque-inl.hpp"
#include "equidyn/kernels/algorithms/forward_dynamics_products-inl.hpp"
#include "equidyn/kernels/algorithms/regressor-inl.hpp"
#include "equidyn/kernels/algorithms/base_motion_vjp-inl.hpp"
// clang-format on
