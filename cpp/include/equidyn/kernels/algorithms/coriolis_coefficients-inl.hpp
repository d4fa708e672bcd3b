/// @file coriolis_coefficients-inl.hpp
/// Coefficients C^i_jk of the products of joint velocities in the torques, O(n^3).
///
/// For j <= k, a point beyond joints j and k accelerates by z_j x rho_k qd_j qd_k: rho_k is its
/// velocity per velocity of joint k, z_j the axis of joint j, zero for a prismatic one. Twice that
/// for j < k, since both orders of j and k count. Torque i is the integral of rho_i . a over the
/// mass beyond joint i, so that for j <= k
///
///   C^i_jk = C^i_kj = int rho_i . (z_j x rho_k) dm = z_j . H_ki,   H_ki = int rho_k x rho_i dm
///
/// over the links beyond the outer one of joints i and k. H_ik = -H_ki gives two coefficients for
/// each product, and zero for i = k. In frame k, i < k, joint i alone moves links k to n as one
/// body, with w and v at its origin, so that
///
///   H_ki = K (z x w) + (z x S) x v   for a revolute joint k,   z x (mass v + w x S)   if prismatic
///
/// since (z x r) x (w x r) = r (r . (z x w)).
///
///   code        meaning                                                                  frame
///   mass, S, K  of links k to n as one body; moments are regrouped (mass_matrix-inl.hpp)  k
///   w, v        angular velocity of link k, velocity of its origin, per velocity of joint i  k
///   H           H_ki                                                                      k
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Data of joint i: links i to n as one body; and the motion of the link that the outward pass has
/// reached, per velocity of joint i.
template <class T>
struct CoriolisScratch {
  T mass;
  CompositeBody<T> body;
  Vector<T> w, v;
};

/// From the tip inward: the links beyond every joint as one body.
template <class T, class C>
EQUIDYN_INLINE void gather_bodies(const Chain<C>& arm, const Joint<T>* joints,
                                  CoriolisScratch<T>* scratch) {
  const LinkConstants<C>* const link = arm.link;
  constexpr Zero o;
  CompositeBody<T> body;
  copy_all(body, BodyMoments{triple(o, o, o), symmetric(o, o, o, o, o, o)});
  C mass(0);
  for (int i = arm.n - 1;; --i) {
    with_type<Twist::kNone, Turning::kAny>(
        link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA { add_own(view, body); });
    if (!link[i].kind.revolute) mass = mass + link[i].M;
    scratch[i].mass = mass;
    copy_all(scratch[i].body, BodyMoments{triple(body.S), symmetric(body.K)});
    if (i == 0) return;
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      auto turned = body_turned_about_z(joint, BodyMoments{triple(body.S), symmetric(body.K)});
      if (joint.shifts()) copy_nonzero(turned, shifted_along_z(joint.d(), mass, turned));
      const auto before = body_turned_about_x(view, turned);
      shift_inward(view, mass, before, body);
    });
  }
}

/// The motion of a body outward: shifted along x, and rotated about it.
template <class L, class T>
EQUIDYN_INLINE void carry_along_x(const L& link, Vector<T>& w, Vector<T>& v) {
  auto shifted = triple(v);
  const auto& length = link.length();
  if (link.shifts()) copy_nonzero(shifted, triple(v.x, v.y + length * w.z, v.z - length * w.y));
  const auto& a_y = link.a_y();
  if (link.shifts_y()) [[unlikely]]
    copy_nonzero(shifted, triple(shifted.x - a_y * w.z, shifted.y, shifted.z + a_y * w.x));
  copy_all(w, seen_about_x(link, w));
  copy_all(v, seen_about_x(link, shifted));
}

/// Rotated about z, and shifted along it.
template <class J, class T>
EQUIDYN_INLINE void carry_along_z(const J& joint, Vector<T>& w, Vector<T>& v) {
  copy_all(w, seen_about_z(joint, w));
  copy_all(v, seen_about_z(joint, v));
  const auto d = joint.d();
  if (joint.shifts()) v.x = v.x + d * w.y, v.y = v.y - d * w.x;
}

/// H_ki, where w and v are the motion of link k per velocity of joint i.             9M 6A or 6M 4A
template <class L, class T>
EQUIDYN_INLINE void cross_velocities(const L&, const CoriolisScratch<T>& k, const Vector<T>& w,
                                     const Vector<T>& v, Vector<T>& H) {
  const auto& [S, K] = k.body;
  if constexpr (kRevolute<L>) {
    H.x = K.xy * w.x - K.xx * w.y + S.x * v.z;
    H.y = K.yy * w.x - K.xy * w.y + S.y * v.z;
    H.z = K.yz * w.x - K.zx * w.y - S.x * v.x - S.y * v.y;
  } else {
    H.x = w.x * S.z - w.z * S.x - k.mass * v.y;
    H.y = w.y * S.z - w.z * S.y + k.mass * v.x;
    H.z = T(0);
  }
}

/// Coefficients C: n x n x n, C^i_jk at (i, j, k). `scratch` is memory for n joints.
template <class T, class C_>
EQUIDYN_INLINE void coriolis_coefficients(const Chain<C_>& arm, const Joint<T>* joints, T* C,
                                          CoriolisScratch<T>* scratch) {
  const LinkConstants<C_>* const link = arm.link;
  const int n = arm.n;
  // for j <= k
  const auto enter = [&](int i, int j, int k, const auto& value) EQUIDYN_INLINE_LAMBDA {
    T* const layer = C + static_cast<std::ptrdiff_t>(i * n) * n;
    layer[j * n + k] = number<T>(value);
    layer[k * n + j] = number<T>(value);
  };
  gather_bodies(arm, joints, scratch);
  for (int k = 0; k < n; ++k) {
    if (k > 0) {
      with_kind<Turning::kAny>(link[k], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
        const auto joint = view.moved_by(joints[k]);
        for (int i = 0; i < k; ++i) {
          carry_along_x(view, scratch[i].w, scratch[i].v);
          carry_along_z(joint, scratch[i].w, scratch[i].v);
        }
      });
    }
    constexpr Zero o;
    const T unit(1), none(0);
    copy_all(scratch[k].w, triple(o, o, link[k].kind.revolute ? unit : none));
    copy_all(scratch[k].v, triple(o, o, link[k].kind.revolute ? none : unit));
    for (int i = 0; i < k; ++i) {
      Vector<T> H;
      with_type<Twist::kNone, Turning::kAny>(link[k], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
        cross_velocities(view, scratch[k], scratch[i].w, scratch[i].v, H);
      });
      for (int j = 0; j <= k; ++j) {
        const Vector<T>& z = scratch[j].w;
        const T along = z.x * H.x + z.y * H.y + z.z * H.z;
        enter(i, j, k, along);
        if (j <= i) enter(k, j, i, none - along);
      }
    }
    for (int j = 0; j <= k; ++j) enter(k, j, k, o);
    if (abandoned(n)) return;
  }
}

template <>
struct Evaluation<Task::kCoriolisCoefficients>
    : OfChain<Task::kCoriolisCoefficients, CoriolisScratch> {
  template <class... Arguments>
  EQUIDYN_INLINE static void compute(const Arguments&... arguments) {
    coriolis_coefficients(arguments...);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
