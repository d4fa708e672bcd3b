// Baseline of x86-64: two lanes, no fused multiply-add. On aarch64, NEON, which has both. In
// WebAssembly the same as on x86-64, with the same bits, but without float32, which is not used.
#include "instruction_sets/before_kernels.hpp"

#define EQUIDYN_INSTRUCTION_SET baseline
#define EQUIDYN_REGISTER_BITS 128
#if defined(__aarch64__)
#define EQUIDYN_REGISTERS EQUIDYN_NEON
#else
#define EQUIDYN_REGISTERS EQUIDYN_BASELINE
#endif
#include "equidyn/kernels/simd/vectorized-inl.hpp"

namespace equidyn {
InstructionSet baseline_instruction_set() {
#if defined(__aarch64__)
  constexpr const char* name = "neon";
#elif defined(__x86_64__)
  constexpr const char* name = "sse2";
#elif defined(__wasm_simd128__)
  constexpr const char* name = "simd128";
#else
  constexpr const char* name = "generic";
#endif
  return {name,
          baseline::float64::kLanes,
          baseline::float64::kernel_table(),
#if defined(__wasm__)
          {},
#else
          baseline::float32::kernel_table(),
#endif
          baseline::float64::simulator(),
          baseline::float64::pose_solver(),
#if defined(__wasm__)
          {},
          {},
#else
          baseline::float64::model_packer(),
          baseline::float32::model_packer(),
#endif
          baseline::float64::multiply_add};
}
}  // namespace equidyn
