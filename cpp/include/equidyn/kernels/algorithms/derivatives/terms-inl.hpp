/// @file terms-inl.hpp
/// The products that make up the entries of the derivatives, (1) to (4) of
/// inverse_dynamics_derivatives-inl.hpp, with structural zeros of the motion before a joint.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The motion before a joint as these products read it; ww is twice w.
template <class W, class WW, class Tensor, class V>
struct MotionBefore {
  W w;
  WW ww;
  Tensor A;
  V a;
};
template <class... Parts>
MotionBefore(Parts...) -> MotionBefore<Parts...>;

/// w or al in axes i', with its structural zeros.
template <Kind kKind, class C, class T>
EQUIDYN_INLINE auto turning_seen(const LinkView<kKind, C>&, const Vector<T>& v) {
  constexpr bool any = kKind.before == Turning::kAny, axial = kKind.before == Turning::kAxial;
  constexpr bool parallel = kKind.twist == Twist::kNone, skew = kKind.twist == Twist::kGeneral;
  constexpr bool y = any || (axial && !parallel), z = any || (axial && (parallel || skew));
  return triple(present<any>(v.x), present<y>(v.y), present<z>(v.z));
}

template <class L, class T>
EQUIDYN_INLINE auto motion_seen(const L& link, const Motion<T>& m) {
  auto w = turning_seen(link, m.w);
  return MotionBefore{w, triple(w.x + w.x, w.y + w.y, w.z + w.z),
                      tensor(w, turning_seen(link, m.al)), triple(m.a)};
}

/// The wrench on link i, differentiated by q_i: (1).                                        34M 40A
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

/// Derivative by qd_i: (2).                                                                 10M 10A
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

/// Derivative by qdd_i, and torque i per angular velocity.                                    6M 8A
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

/// Torque i, differentiated by qd_j: (4).                                                     2M 2A
template <Kind kKind, class C, class Seen, class T>
EQUIDYN_INLINE T differentiate_torque_by_qd(const LinkView<kKind, C>&, const Seen& before,
                                            const Wrench<T>& by_qdd, const Vector<T>& per_w) {
  const auto& ww = before.ww;
  const auto& [f, n] = by_qdd;
  if constexpr (kKind.revolute)
    return number<T>(per_w.z + n.x * ww.y - n.y * ww.x);
  else
    return number<T>(f.x * ww.y - f.y * ww.x);
}

/// Torque i, differentiated by q_j, (3), and by qd_j, (4).                                    9M 8A
template <Kind kKind, class C, class Seen, class T>
EQUIDYN_INLINE void differentiate_torque(const LinkView<kKind, C>& link, const Seen& before,
                                         const Wrench<T>& by_qdd, const Vector<T>& per_w, T& by_q,
                                         T& by_qd) {
  const auto& [w, ww, A, a] = before;
  const auto& [f, n] = by_qdd;
  if constexpr (kKind.revolute) {
    by_q = number<T>(per_w.x * w.y - per_w.y * w.x + n.x * A.xz + n.y * A.yz - n.z * A.zz +
                     f.x * a.y - f.y * a.x);
  } else {
    by_q = number<T>(f.x * A.xz + f.y * A.yz - f.z * A.zz);
  }
  by_qd = differentiate_torque_by_qd(link, before, by_qdd, per_w);
}

}  // namespace equidyn::EQUIDYN_TARGET
