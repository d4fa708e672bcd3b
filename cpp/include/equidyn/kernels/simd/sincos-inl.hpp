/// @file sincos-inl.hpp
/// Sine and cosine of a register of angles, within 2 ulp, or in float32 within 2^-34 if that is
/// more (near multiples of pi/2).
///
/// x = k pi/2 + r with |r| <= pi/4: pi/2 is subtracted in three parts, the first two short enough
/// that k times them is exact. Polynomials of r (sincos_constants.hpp). The last two bits of k are
/// the quadrant.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Coefficients as whole registers, memory operands of instructions. Not const: g++ would broadcast
/// each from a single number before every use.
template <class Coefficients>
struct Spread;
template <std::size_t... k>
struct Spread<std::index_sequence<k...>> {
  template <std::size_t kSize>
  constexpr explicit Spread(const Number (&c)[kSize]) noexcept : value{(c[k] - Register{})...} {}
  Register value[sizeof...(k)];
};
template <std::size_t kSize>
Spread(const Number (&c)[kSize]) -> Spread<std::make_index_sequence<kSize>>;

inline Spread sine_coefficients(kernels::SinCosConstants<Number>::kSine);
inline Spread cosine_coefficients(kernels::SinCosConstants<Number>::kCosine);

/// c[0] t^(size-1) + ... + c[size-1].
template <std::size_t kSize>
EQUIDYN_INLINE Lanes<Register> polynomial(Lanes<Register> t, const Register (&c)[kSize]) {
  Lanes<Register> sum = Lanes<Register>::of(c[0]);
  for (std::size_t k = 1; k < kSize; ++k) sum = sum * t + Lanes<Register>::of(c[k]);
  return sum;
}

/// Sine and cosine of x, or of x + pi if `sign` is -0.
EQUIDYN_INLINE void reduced_sincos(Lanes<Register> x, Lanes<Register> sign, Lanes<Register>& sine,
                                   Lanes<Register>& cosine) {
  using L = Lanes<Register>;
  using Constants = kernels::SinCosConstants<Number>;
  constexpr const auto& kHalfPi = Constants::kHalfPi;

  // a sum with kToInteger is rounded to an integer in its last bits
  const L shifted = x * L(Constants::kTwoOverPi) + L(Constants::kToInteger);
  const L k = shifted - L(Constants::kToInteger);
  const auto quadrant = reinterpret_cast<IntegerRegister>(shifted.v);
  const L r = ((x - k * L(kHalfPi[0])) - k * L(kHalfPi[1])) - k * L(kHalfPi[2]);

  const L t = r * r;
  const L s = polynomial(t, sine_coefficients.value) * L(r * t) + r;
  const L c = polynomial(t, cosine_coefficients.value);

  constexpr int kSign = EQUIDYN_BITS - 1;
  const IntegerRegister odd = quadrant << kSign;
  const Register sine_part = choose(odd, c.v, s.v), cosine_part = choose(odd, s.v, c.v);
  const IntegerRegister sine_sign =
      ((quadrant & 2) << (kSign - 1)) ^ reinterpret_cast<IntegerRegister>(sign.v);
  const IntegerRegister cosine_sign = sine_sign ^ odd;
  sine.v = reinterpret_cast<Register>(reinterpret_cast<IntegerRegister>(sine_part) ^ sine_sign);
  cosine.v =
      reinterpret_cast<Register>(reinterpret_cast<IntegerRegister>(cosine_part) ^ cosine_sign);
}

/// Lane by lane, whether an angle can be reduced: neither too large, nor infinite, nor NaN.
EQUIDYN_INLINE IntegerRegister reducible(Lanes<Register> x) {
  const Register limit = broadcast(kernels::SinCosConstants<Number>::kLargestAngle, Register{});
  return (x.v <= limit) & (x.v >= -limit);
}

/// Lane by lane, whether all angles certainly can be, by the sum of their squares.
EQUIDYN_INLINE IntegerRegister all_reducible(Lanes<Register> squares) {
  constexpr Number limit = kernels::SinCosConstants<Number>::kLargestAngle;
  return squares.v <= broadcast(limit * limit, Register{});
}

/// Replaces sine and cosine of the angles that cannot be reduced by those of the C library; `sign`
/// as above.
[[gnu::noinline]] inline void large_sincos(Lanes<Register> x, Lanes<Register> sign,
                                           Lanes<Register>& sine, Lanes<Register>& cosine) {
  const IntegerRegister reduced = reducible(x);
  for (int lane = 0; lane < kLanes; ++lane) {
    if (reduced[lane] != 0) continue;
    const double angle = x.v[lane], one = __builtin_copysign(1.0, sign.v[lane]);
    sine.v[lane] = static_cast<Number>(one * __builtin_sin(angle));
    cosine.v[lane] = static_cast<Number>(one * __builtin_cos(angle));
  }
}

}  // namespace equidyn::EQUIDYN_TARGET
