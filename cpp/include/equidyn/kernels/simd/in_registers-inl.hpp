/// @file in_registers-inl.hpp
/// The kernels over registers of numbers of EQUIDYN_BITS bits, in order: included once for each
/// precision (vectorized-inl.hpp).

// clang-format off
#include "equidyn/kernels/simd/registers-inl.hpp"
#include "equidyn/kernels/simd/transpose-inl.hpp"
#include "equidyn/kernels/simd/lanes-inl.hpp"
#include "equidyn/kernels/simd/sincos-inl.hpp"
#include "equidyn/kernels/all_algorithms-inl.hpp"
// algorithms over numbers end here; from here on numbers are rows in memory
#if !defined(__wasm__)
#include "equidyn/kernels/simd/model_lanes-inl.hpp"
#endif
#include "equidyn/kernels/simd/packed_rows-inl.hpp"
#include "equidyn/kernels/simd/single_row-inl.hpp"
#include "equidyn/kernels/simd/state_block-inl.hpp"
#include "equidyn/kernels/simd/kernel_table-inl.hpp"
#if EQUIDYN_BITS == 64
#include "equidyn/kernels/simulation/accelerations-inl.hpp"
#include "equidyn/kernels/simulation/polynomial_motion-inl.hpp"
#include "equidyn/kernels/simulation/control_law-inl.hpp"
#include "equidyn/kernels/simulation/commanded_torque-inl.hpp"
#include "equidyn/kernels/simulation/torque_sources-inl.hpp"
#include "equidyn/kernels/simulation/torque_at_times-inl.hpp"
#include "equidyn/kernels/simulation/joint_stops-inl.hpp"
#include "equidyn/kernels/simulation/simulation_block-inl.hpp"
#include "equidyn/kernels/simulation/integrators-inl.hpp"
#include "equidyn/kernels/simulation/fixed_steps-inl.hpp"
#include "equidyn/kernels/simulation/dormand_prince-inl.hpp"
#include "equidyn/kernels/simulation/recorded_rows-inl.hpp"
#include "equidyn/kernels/simulation/state_derivative-inl.hpp"
#include "equidyn/kernels/simulation/adaptive_block-inl.hpp"
#include "equidyn/kernels/simulation/adaptive_steps-inl.hpp"
#include "equidyn/kernels/inverse_kinematics/pose_error-inl.hpp"
#include "equidyn/kernels/inverse_kinematics/damped_step-inl.hpp"
#include "equidyn/kernels/inverse_kinematics/starts-inl.hpp"
#include "equidyn/kernels/inverse_kinematics/descents-inl.hpp"
#include "equidyn/kernels/inverse_kinematics/pose_search-inl.hpp"
#endif
// clang-format on
