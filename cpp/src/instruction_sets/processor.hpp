/// @file processor.hpp
/// Instruction sets of this x86-64 with registers that the system saves. By cpuid: not every
/// compiler links __builtin_cpu_supports, and with some it gives no answer.
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

#include <array>
#include <cstddef>

#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

namespace equidyn {

struct Processor {
  bool avx2, avx512;
};

/// Registers eax, ebx, ecx, edx of a cpuid leaf; zeros if there is none.
inline std::array<unsigned, 4> cpuid(unsigned leaf) {
  std::array<unsigned, 4> words{};
#if defined(_MSC_VER)
  std::array<int, 4> first{}, asked{};
  __cpuidex(first.data(), 0, 0);
  __cpuidex(asked.data(), static_cast<int>(leaf), 0);
  if (static_cast<unsigned>(first[0]) >= leaf)
    for (std::size_t k = 0; k < 4; ++k) words[k] = static_cast<unsigned>(asked[k]);
#else
  auto& [eax, ebx, ecx, edx] = words;
  __get_cpuid_count(leaf, 0, &eax, &ebx, &ecx, &edx);
#endif
  return words;
}

[[gnu::target("xsave")]] inline Processor this_processor() {
  const std::array<unsigned, 4> basic = cpuid(1), extended = cpuid(7);
  const auto has = [](unsigned word, unsigned bits) { return (word & bits) == bits; };
  constexpr unsigned kFma = 1U << 12, kSystemKeeps = 1U << 27, kAvx2 = 1U << 5;
  constexpr unsigned kFDqBwVl = 1U << 16 | 1U << 17 | 1U << 30 | 1U << 31;
  // bits 1 and 2: the registers of AVX; 5 to 7: masks and those of AVX-512
  const auto kept = has(basic[2], kSystemKeeps) ? static_cast<unsigned>(_xgetbv(0)) : 0U;
  const bool avx2 = has(basic[2], kFma) && has(extended[1], kAvx2) && has(kept, 0x06);
  return {avx2, avx2 && has(extended[1], kFDqBwVl) && has(kept, 0xe0)};
}

}  // namespace equidyn

#endif
