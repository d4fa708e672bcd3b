/// @file inverse_dynamics_derivatives-inl.hpp
/// Exact derivatives of the joint torques with respect to q and qd, O(n^2).
///
/// After S. Singh, R. P. Russell, P. M. Wensing, Efficient Analytical Derivatives of Rigid-Body
/// Dynamics using Spatial Vector Algebra, IEEE Robotics and Automation Letters 7, 2022: a joint
/// moves all links beyond it together, so that the entries (j, i) and (i, j), j <= i, come from two
/// products, one of what links i to n bear as joint i moves, one of how joint j moves them. Here
/// links i to n move relative to link i-1: a point at r from axis i, of velocity v and acceleration
/// b against that link, accelerates by a + A r + 2 w x v + b. For a revolute joint i,
///
///   q_i   turns r, v and b about z, while a, A and w stay                                     (1)
///   qd_i  adds 2 z x v + 2 w x (z x r)                                                        (2)
///
/// and for a prismatic one q_i adds A z, and qd_i 2 w x z. In axes that do not turn, whose origin
/// moves with axis j, the motion of all links beyond it gains
///
///   q_j   angular velocity w x z, angular acceleration A z, acceleration a x z                (3)
///   qd_j  angular velocity z, angular acceleration 2 w x z                                    (4)
///
/// or, if j is prismatic, the accelerations A z and 2 w x z alone.
///
///   code          meaning                                                               axes
///   w, A, a       of link i-1: angular velocity and acceleration tensor; acceleration,  i'
///                 less gravity, at the origin of axes i'
///   M, S, K       moments of mass of links i to n as one body                           i, i'
///   P, Q          twice the integrals of v dm and of v r^t dm over them                 i, i'
///   load          integrals of b dm and of r x b dm, and the wrench at the tip          i, i'
///   by_q, by_qd,  what link i bears, differentiated by q_i, qd_i and qdd_i; the last,   j, j'
///   by_qdd        by symmetry, is torque i per acceleration and angular acceleration
///                 of link j as well
///   per_w         torque i per angular velocity of link j                               j, j'
///
/// Axes i' are those of frame i-1 after the twist and the shift along x. No link adds to P, Q and
/// load, only crossing a joint does. Moments are regrouped, shifts are split and structural zeros
/// left out as in minimal_newton_euler-inl.hpp.
///
/// Included once for each instruction set (text-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Symmetric;

/// Of links i to n, moving against link i, or against link i-1 once joint i is crossed.
template <class T>
struct MassMoments {
  T M;
  Vector<T> S;
  Symmetric<T> K;
};
template <class T>
struct Flow {
  Vector<T> P;
  struct {
    T xx, xy, xz, yx, yy, yz, zx, zy, zz;
  } Q;
};
template <class T>
struct OuterLinks {
  MassMoments<T> moments;
  Flow<T> flow;
  Wrench<T> load;
};

/// Of joint i: the motion of the link before it, in axes i', and its rows and columns.
template <class T>
struct DerivativeScratch {
  Motion<T> before;
  Wrench<T> by_q, by_qd, by_qdd;
  Vector<T> per_w;
};

/// The same motion as the derivatives read it; ww is twice w.
template <class W, class WW, class Tensor, class V>
struct Before {
  W w;
  WW ww;
  Tensor A;
  V a;
};
template <class... Parts>
Before(Parts...) -> Before<Parts...>;

template <class U, class P>
EQUIDYN_INLINE auto cross(const U& u, const P& p) {
  return triple(u.y * p.z - u.z * p.y, u.z * p.x - u.x * p.z, u.x * p.y - u.y * p.x);
}

/// v + u x p.                                                                                6M 6A
template <class T, class U, class P>
EQUIDYN_INLINE void add_cross(Vector<T>& v, const U& u, const P& p) {
  v.x = v.x + u.y * p.z - u.z * p.y;
  v.y = v.y + u.z * p.x - u.x * p.z;
  v.z = v.z + u.x * p.y - u.y * p.x;
}

/// Two components of a vector, turned by the angle whose cosine and sine are c and s.         4M 2A
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn(const CC& c, const SS& s, T& x, T& y) {
  const T turned_x = c * x - s * y;
  y = s * x + c * y;
  x = turned_x;
}

