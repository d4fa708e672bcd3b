/// @file registers-inl.hpp
/// Registers of float64 or float32, and the operations that differ between instruction sets.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

// names with the precision: in full, or as the last letter of _pd and _ps
// clang-format off
#if EQUIDYN_BITS == 64
#define EQUIDYN_WITH_BITS(before, after) before##64##after
#define EQUIDYN_WITH_LETTER(name) name##d
#else
#define EQUIDYN_WITH_BITS(before, after) before##32##after
#define EQUIDYN_WITH_LETTER(name) name##s
#endif
// clang-format on

// NOLINTNEXTLINE(modernize-concat-nested-namespaces): the macro hides that they are
namespace equidyn::EQUIDYN_TARGET {

using Number = std::conditional_t<EQUIDYN_BITS == 64, double, float>;
using Integer = std::conditional_t<EQUIDYN_BITS == 64, long long, int>;

constexpr int kLanes = EQUIDYN_REGISTER_BITS / EQUIDYN_BITS;
using Register = Number __attribute__((vector_size(EQUIDYN_REGISTER_BITS / 8)));
using IntegerRegister = Integer __attribute__((vector_size(EQUIDYN_REGISTER_BITS / 8)));

/// A register in memory, aligned as a number. A typedef, since clang ignores `aligned` in an alias.
// NOLINTNEXTLINE(modernize-use-using)
typedef Number StoredRegister
    __attribute__((vector_size(EQUIDYN_REGISTER_BITS / 8), aligned(EQUIDYN_BITS / 8), may_alias));

EQUIDYN_INLINE Register broadcast(Number x, Register) { return x - Register{}; }
EQUIDYN_INLINE Register load(const Number* from) {
  return *reinterpret_cast<const StoredRegister*>(from);
}
EQUIDYN_INLINE void store(Number* to, Register v) { *reinterpret_cast<StoredRegister*>(to) = v; }

#if EQUIDYN_REGISTERS == EQUIDYN_AVX512

EQUIDYN_INLINE Register fused(Register a, Register b, Register c) {
  return EQUIDYN_WITH_LETTER(_mm512_fmadd_p)(a, b, c);
}
EQUIDYN_INLINE Register fused_difference(Register a, Register b, Register c) {
  return EQUIDYN_WITH_LETTER(_mm512_fmsub_p)(a, b, c);
}
EQUIDYN_INLINE Register fused_negated(Register a, Register b, Register c) {
  return EQUIDYN_WITH_LETTER(_mm512_fnmadd_p)(a, b, c);
}
using Mask = std::conditional_t<kLanes == 8, __mmask8, __mmask16>;
constexpr Mask kAllLanes = static_cast<Mask>(~0U);
// without a mask g++ 12 takes the undefined lanes of its own header for a mistake
EQUIDYN_INLINE Register square_root(Register v) {
  return EQUIDYN_WITH_LETTER(_mm512_maskz_sqrt_p)(kAllLanes, v);
}
EQUIDYN_INLINE Mask lanes_below(int count) { return static_cast<Mask>((1U << count) - 1U); }
EQUIDYN_INLINE Register load_part(const Number* from, int count) {
  return EQUIDYN_WITH_LETTER(_mm512_maskz_loadu_p)(lanes_below(count), from);
}
EQUIDYN_INLINE void store_part(Number* to, Register v, int count) {
  EQUIDYN_WITH_LETTER(_mm512_mask_storeu_p)(to, lanes_below(count), v);
}
EQUIDYN_INLINE Mask signs(IntegerRegister mask) {
  return EQUIDYN_WITH_BITS(_mm512_movepi, _mask)(reinterpret_cast<__m512i>(mask));
}
EQUIDYN_INLINE bool all(IntegerRegister mask) { return signs(mask) == kAllLanes; }
/// Lane by lane: `yes` if the sign bit of the mask is set, else `no`.
EQUIDYN_INLINE Register choose(IntegerRegister mask, Register yes, Register no) {
  return EQUIDYN_WITH_LETTER(_mm512_mask_blend_p)(signs(mask), no, yes);
}

#elif EQUIDYN_REGISTERS == EQUIDYN_AVX2

EQUIDYN_INLINE Register fused(Register a, Register b, Register c) {
  return EQUIDYN_WITH_LETTER(_mm256_fmadd_p)(a, b, c);
}
EQUIDYN_INLINE Register fused_difference(Register a, Register b, Register c) {
  return EQUIDYN_WITH_LETTER(_mm256_fmsub_p)(a, b, c);
}
EQUIDYN_INLINE Register fused_negated(Register a, Register b, Register c) {
  return EQUIDYN_WITH_LETTER(_mm256_fnmadd_p)(a, b, c);
}
EQUIDYN_INLINE Register square_root(Register v) { return EQUIDYN_WITH_LETTER(_mm256_sqrt_p)(v); }
template <int... kLane>
EQUIDYN_INLINE IntegerRegister lanes_below(int count, std::integer_sequence<int, kLane...>) {
  return IntegerRegister{kLane...} < count;
}
EQUIDYN_INLINE Register load_part(const Number* from, int count) {
  const IntegerRegister below = lanes_below(count, std::make_integer_sequence<int, kLanes>{});
  return EQUIDYN_WITH_LETTER(_mm256_maskload_p)(from, reinterpret_cast<__m256i>(below));
}
EQUIDYN_INLINE bool all(IntegerRegister mask) {
  return _mm256_movemask_epi8(reinterpret_cast<__m256i>(mask)) == -1;
}
EQUIDYN_INLINE Register choose(IntegerRegister mask, Register yes, Register no) {
  return EQUIDYN_WITH_LETTER(_mm256_blendv_p)(no, yes, reinterpret_cast<Register>(mask));
}

#else  // registers of 128 bits: every x86-64, and NEON

#if EQUIDYN_REGISTERS == EQUIDYN_NEON
EQUIDYN_INLINE Register fused(Register a, Register b, Register c) {
  return EQUIDYN_WITH_BITS(vfmaq_f, )(c, a, b);
}
EQUIDYN_INLINE Register fused_difference(Register a, Register b, Register c) {
  return EQUIDYN_WITH_BITS(vfmaq_f, )(-c, a, b);
}
EQUIDYN_INLINE Register fused_negated(Register a, Register b, Register c) {
  return EQUIDYN_WITH_BITS(vfmsq_f, )(c, a, b);
}
#else
EQUIDYN_INLINE Register fused(Register a, Register b, Register c) { return a * b + c; }
EQUIDYN_INLINE Register fused_difference(Register a, Register b, Register c) { return a * b - c; }
EQUIDYN_INLINE Register fused_negated(Register a, Register b, Register c) { return c - a * b; }
#endif
EQUIDYN_INLINE Register square_root(Register v) {
  for (int lane = 0; lane < kLanes; ++lane) v[lane] = static_cast<Number>(__builtin_sqrt(v[lane]));
  return v;
}
EQUIDYN_INLINE Register load_part(const Number* from, int count) {
  Register v{from[0]};
  for (int lane = 1; lane < kLanes - 1; ++lane)
    if (lane < count) v[lane] = from[lane];
  return v;
}
EQUIDYN_INLINE bool all(IntegerRegister mask) {
  using Halves = long long __attribute__((vector_size(16)));
  const auto halves = reinterpret_cast<Halves>(mask);
  return (halves[0] & halves[1]) == -1;
}
/// Not `mask < 0 ? yes : no`: of 64 bits g++ makes a jump for each lane, which half the time is not
/// foreseen.
EQUIDYN_INLINE Register choose(IntegerRegister mask, Register yes, Register no) {
  const IntegerRegister chosen = mask >> (EQUIDYN_BITS - 1);
  return reinterpret_cast<Register>((reinterpret_cast<IntegerRegister>(yes) & chosen) |
                                    (reinterpret_cast<IntegerRegister>(no) & ~chosen));
}

#endif

#if EQUIDYN_REGISTERS != EQUIDYN_AVX512
/// Writes the lanes below kCount, a power of 2.
template <int kCount>
EQUIDYN_INLINE void store_low(Number* to, Register v) {
#if EQUIDYN_REGISTERS == EQUIDYN_AVX2
  if constexpr (kCount * sizeof(Number) == 16) {
    const auto bits = reinterpret_cast<__m256i>(v);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(bits));
    return;
  }
#endif
  if constexpr (kCount == 1) {
    *to = v[0];
  } else {
    using Pairs = long long __attribute__((vector_size(sizeof v)));
    const long long pair = reinterpret_cast<Pairs>(v)[0];
    __builtin_memcpy(to, &pair, sizeof pair);
  }
}
/// Lane kDistance becomes the first one.
template <int kDistance, int... kLane>
EQUIDYN_INLINE Register moved_down(Register v, std::integer_sequence<int, kLane...>) {
  return EQUIDYN_SHUFFLE(v, v, ((kLane + kDistance) % kLanes)...);
}
/// Writes the first `count` lanes: half a register if they fill it, then the rest in the same
/// way; several times faster than a masked store.
template <int kHalf = kLanes / 2>
EQUIDYN_INLINE void store_part(Number* to, Register v, int count) {
  if ((count & kHalf) != 0) {
    store_low<kHalf>(to, v);
    to += kHalf;
    v = moved_down<kHalf>(v, std::make_integer_sequence<int, kLanes>{});
  }
  if constexpr (kHalf > 1) store_part<kHalf / 2>(to, v, count);
}
#endif

#if EQUIDYN_REGISTERS == EQUIDYN_BASELINE
EQUIDYN_INLINE Number fused(Number a, Number b, Number c) { return a * b + c; }
#elif EQUIDYN_BITS == 64
EQUIDYN_INLINE Number fused(Number a, Number b, Number c) { return __builtin_fma(a, b, c); }
#else
EQUIDYN_INLINE Number fused(Number a, Number b, Number c) { return __builtin_fmaf(a, b, c); }
#endif
EQUIDYN_INLINE Number fused_difference(Number a, Number b, Number c) { return fused(a, b, -c); }
EQUIDYN_INLINE Number fused_negated(Number a, Number b, Number c) { return fused(-a, b, c); }
EQUIDYN_INLINE Number broadcast(Number x, Number) { return x; }

}  // namespace equidyn::EQUIDYN_TARGET

#undef EQUIDYN_WITH_LETTER
#undef EQUIDYN_WITH_BITS
