/// @file lanes-inl.hpp
/// A number, or several in the lanes of a SIMD register, with products that are fused into
/// sums: a * b + c is rounded once if the instruction set has a fused multiply-add. What is fused
/// depends on the source code alone, never on the compiler, so that one lane and eight, one call
/// and a batch give the same bits.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

template <class V>
struct Product;

/// A constant of several arms, one in each lane. Products of two are rounded, as those of the
/// constants of one arm, which are numbers.
struct ConstantInLanes {
  Register v;

  ConstantInLanes() = default;
  EQUIDYN_INLINE explicit ConstantInLanes(Number x) : v(broadcast(x, Register{})) {}
  EQUIDYN_INLINE static ConstantInLanes of(Register v) {
    ConstantInLanes constant;
    constant.v = v;
    return constant;
  }

  using C = ConstantInLanes;
  EQUIDYN_INLINE friend C operator+(const C& a, const C& b) { return of(a.v + b.v); }
  EQUIDYN_INLINE friend C operator-(const C& a, const C& b) { return of(a.v - b.v); }
  EQUIDYN_INLINE friend C operator-(const C& a) { return of(-a.v); }
  EQUIDYN_INLINE friend C operator*(const C& a, const C& b) { return of(a.v * b.v); }
};

/// V: a number, or a register of numbers.
template <class V>
struct Lanes {
  V v;

  Lanes() = default;
  EQUIDYN_INLINE Lanes(Number x) : v(broadcast(x, V{})) {}    // NOLINT(google-explicit-constructor)
  EQUIDYN_INLINE Lanes(const ConstantInLanes& x) : v(x.v) {}  // NOLINT(google-explicit-constructor)
  EQUIDYN_INLINE static Lanes of(V v) {
    Lanes lanes;
    lanes.v = v;
    return lanes;
  }

  EQUIDYN_INLINE friend Lanes operator+(Lanes a, Lanes b) { return of(a.v + b.v); }
  EQUIDYN_INLINE friend Lanes operator-(Lanes a, Lanes b) { return of(a.v - b.v); }
  EQUIDYN_INLINE friend Lanes operator-(Lanes a) { return of(-a.v); }
  EQUIDYN_INLINE friend Lanes operator/(Lanes a, Lanes b) { return of(a.v / b.v); }
  EQUIDYN_INLINE friend Product<V> operator*(Lanes a, Lanes b) { return {a.v, b.v}; }
};

/// A product kept for a fused sum. Of two, the left one is rounded first.
template <class V>
struct Product {
  V a, b;

  EQUIDYN_INLINE operator Lanes<V>() const {  // NOLINT(google-explicit-constructor)
    return Lanes<V>::of(a * b);
  }
  EQUIDYN_INLINE friend Lanes<V> operator+(Product p, Lanes<V> c) {
    return Lanes<V>::of(fused(p.a, p.b, c.v));
  }
  EQUIDYN_INLINE friend Lanes<V> operator+(Lanes<V> c, Product p) { return p + c; }
  EQUIDYN_INLINE friend Lanes<V> operator-(Product p, Lanes<V> c) {
    return Lanes<V>::of(fused_difference(p.a, p.b, c.v));
  }
  EQUIDYN_INLINE friend Lanes<V> operator-(Lanes<V> c, Product p) {
    return Lanes<V>::of(fused_negated(p.a, p.b, c.v));
  }
  EQUIDYN_INLINE friend Lanes<V> operator+(Product p, Product q) { return Lanes<V>(p) + q; }
  EQUIDYN_INLINE friend Lanes<V> operator-(Product p, Product q) { return Lanes<V>(p) - q; }
  EQUIDYN_INLINE friend Lanes<V> operator-(Product p) { return -Lanes<V>(p); }
  EQUIDYN_INLINE friend Product operator*(Product p, Lanes<V> c) { return Lanes<V>(p) * c; }
};

/// Lane by lane: `forwards` at a positive velocity, `backwards` at a negative one, else zero.
EQUIDYN_INLINE Lanes<Register> by_sign(Lanes<Register> velocity, Lanes<Register> forwards,
                                       Lanes<Register> backwards) {
  constexpr Register zero{};
  return Lanes<Register>::of(
      choose(velocity.v > zero, forwards.v, choose(velocity.v < zero, backwards.v, zero)));
}

/// Lane by lane, whether the first is greater: false if one is NaN.
EQUIDYN_INLINE IntegerRegister exceeds(Lanes<Register> a, Lanes<Register> b) { return a.v > b.v; }

/// Lane by lane, the second if the first is NaN.
EQUIDYN_INLINE Lanes<Register> larger(Lanes<Register> a, Lanes<Register> b) {
  return Lanes<Register>::of(choose(exceeds(a, b), a.v, b.v));
}

EQUIDYN_INLINE void replace(IntegerRegister where, Lanes<Register>& numbers, Lanes<Register> by) {
  numbers.v = choose(where, by.v, numbers.v);
}

EQUIDYN_INLINE Lanes<Register> square_root(Lanes<Register> x) {
  return Lanes<Register>::of(square_root(x.v));
}

/// A constant of all lanes, or of one of them.
EQUIDYN_INLINE Number in_lane(const Number& x, int) { return x; }
EQUIDYN_INLINE Number in_lane(const ConstantInLanes& x, int lane) { return x.v[lane]; }

/// Rounds a product (structural-inl.hpp).
template <class V>
EQUIDYN_INLINE Lanes<V> rounded(const Product<V>& p) {
  return p;
}

}  // namespace equidyn::EQUIDYN_TARGET