/// Two rows of a matrix, turned; and of a symmetric one.                            4M 7A or 4M 6A
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_rows(const CC& c, const SS& s, T& xx, T& xy, T& yx, T& yy) {
  const T w = c * (xx - yy) - s * (xy + yx);
  const T turned_xx = yy + c * w;
  yy = xx - c * w, xx = turned_xx;
  xy = xy + s * w, yx = yx + s * w;
}
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_rows(const CC& c, const SS& s, T& xx, T& xy, T& yy) {
  const T w = c * (xx - yy) - s * (xy + xy);
  const T turned_xx = yy + c * w;
  yy = xx - c * w, xx = turned_xx;
  xy = xy + s * w;
}
/// By a right angle, and by none.
template <class SS, class T>
EQUIDYN_INLINE void turn_rows(Zero, SS, T& xx, T& xy, T& yx, T& yy) {
  const T turned_xx = yy, turned_xy = -yx;
  yy = xx, yx = -xy;
  xx = turned_xx, xy = turned_xy;
}
template <class SS, class T>
EQUIDYN_INLINE void turn_rows(Zero, SS, T& xx, T& xy, T& yy) {
  const T turned_xx = yy;
  yy = xx, xx = turned_xx, xy = -xy;
}
template <class T>
EQUIDYN_INLINE void turn_rows(One, Zero, T&, T&, T&, T&) {}
template <class T>
EQUIDYN_INLINE void turn_rows(One, Zero, T&, T&, T&) {}

/// From frame i to axes i', where c and s are those of joint i.
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_about_z(const CC& c, const SS& s, MassMoments<T>& m) {
  turn(c, s, m.S.x, m.S.y);
  turn(c, s, m.K.zx, m.K.yz);
  turn_rows(c, s, m.K.xx, m.K.xy, m.K.yy);
}
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_about_z(const CC& c, const SS& s, Flow<T>& m) {
  turn(c, s, m.P.x, m.P.y);
  turn(c, s, m.Q.xz, m.Q.yz);
  turn(c, s, m.Q.zx, m.Q.zy);
  turn_rows(c, s, m.Q.xx, m.Q.xy, m.Q.yx, m.Q.yy);
}
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_about_z(const CC& c, const SS& s, Wrench<T>& m) {
  turn(c, s, m.f.x, m.f.y);
  turn(c, s, m.n.x, m.n.y);
}

/// From axes i' to frame i-1, where c and s are those of the twist.
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_about_x(const CC& c, const SS& s, MassMoments<T>& m) {
  turn(c, s, m.S.y, m.S.z);
  turn(c, s, m.K.xy, m.K.zx);
  turn_rows(c, s, m.K.yy, m.K.yz, m.K.zz);
}
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_about_x(const CC& c, const SS& s, Flow<T>& m) {
  turn(c, s, m.P.y, m.P.z);
  turn(c, s, m.Q.xy, m.Q.xz);
  turn(c, s, m.Q.yx, m.Q.zx);
  turn_rows(c, s, m.Q.yy, m.Q.yz, m.Q.zy, m.Q.zz);
}
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_about_x(const CC& c, const SS& s, Wrench<T>& m) {
  turn(c, s, m.f.y, m.f.z);
  turn(c, s, m.n.y, m.n.z);
}

/// Seen from an origin that lies behind by p, along x or along z.
template <class T, class P>
EQUIDYN_INLINE void shift(MassMoments<T>& m, const P& p) {
  auto& [M, S, K] = m;
  const T S_x = S.x + p.x * M, S_z = S.z + p.z * M;
  K.xx = K.xx + p.x * S.x + p.x * S_x;
  K.zz = K.zz + p.z * S.z + p.z * S_z;
  K.xy = K.xy + p.x * S.y;
  K.yz = K.yz + p.z * S.y;
  K.zx = K.zx + p.z * S.x + p.x * S.z;
  S.x = S_x, S.z = S_z;
}
template <class T, class P>
EQUIDYN_INLINE void shift(Flow<T>& m, const P& p) {
  auto& [U, Q] = m;
  Q.xx = Q.xx + p.x * U.x, Q.yx = Q.yx + p.x * U.y, Q.zx = Q.zx + p.x * U.z;
  Q.xz = Q.xz + p.z * U.x, Q.yz = Q.yz + p.z * U.y, Q.zz = Q.zz + p.z * U.z;
}
template <class T, class P>
EQUIDYN_INLINE void shift(Wrench<T>& m, const P& p) {
  add_cross(m.n, p, m.f);
}

