/// @file registers.hpp
/// Registers of doubles of one instruction set: all that is not the same for every one of them.
///
/// Included once for each instruction set (instruction_sets.hpp).

namespace equidyn::EQUIDYN_TARGET {

using Register = double __attribute__((vector_size(EQUIDYN_LANES * 8)));
using IntegerRegister = long long __attribute__((vector_size(EQUIDYN_LANES * 8)));

constexpr int kLanes = EQUIDYN_LANES;

#if EQUIDYN_REGISTERS == EQUIDYN_AVX512

EQUIDYN_INLINE Register broadcast(double x, Register) { return _mm512_set1_pd(x); }
EQUIDYN_INLINE Register fused(Register a, Register b, Register c) {
  return _mm512_fmadd_pd(a, b, c);
}
EQUIDYN_INLINE Register fused_difference(Register a, Register b, Register c) {
  return _mm512_fmsub_pd(a, b, c);
}
EQUIDYN_INLINE Register fused_negated(Register a, Register b, Register c) {
  return _mm512_fnmadd_pd(a, b, c);
}
EQUIDYN_INLINE Register load(const double* from) { return _mm512_loadu_pd(from); }
EQUIDYN_INLINE void store(double* to, Register v) { _mm512_storeu_pd(to, v); }
EQUIDYN_INLINE __mmask8 lanes_below(int count) { return static_cast<__mmask8>((1U << count) - 1U); }
EQUIDYN_INLINE Register load_part(const double* from, int count) {
  return _mm512_maskz_loadu_pd(lanes_below(count), from);
}
EQUIDYN_INLINE void store_part(double* to, Register v, int count) {
  _mm512_mask_storeu_pd(to, lanes_below(count), v);
}

EQUIDYN_INLINE bool all(IntegerRegister mask) {
  return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask)) == 0xff;
}
/// Lane by lane, where the sign bit of the mask is set: `yes`, else `no`.
EQUIDYN_INLINE Register choose(IntegerRegister mask, Register yes, Register no) {
  return _mm512_mask_blend_pd(_mm512_movepi64_mask(reinterpret_cast<__m512i>(mask)), no, yes);
}

#elif EQUIDYN_REGISTERS == EQUIDYN_AVX2

EQUIDYN_INLINE Register broadcast(double x, Register) { return _mm256_set1_pd(x); }
EQUIDYN_INLINE Register fused(Register a, Register b, Register c) {
  return _mm256_fmadd_pd(a, b, c);
}
EQUIDYN_INLINE Register fused_difference(Register a, Register b, Register c) {
  return _mm256_fmsub_pd(a, b, c);
}
EQUIDYN_INLINE Register fused_negated(Register a, Register b, Register c) {
  return _mm256_fnmadd_pd(a, b, c);
}
EQUIDYN_INLINE Register load(const double* from) { return _mm256_loadu_pd(from); }
EQUIDYN_INLINE void store(double* to, Register v) { _mm256_storeu_pd(to, v); }
EQUIDYN_INLINE __m256i lanes_below(int count) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
EQUIDYN_INLINE Register load_part(const double* from, int count) {
  return _mm256_maskload_pd(from, lanes_below(count));
}
EQUIDYN_INLINE void store_part(double* to, Register v, int count) {
  // several times faster than a masked store
  const __m128d low = _mm256_castpd256_pd128(v);
  if (count == 1) {
    _mm_store_sd(to, low);
    return;
  }
  _mm_storeu_pd(to, low);
  if (count == 3) _mm_store_sd(to + 2, _mm256_extractf128_pd(v, 1));
}
EQUIDYN_INLINE bool all(IntegerRegister mask) {
  return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) == 0xf;
}
EQUIDYN_INLINE Register choose(IntegerRegister mask, Register yes, Register no) {
  return _mm256_blendv_pd(no, yes, reinterpret_cast<__m256d>(mask));
}

#else  // two doubles: every x86-64, and NEON

EQUIDYN_INLINE Register broadcast(double x, Register) { return Register{x, x}; }
#if EQUIDYN_REGISTERS == EQUIDYN_NEON
EQUIDYN_INLINE Register fused(Register a, Register b, Register c) { return vfmaq_f64(c, a, b); }
EQUIDYN_INLINE Register fused_difference(Register a, Register b, Register c) {
  return vfmaq_f64(-c, a, b);
}
EQUIDYN_INLINE Register fused_negated(Register a, Register b, Register c) {
  return vfmsq_f64(c, a, b);
}
#else
EQUIDYN_INLINE Register fused(Register a, Register b, Register c) { return a * b + c; }
EQUIDYN_INLINE Register fused_difference(Register a, Register b, Register c) { return a * b - c; }
EQUIDYN_INLINE Register fused_negated(Register a, Register b, Register c) { return c - a * b; }
#endif
EQUIDYN_INLINE Register load(const double* from) { return Register{from[0], from[1]}; }
EQUIDYN_INLINE void store(double* to, Register v) { to[0] = v[0], to[1] = v[1]; }
EQUIDYN_INLINE Register load_part(const double* from, int) { return Register{from[0], 0}; }
EQUIDYN_INLINE void store_part(double* to, Register v, int) { to[0] = v[0]; }
EQUIDYN_INLINE bool all(IntegerRegister mask) { return (mask[0] & mask[1]) != 0; }
EQUIDYN_INLINE Register choose(IntegerRegister mask, Register yes, Register no) {
  return mask < 0 ? yes : no;
}

#endif

/// Exchanges the blocks of `distance` lanes beside the diagonal of two rows that are `distance`
/// apart.
template <int kDistance, int... kLane>
EQUIDYN_INLINE void exchange(Register& upper, Register& lower,
                             std::integer_sequence<int, kLane...>) {
  const Register u = upper, l = lower;
  upper = EQUIDYN_SHUFFLE(u, l, ((kLane & kDistance) ? kLanes + kLane - kDistance : kLane)...);
  lower = EQUIDYN_SHUFFLE(u, l, ((kLane & kDistance) ? kLanes + kLane : kLane + kDistance)...);
}

/// Rows become columns.
template <int kDistance = 1>
EQUIDYN_INLINE void transpose(Register* rows) {
  for (int row = 0; row < kLanes; ++row)
    if ((row & kDistance) == 0)
      exchange<kDistance>(rows[row], rows[row + kDistance],
                          std::make_integer_sequence<int, kLanes>{});
  if constexpr (2 * kDistance < kLanes) transpose<2 * kDistance>(rows);
}

}  // namespace equidyn::EQUIDYN_TARGET
