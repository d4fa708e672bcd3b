/// @file outer_links-inl.hpp
/// The links beyond a joint as the derivatives read them: moments of mass and motion, transformed
/// inward from axis to axis. Symbols and axes are those of inverse_dynamics_derivatives-inl.hpp.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Links i to n, with velocities relative to link i, or to link i-1 beyond joint i.
template <class T>
struct MassMoments {
  T M;
  Vector<T> S;
  Symmetric<T> K;
};
template <class T>
struct Flow {
  Vector<T> P;
  Matrix<T> Q;
};
template <class T>
struct OuterLinks {
  MassMoments<T> moments;
  Flow<T> flow;
  Wrench<T> load;
};

template <class T>
EQUIDYN_INLINE void copy_all(Wrench<T>& to, const Wrench<T>& from) {
  copy_all(to.f, triple(from.f)), copy_all(to.n, triple(from.n));
}

/// Applies the rotation `turned` to every vector and matrix.
template <class T, class Turned>
EQUIDYN_INLINE void turn(MassMoments<T>& m, const Turned& turned) {
  copy_all(m.S, turned(triple(m.S)));
  copy_all(m.K, turned(symmetric(m.K)));
}
template <class T, class Turned>
EQUIDYN_INLINE void turn(Flow<T>& m, const Turned& turned) {
  copy_all(m.P, turned(triple(m.P)));
  copy_all(m.Q, turned(m.Q));
}
template <class T, class Turned>
EQUIDYN_INLINE void turn(Wrench<T>& m, const Turned& turned) {
  copy_all(m.f, turned(triple(m.f)));
  copy_all(m.n, turned(triple(m.n)));
}

/// About an origin shifted by -p, along one axis.
template <class T, class P>
EQUIDYN_INLINE void shift(MassMoments<T>& m, const P& p) {
  auto& [M, S, K] = m;
  const T S_x = S.x + p.x * M, S_y = S.y + p.y * M, S_z = S.z + p.z * M;
  K.xx = K.xx + p.x * S.x + p.x * S_x;
  K.yy = K.yy + p.y * S.y + p.y * S_y;
  K.zz = K.zz + p.z * S.z + p.z * S_z;
  K.xy = K.xy + p.x * S.y + p.y * S.x;
  K.yz = K.yz + p.z * S.y + p.y * S.z;
  K.zx = K.zx + p.z * S.x + p.x * S.z;
  S.x = S_x, S.y = S_y, S.z = S_z;
}
template <class T, class P>
EQUIDYN_INLINE void shift(Flow<T>& m, const P& p) {
  auto& [U, Q] = m;
  Q.xx = Q.xx + p.x * U.x, Q.yx = Q.yx + p.x * U.y, Q.zx = Q.zx + p.x * U.z;
  Q.xy = Q.xy + p.y * U.x, Q.yy = Q.yy + p.y * U.y, Q.zy = Q.zy + p.y * U.z;
  Q.xz = Q.xz + p.z * U.x, Q.yz = Q.yz + p.z * U.y, Q.zz = Q.zz + p.z * U.z;
}
template <class T, class P>
EQUIDYN_INLINE void shift(Wrench<T>& m, const P& p) {
  add_cross(m.n, p, m.f);
}