template <class T>
EQUIDYN_INLINE void copy_all(Wrench<T>& to, const Wrench<T>& from) {
  copy_all(to.f, triple(from.f)), copy_all(to.n, triple(from.n));
}

/// From frame i to axes i', and from there to frame i-1.
template <class J, class Part>
EQUIDYN_INLINE void arrive(const J& joint, Part& part) {
  turn_about_z(joint.c(), joint.s(), part);
  if (joint.shifts()) shift(part, triple(Zero{}, Zero{}, joint.d()));
}
template <class L, class Part>
EQUIDYN_INLINE void leave(const L& link, Part& part) {
  if (link.shifts()) shift(part, triple(link.length(), Zero{}, Zero{}));
  turn_about_x(link.cos_twist(), link.sin_twist(), part);
}

template <class L, class T>
EQUIDYN_INLINE void add_link(const L& link, MassMoments<T>& m) {
  auto& [M, S, K] = m;
  const auto own = link.S();
  M = M + link.M();
  S.x = S.x + own.x, S.y = S.y + own.y, S.z = S.z + own.z;
  K.xx = K.xx + link.K_xx(), K.yy = K.yy + link.K_yy();
  K.xy = K.xy + link.K_xy(), K.yz = K.yz + link.K_yz(), K.zx = K.zx + link.K_zx();
}

/// Adds the motion of joint i: b gains qdd_i z x r + 2 qd_i z x v, v that halfway.          22M 25A
template <Kind kKind, class C, class J, class T>
EQUIDYN_INLINE void add_motion(const LinkView<kKind, C>&, const J& joint, OuterLinks<T>& o) {
  const auto& [M, S, K] = o.moments;
  auto& [P, Q] = o.flow;
  auto& [f, n] = o.load;
  if constexpr (kKind.revolute) {
    const T thd = joint.thd(), thdd = joint.thdd(), twice = thd + thd;
    const auto add_half = [&]() EQUIDYN_INLINE_LAMBDA {
      P.x = P.x - thd * S.y, P.y = P.y + thd * S.x;
      Q.xz = Q.xz - thd * K.yz, Q.yz = Q.yz + thd * K.zx;
    };
    add_half();
    f.x = f.x - thdd * S.y - thd * P.y;
    f.y = f.y + thdd * S.x + thd * P.x;
    n.x = n.x - thdd * K.zx - thd * Q.xz;
    n.y = n.y - thdd * K.yz - thd * Q.yz;
    n.z = n.z + thdd * (K.xx + K.yy) + thd * (Q.xx + Q.yy);
    add_half();
    Q.xx = Q.xx - twice * K.xy, Q.xy = Q.xy - twice * K.yy;
    Q.yx = Q.yx + twice * K.xx, Q.yy = Q.yy + twice * K.xy;
  } else {
    const T dd = joint.dd(), ddd = joint.ddd(), twice = dd + dd;
    f.z = f.z + ddd * M;
    n.x = n.x + ddd * S.y, n.y = n.y - ddd * S.x;
    P.z = P.z + twice * M;
    Q.zx = Q.zx + twice * S.x, Q.zy = Q.zy + twice * S.y, Q.zz = Q.zz + twice * S.z;
  }
}

/// What is known of w or al in axes i'.
template <Kind kKind, class C, class T>
EQUIDYN_INLINE auto turning_seen(const LinkView<kKind, C>&, const Vector<T>& v) {
  constexpr bool any = kKind.before == Turning::kAny, axial = kKind.before == Turning::kAxial;
  constexpr bool parallel = kKind.twist == Twist::kNone, skew = kKind.twist == Twist::kGeneral;
  constexpr bool y = any || (axial && !parallel), z = any || (axial && (parallel || skew));
  return triple(present<any>(v.x), present<y>(v.y), present<z>(v.z));
}

template <class L, class T>
EQUIDYN_INLINE auto seen(const L& link, const Motion<T>& m) {
  auto w = turning_seen(link, m.w);
  return Before{w, triple(w.x + w.x, w.y + w.y, w.z + w.z), tensor(w, turning_seen(link, m.al)),
                triple(m.a)};
}

