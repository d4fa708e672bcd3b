/// @file structural-inl.hpp
/// Zeros and ones known at compile time, as types: equations written for the general case compile
/// to no operations where these make them superfluous.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Vector;

struct Zero {};
struct One {};

// clang-format off
template <class X> EQUIDYN_INLINE X operator+(const X& x, Zero) { return x; }
template <class X> EQUIDYN_INLINE X operator+(Zero, const X& x) { return x; }
template <class X> EQUIDYN_INLINE X operator-(const X& x, Zero) { return x; }
template <class X> EQUIDYN_INLINE auto operator-(Zero, const X& x) { return -x; }
template <class X> EQUIDYN_INLINE Zero operator*(const X&, Zero) { return {}; }
template <class X> EQUIDYN_INLINE Zero operator*(Zero, const X&) { return {}; }
template <class X> EQUIDYN_INLINE X operator*(One, const X& x) { return x; }
EQUIDYN_INLINE Zero operator+(Zero, Zero) { return {}; }
EQUIDYN_INLINE Zero operator-(Zero, Zero) { return {}; }
EQUIDYN_INLINE Zero operator-(Zero) { return {}; }
EQUIDYN_INLINE Zero operator*(Zero, Zero) { return {}; }
EQUIDYN_INLINE Zero operator*(One, Zero) { return {}; }
// clang-format on

/// Rounds a product that is kept for a fused multiply-add (lanes-inl.hpp); anything else is
/// unchanged.
template <class X>
EQUIDYN_INLINE X rounded(const X& x) {
  return x;
}

template <class T, class X>
EQUIDYN_INLINE T number(const X& x) {
  return x;
}
template <class T>
EQUIDYN_INLINE T number(Zero) {
  return T(0);
}

/// A vector with components that may be structural.
template <class X, class Y = X, class Z = X>
struct Triple {
  X x;
  Y y;
  Z z;
};

template <class X, class Y, class Z>
EQUIDYN_INLINE auto triple(const X& x, const Y& y, const Z& z) {
  using rounded_x = decltype(rounded(x));
  using rounded_y = decltype(rounded(y));
  using rounded_z = decltype(rounded(z));
  return Triple<rounded_x, rounded_y, rounded_z>{rounded(x), rounded(y), rounded(z)};
}

template <class T>
EQUIDYN_INLINE Triple<T> triple(const Vector<T>& v) {
  return {v.x, v.y, v.z};
}

template <class U, class V>
EQUIDYN_INLINE auto cross(const U& u, const V& v) {
  return triple(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
}

/// v + u x p.                                                                                 6M 6A
template <class T, class U, class P>
EQUIDYN_INLINE void add_cross(Vector<T>& v, const U& u, const P& p) {
  v.x = v.x + u.y * p.z - u.z * p.y;
  v.y = v.y + u.z * p.x - u.x * p.z;
  v.z = v.z + u.x * p.y - u.y * p.x;
}

/// Copies numbers that are not structural zeros; one by one, since a struct of registers copied as
/// bytes stalls later reads.
template <class T, class X>
EQUIDYN_INLINE void copy_nonzero(T& to, const X& value) {
  to = value;
}
template <class T>
EQUIDYN_INLINE void copy_nonzero(T&, Zero) {}
template <class V, class X, class Y, class Z>
EQUIDYN_INLINE void copy_nonzero(V& to, const Triple<X, Y, Z>& v) {
  copy_nonzero(to.x, v.x), copy_nonzero(to.y, v.y), copy_nonzero(to.z, v.z);
}

/// Copies a vector, structural zeros as numbers too.
template <class T, class X, class Y, class Z>
EQUIDYN_INLINE void copy_all(Vector<T>& to, const Triple<X, Y, Z>& v) {
  to.x = number<T>(v.x), to.y = number<T>(v.y), to.z = number<T>(v.z);
}

}  // namespace equidyn::EQUIDYN_TARGET
