/// @file turns-inl.hpp
/// Rotations of vectors and matrices about one axis. The 2 x 2 block of a matrix across the axis is
/// rotated by itself; the entries that couple it to the axis are rotated like a vector.
///
/// With w = s (p - q) + 2 c r,
///
///   c -s   p r    c  s     p - s w  c w - r
///   s  c   r q   -s  c  =  c w - r  q + s w
///
/// takes 4M 6A; the two matrix products take 16M 8A. A small q keeps its digits beside a large p
/// where the angle is small, as for axes that are nearly parallel, whose common normal is far away.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Two components of a vector, in the plane of a rotation.
template <class X, class Y>
struct PlanarVector {
  X x;
  Y y;
};
template <class X, class Y>
PlanarVector(X, Y) -> PlanarVector<X, Y>;

/// Rotated by the angle whose cosine and sine are c and s.                                    4M 2A
template <class CC, class SS, class X, class Y>
EQUIDYN_INLINE auto turned_planar(const CC& c, const SS& s, const X& x, const Y& y) {
  return PlanarVector{rounded(c * x - s * y), rounded(s * x + c * y)};
}

/// A block of a symmetric matrix, in the plane of a rotation.
template <class XX, class YY, class XY>
struct SymmetricBlock {
  XX xx;
  YY yy;
  XY xy;
};
template <class XX, class YY, class XY>
SymmetricBlock(XX, YY, XY) -> SymmetricBlock<XX, YY, XY>;

/// Rotated by the angle whose cosine and sine are c and s.                                    4M 6A
template <class CC, class SS, class XX, class YY, class XY>
EQUIDYN_INLINE auto turned_symmetric_block(const CC& c, const SS& s, const XX& xx, const YY& yy,
                                           const XY& xy) {
  const auto w = rounded(s * (xx - yy) + c * (xy + xy));
  return SymmetricBlock{rounded(xx - s * w), rounded(yy + s * w), rounded(c * w - xy)};
}
template <class XX, class YY, class XY>
EQUIDYN_INLINE auto turned_symmetric_block(One, Zero, const XX& xx, const YY& yy, const XY& xy) {
  return SymmetricBlock{xx, yy, xy};
}
template <class SS, class XX, class YY, class XY>
EQUIDYN_INLINE auto turned_symmetric_block(Zero, SS, const XX& xx, const YY& yy, const XY& xy) {
  return SymmetricBlock{yy, xx, Zero{} - xy};
}

/// A block of a general matrix, in the plane of a rotation.
template <class XX, class XY, class YX, class YY>
struct Block {
  XX xx;
  XY xy;
  YX yx;
  YY yy;
};
template <class... Parts>
Block(Parts...) -> Block<Parts...>;

/// Rotated by the angle whose cosine and sine are c and s.                                    4M 7A
template <class CC, class SS, class XX, class XY, class YX, class YY>
EQUIDYN_INLINE auto turned_block(const CC& c, const SS& s, const XX& xx, const XY& xy, const YX& yx,
                                 const YY& yy) {
  const auto w = rounded(s * (xx - yy) + c * (xy + yx));
  return Block{rounded(xx - s * w), rounded(c * w - yx), rounded(c * w - xy), rounded(yy + s * w)};
}
template <class XX, class XY, class YX, class YY>
EQUIDYN_INLINE auto turned_block(One, Zero, const XX& xx, const XY& xy, const YX& yx,
                                 const YY& yy) {
  return Block{xx, xy, yx, yy};
}
template <class SS, class XX, class XY, class YX, class YY>
EQUIDYN_INLINE auto turned_block(Zero, SS, const XX& xx, const XY& xy, const YX& yx, const YY& yy) {
  return Block{yy, Zero{} - yx, Zero{} - xy, xx};
}

/// From frame i to the axes before the rotation about z.                                      8M 8A
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

/// The same for a general matrix: 12M 11A each.
template <class J, class... Parts>
EQUIDYN_INLINE auto turned_about_z(const J& joint, const GeneralMatrix<Parts...>& m) {
  const auto c = joint.c();
  const auto s = joint.s();
  const auto block = turned_block(c, s, m.xx, m.xy, m.yx, m.yy);
  const auto column = turned_planar(c, s, m.xz, m.yz);
  const auto row = turned_planar(c, s, m.zx, m.zy);
  return general(block.xx, block.xy, column.x,  //
                 block.yx, block.yy, column.y,  //
                 row.x, row.y, m.zz);
}
template <class L, class... Parts>
EQUIDYN_INLINE auto turned_about_x(const L& link, const GeneralMatrix<Parts...>& m) {
  const auto c = link.cos_twist();
  const auto s = link.sin_twist();
  const auto block = turned_block(c, s, m.yy, m.yz, m.zy, m.zz);
  const auto column = turned_planar(c, s, m.yx, m.zx);
  const auto row = turned_planar(c, s, m.xy, m.xz);
  return general(m.xx, row.x, row.y,            //
                 column.x, block.xx, block.xy,  //
                 column.y, block.yx, block.yy);
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

/// From the axes of frame i-1 to those after the rotation about x, and from there to frame i: 4M 2A
/// each.
template <class L, class V>
EQUIDYN_INLINE auto seen_about_x(const L& link, const V& v) {
  const auto c = link.cos_twist();
  const auto s = link.sin_twist();
  return triple(v.x, c * v.y + s * v.z, c * v.z - s * v.y);
}
template <class J, class V>
EQUIDYN_INLINE auto seen_about_z(const J& joint, const V& v) {
  return triple(joint.c() * v.x + joint.s() * v.y, joint.c() * v.y - joint.s() * v.x, v.z);
}

/// From frame i-1 to frame i: about x, then about z.                                          8M 4A
template <class L, class J, class V>
EQUIDYN_INLINE auto outward(const L& link, const J& joint, const V& v) {
  return seen_about_z(joint, seen_about_x(link, v));
}

/// From frame i to frame i-1: about z, then about x.                                          8M 4A
template <class L, class J, class V>
EQUIDYN_INLINE auto inward(const L& link, const J& joint, const V& v) {
  return turned_about_x(link, turned_about_z(joint, v));
}

}  // namespace equidyn::EQUIDYN_TARGET