/// What link i bears, differentiated by q_i: (1).                                          34M 40A
template <Kind kKind, class C, class Seen, class T>
EQUIDYN_INLINE void differentiate_by_q(const LinkView<kKind, C>&, const Seen& before,
                                       const OuterLinks<T>& o, Wrench<T>& by_q) {
  const auto& [w, ww, A, a] = before;
  const auto& [M, S, K] = o.moments;
  const auto& [P, Q] = o.flow;
  const auto& [f, n] = o.load;
  if constexpr (kKind.revolute) {
    const T K_gap = K.xx - K.yy, K_twice = K.xy + K.xy;
    const T Q_gap = Q.xx - Q.yy, Q_twice = Q.xy + Q.yx;
    copy_all(by_q.f, triple(A.xx * S.y + A.xy * S.x - w.z * P.x - f.y,
                            f.x - A.yx * S.y - A.yy * S.x - w.z * P.y,
                            A.zy * S.x - A.zx * S.y + w.x * P.x + w.y * P.y));
    copy_all(by_q.n,
             triple(A.zy * K_twice + A.zx * K_gap + A.yx * K.yz + (A.yy - A.zz) * K.zx + S.x * a.z +
                        w.x * Q_twice - w.y * Q_gap + w.z * Q.yz - n.y,
                    n.x + A.zx * K_twice - A.zy * K_gap + A.xy * K.zx + (A.xx - A.zz) * K.yz +
                        S.y * a.z - w.x * Q_gap - w.y * Q_twice - w.z * Q.xz,
                    (A.xx - A.yy) * K_gap - (A.xy + A.yx) * K_twice - A.yz * K.yz - A.xz * K.zx -
                        S.x * a.x - S.y * a.y + w.x * Q.zy - w.y * Q.zx));
  } else {
    const auto f_x = f.x + M * a.x + A.xy * S.y + A.xz * S.z - A.xx * S.x + w.y * P.z - w.z * P.y;
    const auto f_y = f.y + M * a.y + A.yx * S.x + A.yz * S.z - A.yy * S.y + w.z * P.x - w.x * P.z;
    copy_all(by_q.f, triple(M * A.xz, M * A.yz, -(M * A.zz)));
    copy_all(by_q.n, triple(-f_y - S.y * A.zz - S.z * A.yz, f_x + S.z * A.xz + S.x * A.zz,
                            S.x * A.yz - S.y * A.xz));
  }
}

/// By qd_i: (2).                                                                           10M 10A
template <Kind kKind, class C, class Seen, class T>
EQUIDYN_INLINE void differentiate_by_qd(const LinkView<kKind, C>&, const Seen& before,
                                        const OuterLinks<T>& o, Wrench<T>& by_qd) {
  const auto& ww = before.ww;
  const auto& [M, S, K] = o.moments;
  const auto& [P, Q] = o.flow;
  if constexpr (kKind.revolute) {
    copy_all(by_qd.f, triple(-P.y - ww.z * S.x, P.x - ww.z * S.y, ww.x * S.x + ww.y * S.y));
    copy_all(by_qd.n, triple(ww.x * K.xy + ww.y * K.yy + ww.z * K.yz - Q.xz,
                             -Q.yz - ww.x * K.xx - ww.y * K.xy - ww.z * K.zx, Q.xx + Q.yy));
  } else {
    copy_all(by_qd.f, triple(M * ww.y, -(M * ww.x), Zero{}));
    copy_all(by_qd.n, triple(S.z * ww.x, S.z * ww.y, -(S.x * ww.x) - S.y * ww.y));
  }
}

/// By qdd_i, and torque i per angular velocity.                                              6M 8A
template <Kind kKind, class C, class Seen, class T>
EQUIDYN_INLINE void differentiate_by_qdd(const LinkView<kKind, C>&, const Seen& before,
                                         const OuterLinks<T>& o, Wrench<T>& by_qdd,
                                         Vector<T>& per_w) {
  const auto& ww = before.ww;
  const auto& [M, S, K] = o.moments;
  const auto& [P, Q] = o.flow;
  if constexpr (kKind.revolute) {
    copy_all(by_qdd.f, triple(-S.y, S.x, Zero{}));
    copy_all(by_qdd.n, triple(-K.zx, -K.yz, K.xx + K.yy));
    copy_all(per_w, triple(ww.y * K.xx - ww.x * K.xy - Q.zx, ww.y * K.xy - ww.x * K.yy - Q.zy,
                           Q.xx + Q.yy + ww.y * K.zx - ww.x * K.yz));
  } else {
    copy_all(by_qdd.f, triple(Zero{}, Zero{}, M));
    copy_all(by_qdd.n, triple(S.y, -S.x, Zero{}));
    copy_all(per_w, triple(P.y + ww.z * S.x - ww.x * S.z, ww.z * S.y - P.x - ww.y * S.z, Zero{}));
  }
}

