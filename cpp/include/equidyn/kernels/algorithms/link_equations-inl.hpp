/// @file link_equations-inl.hpp
/// Newton-Euler equations of one link in modified DH frames, minimal in operations: motion outward,
/// net force and moment, wrench inward (minimal_newton_euler-inl.hpp).
///
/// Included once for each instruction set and once for all other scalars (any_scalar.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The acceleration tensor, row by row, but xx, yy and zz are the magnitudes of its diagonal, which
/// is negative; and the squares of the angular velocity.
template <class XX, class XY, class XZ, class YX, class YY, class YZ, class ZX, class ZY, class ZZ,
          class WXX, class WYY, class WZZ>
struct Tensor {
  XX xx;
  XY xy;
  XZ xz;
  YX yx;
  YY yy;
  YZ yz;
  ZX zx;
  ZY zy;
  ZZ zz;
  WXX wxx;
  WYY wyy;
  WZZ wzz;
};
template <class... Parts>
Tensor(Parts...) -> Tensor<Parts...>;

/// The tensor of angular velocity w and angular acceleration al of a link.                    6M 9A
template <class W, class Al>
EQUIDYN_INLINE auto tensor(const W& w, const Al& al) {
  auto wxx = rounded(w.x * w.x);
  auto wyy = rounded(w.y * w.y);
  auto wzz = rounded(w.z * w.z);
  auto wxy = rounded(w.x * w.y);
  auto wyz = rounded(w.y * w.z);
  auto wzx = rounded(w.z * w.x);
  return Tensor{wyy + wzz,  wxy - al.z, wzx + al.y,  //
                wxy + al.z, wzz + wxx,  wyz - al.x,  //
                wzx - al.y, wyz + al.x, wxx + wyy,  wxx, wyy, wzz};
}

/// The net force on a link, A S + M a.                                                        9M 9A
template <class L, class Tensor, class V>
EQUIDYN_INLINE auto force(const L& link, const Tensor& A, const V& a) {
  const auto S = link.S();
  return triple(link.M() * a.x + A.xy * S.y + A.xz * S.z - A.xx * S.x,
                link.M() * a.y + A.yx * S.x + A.yz * S.z - A.yy * S.y,
                link.M() * a.z + A.zx * S.x + A.zy * S.y - A.zz * S.z);
}

/// The net moment on a link, Vec(A K - K A^t) + S x a.                                      17M 17A
template <class L, class Tensor, class V>
EQUIDYN_INLINE auto moment(const L& link, const Tensor& A, const V& a) {
  const auto S = link.S();
  return triple(A.zy * link.K_yy() + (A.wzz - A.wyy) * link.K_yz() + A.zx * link.K_xy() -
                    A.yx * link.K_zx() + S.y * a.z - S.z * a.y,
                (A.wxx - A.wzz) * link.K_zx() - A.zx * link.K_xx() + A.xy * link.K_yz() -
                    A.zy * link.K_xy() + S.z * a.x - S.x * a.z,
                A.yx * link.K_xx() - A.xy * link.K_yy() + (A.wyy - A.wxx) * link.K_xy() +
                    A.yz * link.K_zx() - A.xz * link.K_yz() + S.x * a.y - S.y * a.x);
}

/// From the acceleration of a point of joint axis i to that of a point of axis i+1, if there is one,
/// by the acceleration tensor of link i; calls `loaded` as below.
template <class T, class L, class J, class Tensor, class A, class Loaded>
EQUIDYN_INLINE void load_link(const L& link, const J& joint, const Tensor& A_, A& a,
                              Loaded&& loaded) {
  EQUIDYN_STEP(T, "shift outward");
  const auto d = joint.d();
  if (joint.shifts()) copy_nonzero(a, triple(a.x + d * A_.xz, a.y + d * A_.yz, a.z - d * A_.zz));
  EQUIDYN_STEP(T, "F_i, N_i");
  loaded(force(link, A_, a), moment(link, A_, a));
  EQUIDYN_STEP(T, "shift outward");
  const auto &length = link.length_ahead(), &a_y = link.a_y_ahead();
  if (link.shifts_x_alone_ahead()) {
    copy_nonzero(a, triple(a.x - length * A_.xx, a.y + length * A_.yx, a.z + length * A_.zx));
  } else if (link.shifts_y_ahead()) [[unlikely]] {
    copy_nonzero(a, triple(a.x - length * A_.xx + a_y * A_.xy, a.y + length * A_.yx - a_y * A_.yy,
                           a.z + length * A_.zx + a_y * A_.zy));
  }
}

/// From the motion of link i-1 at a point of joint axis i to that of link i. Calls `loaded` with
/// the net force on link i and the net moment about its origin, and sets `next` to the motion at
/// the point of joint axis i+1, if there is one.
template <class L, class J, class W, class Al, class A, class T, class Loaded>
EQUIDYN_INLINE void cross_joint(const L& link, const J& joint, const W& w_before,
                                const Al& al_before, const A& a_before, Motion<T>& next,
                                Loaded&& loaded) {
  EQUIDYN_STEP(T, "turn outward");
  auto w_seen = outward(link, joint, w_before);
  auto al_seen = outward(link, joint, al_before);
  auto a_seen = outward(link, joint, a_before);
  const auto twice = joint.dd() + joint.dd();

  EQUIDYN_STEP(T, "omega_i, alpha_i, a_i");
  auto w = triple(w_seen.x, w_seen.y, w_seen.z + joint.thd());
  auto al = triple(al_seen.x + w.y * joint.thd(), al_seen.y - w.x * joint.thd(),
                   al_seen.z + joint.thdd());
  auto a = triple(a_seen.x + w.y * twice, a_seen.y - w.x * twice, a_seen.z + joint.ddd());

  EQUIDYN_STEP(T, "A_i");
  auto A_ = tensor(w, al);
  load_link<T>(link, joint, A_, a, loaded);
  copy_all(next.w, w);
  copy_all(next.al, al);
  copy_all(next.a, a);
}

/// The wrench on link i, from frame i to frame i-1: shifted along z_i, rotated, shifted along
/// x_{i-1}; but for the shift along y_{i-1}.
template <class L, class J, class T>
EQUIDYN_INLINE void carry_inward_along_x(const L& link, const J& joint, Triple<T>& f,
                                         Triple<T>& n) {
  EQUIDYN_STEP(T, "shift inward");
  const auto d = joint.d();
  if (joint.shifts()) copy_nonzero(n, triple(n.x - d * f.y, n.y + d * f.x, n.z));
  EQUIDYN_STEP(T, "turn inward");
  copy_nonzero(n, inward(link, joint, n));
  copy_nonzero(f, inward(link, joint, f));
  EQUIDYN_STEP(T, "shift inward");
  const auto& length = link.length();
  if (link.shifts()) copy_nonzero(n, triple(n.x, n.y - length * f.z, n.z + length * f.y));
}

/// The moment about an origin at -a_y along y.
template <class L, class T>
EQUIDYN_INLINE void shift_along_y(const L& link, const Triple<T>& f, Triple<T>& n) {
  const auto& a_y = link.a_y();
  if (link.shifts_y()) [[unlikely]]
    copy_nonzero(n, triple(n.x + a_y * f.z, n.y, n.z - a_y * f.x));
}

template <class L, class J, class T>
EQUIDYN_INLINE void carry_inward(const L& link, const J& joint, Triple<T>& f, Triple<T>& n) {
  carry_inward_along_x(link, joint, f, n);
  shift_along_y(link, f, n);
}

}  // namespace equidyn::EQUIDYN_TARGET
