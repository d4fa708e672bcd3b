/// @file turns-inl.hpp
/// Vectors and symmetric matrices that turn about one axis. The two rows of a matrix across the
/// axis turn among themselves; what couples them to the axis turns like a vector.
///
/// With w = c (p - q) - 2 s r,
///
///   c -s   p r    c  s     q + c w  r + s w
///   s  c   r q   -s  c  =  r + s w  p - c w
///
/// takes 4M 6A, where the two products of matrices take 16M 8A.
///
/// Included once for each instruction set (text-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Symmetric;

/// Whether the view of a link is that of a revolute joint.
template <class L>
constexpr bool kRevolute = kRevolute<const L&>;
template <Kind kKind, class C>
constexpr bool kRevolute<const LinkView<kKind, C>&> = kKind.revolute;

/// A symmetric matrix whose entries may be structural.
template <class XX, class YY, class ZZ, class XY, class YZ, class ZX>
struct SymmetricMatrix {
  XX xx;
  YY yy;
  ZZ zz;
  XY xy;
  YZ yz;
  ZX zx;
};

template <class XX, class YY, class ZZ, class XY, class YZ, class ZX>
EQUIDYN_INLINE auto symmetric(const XX& xx, const YY& yy, const ZZ& zz, const XY& xy, const YZ& yz,
                              const ZX& zx) {
  return SymmetricMatrix<decltype(rounded(xx)), decltype(rounded(yy)), decltype(rounded(zz)),
                         decltype(rounded(xy)), decltype(rounded(yz)), decltype(rounded(zx))>{
      rounded(xx), rounded(yy), rounded(zz), rounded(xy), rounded(yz), rounded(zx)};
}

template <class T>
EQUIDYN_INLINE auto symmetric(const Symmetric<T>& m) {
  return symmetric(m.xx, m.yy, m.zz, m.xy, m.yz, m.zx);
}

template <class M, class... Parts>
EQUIDYN_INLINE void copy_nonzero(M& to, const SymmetricMatrix<Parts...>& m) {
  copy_nonzero(to.xx, m.xx), copy_nonzero(to.yy, m.yy), copy_nonzero(to.zz, m.zz);
  copy_nonzero(to.xy, m.xy), copy_nonzero(to.yz, m.yz), copy_nonzero(to.zx, m.zx);
}

/// Copies a matrix, structural zeros as numbers too.
template <class T, class... Parts>
EQUIDYN_INLINE void copy_all(Symmetric<T>& to, const SymmetricMatrix<Parts...>& m) {
  to.xx = number<T>(m.xx), to.yy = number<T>(m.yy), to.zz = number<T>(m.zz);
  to.xy = number<T>(m.xy), to.yz = number<T>(m.yz), to.zx = number<T>(m.zx);
}

/// Two components of a vector, in the plane of a turn.
template <class X, class Y>
struct PlanarVector {
  X x;
  Y y;
};
template <class X, class Y>
PlanarVector(X, Y) -> PlanarVector<X, Y>;

/// Turned by the angle whose cosine and sine are c and s.                                     4M 2A
template <class CC, class SS, class X, class Y>
EQUIDYN_INLINE auto turned_planar(const CC& c, const SS& s, const X& x, const Y& y) {
  return PlanarVector{rounded(c * x - s * y), rounded(s * x + c * y)};
}

/// Two rows of a symmetric matrix, in the plane of a turn.
template <class XX, class YY, class XY>
struct SymmetricBlock {
  XX xx;
  YY yy;
  XY xy;
};
template <class XX, class YY, class XY>
SymmetricBlock(XX, YY, XY) -> SymmetricBlock<XX, YY, XY>;

/// Turned by the angle whose cosine and sine are c and s.                                     4M 6A
template <class CC, class SS, class XX, class YY, class XY>
EQUIDYN_INLINE auto turned_symmetric_block(const CC& c, const SS& s, const XX& xx, const YY& yy,
                                           const XY& xy) {
  const auto w = rounded(c * (xx - yy) - s * (xy + xy));
  return SymmetricBlock{rounded(yy + c * w), rounded(xx - c * w), rounded(xy + s * w)};
}
template <class XX, class YY, class XY>
EQUIDYN_INLINE auto turned_symmetric_block(One, Zero, const XX& xx, const YY& yy, const XY& xy) {
  return SymmetricBlock{xx, yy, xy};
}
template <class SS, class XX, class YY, class XY>
EQUIDYN_INLINE auto turned_symmetric_block(Zero, SS, const XX& xx, const YY& yy, const XY& xy) {
  return SymmetricBlock{yy, xx, Zero{} - xy};
}

/// From frame i to axes before the turn about z.                                              8M 8A
template <class J, class... Parts>
EQUIDYN_INLINE auto turned_about_z(const J& joint, const SymmetricMatrix<Parts...>& m) {
  const auto c = joint.c();
  const auto s = joint.s();
  const auto block = turned_symmetric_block(c, s, m.xx, m.yy, m.xy);
  const auto axis = turned_planar(c, s, m.zx, m.yz);
  return symmetric(block.xx, block.yy, m.zz, block.xy, axis.y, axis.x);
}

/// From there to the axes of frame i-1.                                                       8M 8A
template <class L, class... Parts>
EQUIDYN_INLINE auto turned_about_x(const L& link, const SymmetricMatrix<Parts...>& m) {
  const auto c = link.cos_twist();
  const auto s = link.sin_twist();
  const auto block = turned_symmetric_block(c, s, m.yy, m.zz, m.yz);
  const auto axis = turned_planar(c, s, m.xy, m.zx);
  return symmetric(m.xx, block.xx, block.yy, axis.x, block.xy, axis.y);
}

/// The same for a vector: 4M 2A each.
template <class J, class X, class Y, class Z>
EQUIDYN_INLINE auto turned_about_z(const J& joint, const Triple<X, Y, Z>& v) {
  const auto across = turned_planar(joint.c(), joint.s(), v.x, v.y);
  return triple(across.x, across.y, v.z);
}
template <class L, class X, class Y, class Z>
EQUIDYN_INLINE auto turned_about_x(const L& link, const Triple<X, Y, Z>& v) {
  const auto across = turned_planar(link.cos_twist(), link.sin_twist(), v.y, v.z);
  return triple(v.x, across.x, across.y);
}

}  // namespace equidyn::EQUIDYN_TARGET
