/// @file end_frames-inl.hpp
/// Motion of the base and wrench at the tool, transformed to the first and the last frame of the
/// chain.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Model, kernels::Placement;

template <class T, class C, class X, class Y, class Z>
EQUIDYN_INLINE T dot(const Vector<C>& row, const Triple<X, Y, Z>& v) {
  return row.x * v.x + row.y * v.y + row.z * v.z;
}

template <class T, class C>
EQUIDYN_INLINE Triple<T> turned(const Placement<C>& frame, const Triple<T>& v) {
  return {dot<T>(frame.row[0], v), dot<T>(frame.row[1], v), dot<T>(frame.row[2], v)};
}

/// Motion of frame 0, minus gravity, from that of the arm's base, which has no gravity in it.
template <class T, class C>
EQUIDYN_INLINE void at_frame_0(const Model<C>& arm, const Motion<T>& base, Motion<T>& at) {
  const auto& g = arm.gravity;
  const auto& p = arm.base_from_frame0.origin;
  auto w = triple(base.w), al = triple(base.al);
  const auto A = tensor(w, al);
  const auto a = triple(base.a.x - A.xx * T(p.x) + A.xy * T(p.y) + A.xz * T(p.z) - T(g.x),
                        base.a.y + A.yx * T(p.x) - A.yy * T(p.y) + A.yz * T(p.z) - T(g.y),
                        base.a.z + A.zx * T(p.x) + A.zy * T(p.y) - A.zz * T(p.z) - T(g.z));
  copy_all(at.w, turned(arm.base_from_frame0, w));
  copy_all(at.al, turned(arm.base_from_frame0, al));
  copy_all(at.a, turned(arm.base_from_frame0, a));
}

/// Wrench at the origin of frame n, from that at the tool, in tool axes.
template <class T, class C>
EQUIDYN_INLINE void at_frame_n(const Model<C>& arm, const Wrench<T>& tip, Wrench<T>& at) {
  const auto& p = arm.tool.origin;
  const auto f = turned(arm.tool, triple(tip.f));
  const auto n = turned(arm.tool, triple(tip.n));
  copy_all(at.f, f);
  copy_all(at.n, triple(n.x + p.y * f.z - p.z * f.y, n.y + p.z * f.x - p.x * f.z,
                        n.z + p.x * f.y - p.y * f.x));
}

}  // namespace equidyn::EQUIDYN_TARGET