/// What torque i gains by q_j, (3), and by qd_j, (4).                                         9M 8A
template <Kind kKind, class C, class Seen, class T>
EQUIDYN_INLINE void differentiate_torque(const LinkView<kKind, C>&, const Seen& before,
                                         const Wrench<T>& by_qdd, const Vector<T>& per_w, T& by_q,
                                         T& by_qd) {
  const auto& [w, ww, A, a] = before;
  const auto& [f, n] = by_qdd;
  if constexpr (kKind.revolute) {
    by_q = number<T>(per_w.x * w.y - per_w.y * w.x + n.x * A.xz + n.y * A.yz - n.z * A.zz +
                     f.x * a.y - f.y * a.x);
    by_qd = number<T>(per_w.z + n.x * ww.y - n.y * ww.x);
  } else {
    by_q = number<T>(f.x * A.xz + f.y * A.yz - f.z * A.zz);
    by_qd = number<T>(f.x * ww.y - f.y * ww.x);
  }
}

/// Acceleration of a point that lies further by p.
template <class T, class W, class Al, class P>
EQUIDYN_INLINE void shift(Vector<T>& a, const W& w, const Al& al, const P& p) {
  add_cross(a, al, p);
  add_cross(a, w, cross(w, p));
}

/// From axes i' to frame i.                                                                   4M 2A
template <class J, class V>
EQUIDYN_INLINE auto turned_outward(const J& joint, const V& v) {
  return triple(joint.c() * v.x + joint.s() * v.y, joint.c() * v.y - joint.s() * v.x, v.z);
}

/// Crosses joint i outward: from the motion of link i-1 in axes i' to that of link i.
template <class J, class W, class Al, class T>
EQUIDYN_INLINE void cross_outward(const J& joint, const W& w_before, const Al& al_before,
                                  const Vector<T>& a_before, Motion<T>& m) {
  Vector<T> a_there;
  copy_all(a_there, triple(a_before));
  if (joint.shifts()) shift(a_there, w_before, al_before, triple(Zero{}, Zero{}, joint.d()));
  const auto w_seen = turned_outward(joint, w_before);
  const auto al_seen = turned_outward(joint, al_before);
  const auto a_seen = turned_outward(joint, a_there);
  const auto twice = joint.dd() + joint.dd();

  auto w = triple(w_seen.x, w_seen.y, w_seen.z + joint.thd());
  copy_all(m.w, w);
  copy_all(m.al, triple(al_seen.x + w.y * joint.thd(), al_seen.y - w.x * joint.thd(),
                        al_seen.z + joint.thdd()));
  copy_all(m.a, triple(a_seen.x + w.y * twice, a_seen.y - w.x * twice, a_seen.z + joint.ddd()));
}

/// What each joint sees of the link before it; the first, on a base at rest, from its own frame.
template <class T, class C>
EQUIDYN_INLINE void see_motions(const Chain<C>& arm, const Joint<T>* joints, const Motion<T>* base,
                                DerivativeScratch<T>* scratch) {
  const LinkConstants<C>* const link = arm.link;
  Motion<T> m;
  if (base == nullptr) {
    with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const Triple<Zero> still;
      Vector<T> a;
      copy_all(a, triple(arm.start));
      cross_outward(view.moved_by(joints[0]), still, still, a, m);
    });
    copy_all(scratch[0].before.a, triple(m.a));
  } else {
    copy_all(m.w, triple(base->w)), copy_all(m.al, triple(base->al)),
        copy_all(m.a, triple(base->a));
  }
  for (int i = base == nullptr ? 1 : 0; i < arm.n; ++i) {
    const Turning before = base == nullptr ? link[i].kind.before : Turning::kAny;
    with_kind(link[i], before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto turned = [&](const auto& v) EQUIDYN_INLINE_LAMBDA {
        const auto c = view.cos_twist();
        const auto s = view.sin_twist();
        return triple(v.x, c * v.y + s * v.z, c * v.z - s * v.y);
      };
      auto w = turned(view.turning(m.w));
      auto al = turned(view.turning(m.al));
      Vector<T> a;
      copy_all(a, turned(m.a));
      if (view.shifts()) shift(a, w, al, triple(view.length(), Zero{}, Zero{}));
      copy_nonzero(scratch[i].before.w, w);
      copy_nonzero(scratch[i].before.al, al);
      copy_all(scratch[i].before.a, triple(a));
      if (i + 1 < arm.n) cross_outward(view.moved_by(joints[i]), w, al, a, m);
    });
  }
}

