// AVX2 and FMA: four lanes.
#include "instruction_sets/before_kernels.hpp"

#if defined(__x86_64__)

#define EQUIDYN_INSTRUCTION_SET avx2
#define EQUIDYN_REGISTER_BITS 256
#define EQUIDYN_REGISTERS EQUIDYN_AVX2
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
#include "equidyn/kernels/simd/vectorized-inl.hpp"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace equidyn {
InstructionSet avx2_instruction_set() {
  return {"avx2",
          avx2::float64::kLanes,
          avx2::float64::kernel_table(),
          avx2::float32::kernel_table(),
          avx2::float64::simulator(),
          avx2::float64::pose_solver(),
          avx2::float64::model_packer(),
          avx2::float32::model_packer(),
          avx2::float64::multiply_add};
}
}  // namespace equidyn

#endif
