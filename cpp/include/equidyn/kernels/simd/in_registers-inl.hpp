/// @file in_registers-inl.hpp
/// The kernels over registers of numbers of EQUIDYN_BITS bits, in order: included once for each
/// precision (vectorized-inl.hpp).

// clang-format off
#include "equidyn/kernels/simd/registers-inl.hpp"
#include "equidyn/kernels/simd/transpose-inl.hpp"
#include "equidyn/kernels/simd/lanes-inl.hpp"
#include "equidyn/kernels/simd/sincos-inl.hpp"
#include "equidyn/kernels/text-inl.hpp"
// text-inl.hpp knows numbers only; from here on they are rows in memory
#include "equidyn/kernels/simd/rows-inl.hpp"
#include "equidyn/kernels/simd/tasks-inl.hpp"
#if EQUIDYN_BITS == 64
#include "equidyn/kernels/algorithms/integrators-inl.hpp"
#include "equidyn/kernels/algorithms/dormand_prince-inl.hpp"
#include "equidyn/kernels/algorithms/polynomial_motion-inl.hpp"
#include "equidyn/kernels/simd/control-inl.hpp"
#include "equidyn/kernels/simd/torque_sources-inl.hpp"
#include "equidyn/kernels/simd/simulation-inl.hpp"
#include "equidyn/kernels/simd/adaptive_simulation-inl.hpp"
#endif
// clang-format on