/// From frame i to axes i', and from there to frame i-1.
template <class J, class Part>
EQUIDYN_INLINE void carry_across_joint(const J& joint, Part& part) {
  turn(part, [&](const auto& x) EQUIDYN_INLINE_LAMBDA { return turned_about_z(joint, x); });
  if (joint.shifts()) shift(part, triple(Zero{}, Zero{}, joint.d()));
}
template <class L, class Part>
EQUIDYN_INLINE void carry_across_link(const L& link, Part& part) {
  if (link.shifts()) shift(part, triple(link.length(), Zero{}, Zero{}));
  turn(part, [&](const auto& x) EQUIDYN_INLINE_LAMBDA { return turned_about_x(link, x); });
  if (link.shifts_y()) [[unlikely]]
    shift(part, triple(Zero{}, link.a_y(), Zero{}));
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

/// Adds half of the contribution of revolute joint i to P and to the last column of Q.
template <class T>
EQUIDYN_INLINE void add_half_turn(const T& thd, const MassMoments<T>& m, Flow<T>& flow) {
  auto& [P, Q] = flow;
  P.x = P.x - thd * m.S.y, P.y = P.y + thd * m.S.x;
  Q.xz = Q.xz - thd * m.K.yz, Q.yz = Q.yz + thd * m.K.zx;
}

/// Adds the velocity of joint i once to the integrals, not twice.
template <Kind kKind, class C, class J, class T>
EQUIDYN_INLINE void add_velocity(const LinkView<kKind, C>&, const J& joint, const MassMoments<T>& m,
                                 Flow<T>& flow) {
  const auto& [M, S, K] = m;
  auto& [P, Q] = flow;
  if constexpr (kKind.revolute) {
    const T thd = joint.thd();
    add_half_turn(thd, m, flow);
    Q.xx = Q.xx - thd * K.xy, Q.xy = Q.xy - thd * K.yy;
    Q.yx = Q.yx + thd * K.xx, Q.yy = Q.yy + thd * K.xy;
  } else {
    const T dd = joint.dd();
    P.z = P.z + dd * M;
    Q.zx = Q.zx + dd * S.x, Q.zy = Q.zy + dd * S.y, Q.zz = Q.zz + dd * S.z;
  }
}

/// Adds the motion of joint i: b gains qdd_i z x r + 2 qd_i z x v, with v halfway.          22M 25A
template <Kind kKind, class C, class J, class T>
EQUIDYN_INLINE void add_motion(const LinkView<kKind, C>&, const J& joint, OuterLinks<T>& o) {
  const auto& [M, S, K] = o.moments;
  auto& [P, Q] = o.flow;
  auto& [f, n] = o.load;
  if constexpr (kKind.revolute) {
    const T thd = joint.thd(), thdd = joint.thdd(), twice = thd + thd;
    add_half_turn(thd, o.moments, o.flow);
    f.x = f.x - thdd * S.y - thd * P.y;
    f.y = f.y + thdd * S.x + thd * P.x;
    n.x = n.x - thdd * K.zx - thd * Q.xz;
    n.y = n.y - thdd * K.yz - thd * Q.yz;
    n.z = n.z + thdd * (K.xx + K.yy) + thd * (Q.xx + Q.yy);
    add_half_turn(thd, o.moments, o.flow);
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
  copy_all(K, symmetric(zero.x, zero.x, zero.x, zero.x, zero.x, zero.x));
  copy_all(Q, Matrix<Zero>{});
  with_type<Twist::kNone, Turning::kAny>(
      last, [&](const auto& view) EQUIDYN_INLINE_LAMBDA { add_link(view, o.moments); });
  if (tip != nullptr) copy_all(o.load, *tip);
}

/// To axes i' from the last link, which is at rest relative to itself: its load is that of the tip.
template <class T, class C>
EQUIDYN_INLINE void cross_last(const LinkConstants<C>& last, const Joint<T>& moved, bool loaded,
                               OuterLinks<T>& o) {
  with_type<Twist::kNone, Turning::kAny>(last, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    const auto joint = view.moved_by(moved);
    carry_across_joint(joint, o.moments);
    if (loaded) carry_across_joint(joint, o.load);
    add_motion(view, joint, o);
  });
}

/// To axes i' from axes (i+1)': the links beyond gain link i and the motion of its joint.
template <class T, class C>
EQUIDYN_INLINE void cross_inward(const LinkConstants<C>& beyond, const LinkConstants<C>& link,
                                 const Joint<T>& moved, OuterLinks<T>& o) {
  with_kind<Turning::kAny>(beyond, [&](const auto& from) EQUIDYN_INLINE_LAMBDA {
    with_type<Twist::kNone, Turning::kAny>(link, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(moved);
      carry_across_link(from, o.moments);
      add_link(view, o.moments);
      carry_across_joint(joint, o.moments);
      carry_across_link(from, o.flow), carry_across_joint(joint, o.flow);
      carry_across_link(from, o.load), carry_across_joint(joint, o.load);
      add_motion(view, joint, o);
    });
  });
}

}  // namespace equidyn::EQUIDYN_TARGET
