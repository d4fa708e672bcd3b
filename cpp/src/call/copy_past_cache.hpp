/// @file copy_past_cache.hpp
/// Copies to memory that nobody reads soon, without reading it into the cache first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace equidyn {

#if defined(__SSE2__) || defined(_M_X64)

/// Copies numbers; whole cache lines of the destination are written directly to memory.
template <class T>
void copy_past_cache(T* to, const T* from, std::ptrdiff_t count) {
  constexpr std::size_t kLine = 64, kRegister = sizeof(__m128i);
  auto* out = reinterpret_cast<std::byte*>(to);
  const auto* in = reinterpret_cast<const std::byte*>(from);
  std::size_t left = static_cast<std::size_t>(count) * sizeof(T);
  const auto copy_some = [&](std::size_t bytes) {
    std::memcpy(out, in, bytes);
    out += bytes, in += bytes, left -= bytes;
  };
  const std::size_t to_line = (kLine - reinterpret_cast<std::uintptr_t>(out) % kLine) % kLine;
  if (to_line > left) return copy_some(left);
  copy_some(to_line);
  for (; left >= kLine; out += kLine, in += kLine, left -= kLine)
    for (std::size_t at = 0; at < kLine; at += kRegister)
      _mm_stream_si128(reinterpret_cast<__m128i*>(out + at),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + at)));
  copy_some(left);
  _mm_sfence();  // visible to other threads before what follows
}

#else

template <class T>
void copy_past_cache(T* to, const T* from, std::ptrdiff_t count) {
  std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
}

#endif

}  // namespace equidyn