/// The last link and the wrench at its tip.
template <class T, class C>
EQUIDYN_INLINE void begin_with(const LinkConstants<C>& last, const Wrench<T>* tip,
                               OuterLinks<T>& o) {
  const Triple<Zero> zero;
  auto& [M, S, K] = o.moments;
  auto& [P, Q] = o.flow;
  M = T(0);
  copy_all(S, zero), copy_all(P, zero);
  copy_all(o.load.f, zero), copy_all(o.load.n, zero);
  K.xx = K.yy = K.zz = K.xy = K.yz = K.zx = T(0);
  Q.xx = Q.xy = Q.xz = Q.yx = Q.yy = Q.yz = Q.zx = Q.zy = Q.zz = T(0);
  with_type<Twist::kNone, Turning::kAny>(
      last, [&](const auto& view) EQUIDYN_INLINE_LAMBDA { add_link(view, o.moments); });
  if (tip != nullptr) copy_all(o.load, *tip);
}

/// To axes i' from the last link, which rests against itself, so that all load is the tip's.
template <class T, class C>
EQUIDYN_INLINE void cross_last(const LinkConstants<C>& last, const Joint<T>& moved, bool loaded,
                               OuterLinks<T>& o) {
  with_type<Twist::kNone, Turning::kAny>(last, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    const auto joint = view.moved_by(moved);
    arrive(joint, o.moments);
    if (loaded) arrive(joint, o.load);
    add_motion(view, joint, o);
  });
}

/// To axes i' from axes (i+1)': the links beyond gain link i and the motion of its joint.
template <class T, class C>
EQUIDYN_INLINE void cross_inward(const LinkConstants<C>& beyond, const LinkConstants<C>& link,
                                 const Joint<T>& moved, OuterLinks<T>& o) {
  with_kind(beyond, Turning::kAny, [&](const auto& from) EQUIDYN_INLINE_LAMBDA {
    with_type<Twist::kNone, Turning::kAny>(link, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(moved);
      leave(from, o.moments), add_link(view, o.moments), arrive(joint, o.moments);
      leave(from, o.flow), arrive(joint, o.flow);
      leave(from, o.load), arrive(joint, o.load);
      add_motion(view, joint, o);
    });
  });
}

