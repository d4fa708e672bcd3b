// What every x86-64 has: two lanes, no fused multiply-add. On aarch64, NEON, which has both.
#include "before_kernels.hpp"

#define EQUIDYN_TARGET baseline
#define EQUIDYN_LANES 2
#if defined(__aarch64__)
#define EQUIDYN_REGISTERS EQUIDYN_NEON
#define EQUIDYN_FUSED(a, b, c) __builtin_fma(a, b, c)
#else
#define EQUIDYN_REGISTERS EQUIDYN_BASELINE
#define EQUIDYN_FUSED(a, b, c) ((a) * (b) + (c))
#endif
#include "equidyn/kernels/vectorized.hpp"

namespace equidyn {
InstructionSet baseline_instruction_set() {
#if defined(__aarch64__)
  constexpr const char* name = "neon";
#elif defined(__x86_64__)
  constexpr const char* name = "sse2";
#else
  constexpr const char* name = "generic";
#endif
  return {name, baseline::kLanes, baseline::kernel_table(), baseline::multiply_add};
}
}  // namespace equidyn
