/// @file processor.hpp
/// What the processor has, of those for every x86-64, and the system keeps when it changes threads.
#pragma once

#if defined(__x86_64__)

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace equidyn {

struct Processor {
  bool avx2, avx512;
};

#if defined(_MSC_VER)

/// By the processor's own words: the library that __builtin_cpu_supports asks is not linked there.
[[gnu::target("xsave")]] inline Processor this_processor() {
  int first[4], seventh[4];
  __cpuidex(first, 1, 0);
  __cpuidex(seventh, 7, 0);
  const auto bit = [](int word, int position) { return ((word >> position) & 1) != 0; };
  const unsigned long long kept = bit(first[2], 27) ? _xgetbv(0) : 0;
  // with FMA; its registers kept
  const bool avx2 = bit(seventh[1], 5) && bit(first[2], 12) && (kept & 0x6) == 0x6;
  // F, DQ, BW, VL; masks and all of the registers kept
  const bool avx512 = avx2 && bit(seventh[1], 16) && bit(seventh[1], 17) && bit(seventh[1], 30) &&
                      bit(seventh[1], 31) && (kept & 0xe6) == 0xe6;
  return {avx2, avx512};
}

#else

inline Processor this_processor() {
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512bw");
  return {avx2, avx512};
}

#endif

}  // namespace equidyn

#endif
