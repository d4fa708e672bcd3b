// AVX-512: eight lanes, twice as many registers.
#include "instruction_sets/before_kernels.hpp"

#if defined(__x86_64__)

#define EQUIDYN_INSTRUCTION_SET avx512
#define EQUIDYN_REGISTER_BITS 512
#define EQUIDYN_REGISTERS EQUIDYN_AVX512
#if defined(__clang__)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma")
#endif
#include "equidyn/kernels/simd/vectorized-inl.hpp"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace equidyn {
InstructionSet avx512_instruction_set() {
  return {"avx512",
          avx512::float64::kLanes,
          avx512::float64::kernel_table(),
          avx512::float32::kernel_table(),
          avx512::float64::simulator(),
          avx512::float64::pose_solver(),
          avx512::float64::model_packer(),
          avx512::float32::model_packer(),
          avx512::float64::multiply_add};
}
}  // namespace equidyn

#endif