/// Entries (j, i) and (i, j) for i >= j, and rows and columns i carried on to frame j-1.
template <class L, class J, class T>
EQUIDYN_INLINE void enter(const L& link, const J& joint, const OuterLinks<T>& o, int j, int n,
                          T* dtau_dq, T* dtau_dqd, DerivativeScratch<T>* scratch) {
  auto before = seen(link, scratch[j].before);
  const auto ww_x = cross(before.ww, triple(link.length(), Zero{}, Zero{}));
  const auto across = cross(before.ww, triple(Zero{}, Zero{}, joint.d()));
  const auto ww_z = triple(across.x, across.y, joint.dd() + joint.dd());
  T* const q_row = dtau_dq + j * n;
  T* const qd_row = dtau_dqd + j * n;
  Wrench<T> x;
  Vector<T> per_w;
  const auto store_column = [&](Wrench<T>& stored) EQUIDYN_INLINE_LAMBDA {
    leave(link, x);
    copy_all(stored, x);
  };
  const auto store_row = [&](DerivativeScratch<T>& stored) EQUIDYN_INLINE_LAMBDA {
    if (link.shifts()) add_cross(per_w, ww_x, x.f);
    turn(link.cos_twist(), link.sin_twist(), per_w.y, per_w.z);
    copy_all(stored.per_w, triple(per_w));
    store_column(stored.by_qdd);
  };
  const auto carry_column = [&](Wrench<T>& stored, T& entry) EQUIDYN_INLINE_LAMBDA {
    copy_all(x, stored);
    arrive(joint, x);
    entry = link.along_joint(x.f.z, x.n.z);
    store_column(stored);
  };

  differentiate_by_q(link, before, o, x);
  q_row[j] = link.along_joint(x.f.z, x.n.z);
  store_column(scratch[j].by_q);
  differentiate_by_qd(link, before, o, x);
  qd_row[j] = link.along_joint(x.f.z, x.n.z);
  store_column(scratch[j].by_qd);
  differentiate_by_qdd(link, before, o, x, per_w);
  store_row(scratch[j]);
  for (int i = j + 1; i < n; ++i) {
    carry_column(scratch[i].by_q, q_row[i]);
    carry_column(scratch[i].by_qd, qd_row[i]);
    copy_all(x, scratch[i].by_qdd);
    copy_all(per_w, triple(scratch[i].per_w));
    arrive(joint, x);
    turn(joint.c(), joint.s(), per_w.x, per_w.y);
    if (joint.shifts()) add_cross(per_w, ww_z, x.f);
    differentiate_torque(link, before, x, per_w, dtau_dq[i * n + j], dtau_dqd[i * n + j]);
    store_row(scratch[i]);
  }
}

/// The entries of the first joint on a base at rest, in the axes of its frame.
template <class L, class T>
EQUIDYN_INLINE void enter_first(const L& link, const OuterLinks<T>& o, int n, T* dtau_dq,
                                T* dtau_dqd, DerivativeScratch<T>* scratch) {
  auto before = seen(link, scratch[0].before);
  Wrench<T> x;
  differentiate_by_q(link, before, o, x);
  dtau_dq[0] = link.along_joint(x.f.z, x.n.z);
  differentiate_by_qd(link, before, o, x);
  dtau_dqd[0] = link.along_joint(x.f.z, x.n.z);
  for (int i = 1; i < n; ++i) {
    const auto& [motion, by_q, by_qd, by_qdd, per_w] = scratch[i];
    dtau_dq[i] = link.along_joint(by_q.f.z, by_q.n.z);
    dtau_dqd[i] = link.along_joint(by_qd.f.z, by_qd.n.z);
    differentiate_torque(link, before, by_qdd, per_w, dtau_dq[i * n], dtau_dqd[i * n]);
  }
}

/// Derivatives of the joint torques, dtau_dq and dtau_dqd: n times n, row i for the torque of joint
/// i, column j for joint j. `base` is the motion of the frame before the first joint, null where it
/// rests; `tip` the wrench by the last link on the environment, at and in its frame, null where it
/// is free. `scratch` is space for n joints.
template <class T, class C>
EQUIDYN_INLINE void inverse_dynamics_derivatives(const Chain<C>& arm, const Joint<T>* joints,
                                                 const Motion<T>* base, const Wrench<T>* tip,
                                                 T* dtau_dq, T* dtau_dqd,
                                                 DerivativeScratch<T>* scratch) {
  const LinkConstants<C>* const link = arm.link;
  const int n = arm.n, last = n - 1;
  see_motions(arm, joints, base, scratch);

  OuterLinks<T> o;
  begin_with(link[last], tip, o);
  for (int j = last; j > 0 || base != nullptr; --j) {
    if (j == last)
      cross_last(link[j], joints[j], tip != nullptr, o);
    else
      cross_inward(link[j + 1], link[j], joints[j], o);
    const Turning before = base == nullptr ? link[j].kind.before : Turning::kAny;
    with_kind(link[j], before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      enter(view, view.moved_by(joints[j]), o, j, n, dtau_dq, dtau_dqd, scratch);
    });
    if (j == 0) return;
  }

  if (last > 0) {
    with_kind(link[1], Turning::kAny, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      leave(view, o.moments);
      leave(view, o.flow);
    });
  }
  with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    if (last > 0) add_link(view, o.moments);
    enter_first(view, o, n, dtau_dq, dtau_dqd, scratch);
  });
}

}  // namespace equidyn::EQUIDYN_TARGET
