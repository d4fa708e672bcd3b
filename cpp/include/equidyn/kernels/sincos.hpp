/// @file sincos.hpp
/// Sine and cosine of a register of angles, at most 2 ulp off for |x| <= 1e5.
///
/// x = k pi/2 + r with |r| <= pi/4: pi/2 is subtracted in three parts, the first two short enough
/// that k times them is exact. Polynomials of r: minimax, fitted for this file, relative error
/// below 2^-57. The last two bits of k tell the quadrant.
///
/// Included once for each instruction set (instruction_sets.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The largest angle that is reduced here.
constexpr double kLargestAngle = 1e5;

EQUIDYN_INLINE void reduced_sincos(Lanes<Register> x, Lanes<Register>& sine,
                                   Lanes<Register>& cosine) {
  using L = Lanes<Register>;
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kHalfPi[] = {0x1.921fb54440000p+0, 0x1.68c234c4c0000p-39, 0x1.98a2e03707345p-77};
  constexpr double kToInteger =
      0x1.8p52;  // a sum with it is rounded to an integer in its last bits

  const L shifted = x * kTwoOverPi + L(kToInteger);
  const L k = shifted - L(kToInteger);
  const auto quadrant = reinterpret_cast<IntegerRegister>(shifted.v);
  const L r = ((x - k * kHalfPi[0]) - k * kHalfPi[1]) - k * kHalfPi[2];

  const L t = r * r;
  L s = t * 0x1.5d93a46cf70b2p-33 + L(-0x1.ae5e689ef0751p-26);
  s = s * t + L(0x1.71de357b1bde7p-19);
  s = s * t + L(-0x1.a01a019c1619dp-13);
  s = s * t + L(0x1.111111110f8a6p-7);
  s = s * t + L(-0x1.5555555555549p-3);
  s = s * L(r * t) + r;
  L c = t * -0x1.8fb130f6b15e6p-37 + L(0x1.1ee9f1528a518p-29);
  c = c * t + L(-0x1.27e4f812b6682p-22);
  c = c * t + L(0x1.a01a019cbf629p-16);
  c = c * t + L(-0x1.6c16c16c1521fp-10);
  c = c * t + L(0x1.555555555554cp-5);
  c = c * t + L(-0.5);
  c = c * t + L(1.0);

  const IntegerRegister odd = quadrant << 63;
  const Register sine_part = choose(odd, c.v, s.v), cosine_part = choose(odd, s.v, c.v);
  const IntegerRegister sine_sign = (quadrant & 2) << 62;
  const IntegerRegister cosine_sign = ((quadrant + 1) & 2) << 62;
  sine.v = reinterpret_cast<Register>(reinterpret_cast<IntegerRegister>(sine_part) ^ sine_sign);
  cosine.v =
      reinterpret_cast<Register>(reinterpret_cast<IntegerRegister>(cosine_part) ^ cosine_sign);
}

/// Which lanes are angles that can be reduced: neither too large, nor infinite, nor NaN.
EQUIDYN_INLINE IntegerRegister reducible(Lanes<Register> x) {
  const Register limit = broadcast(kLargestAngle, Register{});
  return (x.v <= limit) & (x.v >= -limit);
}

/// Replaces sine and cosine of the angles that cannot be reduced by those of the C library.
[[gnu::noinline]] inline void large_sincos(Lanes<Register> x, Lanes<Register>& sine,
                                           Lanes<Register>& cosine) {
  const IntegerRegister reduced = reducible(x);
  for (int lane = 0; lane < kLanes; ++lane) {
    if (reduced[lane] != 0) continue;
    sine.v[lane] = __builtin_sin(x.v[lane]);
    cosine.v[lane] = __builtin_cos(x.v[lane]);
  }
}

}  // namespace equidyn::EQUIDYN_TARGET
