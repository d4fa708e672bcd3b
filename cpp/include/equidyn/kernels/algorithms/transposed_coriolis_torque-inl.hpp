/// @file transposed_coriolis_torque-inl.hpp
/// The product of the transposed Coriolis matrix by Christoffel symbols with joint velocities, O(n).
///
/// The points of an arm move at x' = J qd, or at u = J v with joint velocities v. Its mass matrix is
/// the integral of J^t J dm, and its Christoffel symbols make C the integral of J^t J' dm, so that
///
///   C^t v = int J'^t u dm
///
/// The column of J of a revolute joint at the origin o is z x (x - o), which changes by
/// z' x (x - o) + z x (x' - o'); that of a prismatic one is z, which changes by z'. With the momentum
/// P, the angular momentum L and the integral H of (x' - o') x u over links i to n, entry i is
///
///   z' . L + z . H   at a revolute joint
///   z' . P           at a prismatic one
///
/// where z' = w x z. Of one link, whose points x - o turn with it, H is (w x S) x u + K (w x y). An
/// origin inward by p adds p x P to L, and p' x P to H.
///
///   code     meaning                                                                     frame
///   w        angular velocity of link i at joint velocities qd                           i
///   y, u     angular velocity, velocity of the origin, at joint velocities v             i
///   P, L, H  of link i, then of links i to n, about the origin                           i
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Data of link i.
template <class T>
struct MomentaScratch {
  Vector<T> w, P, L, H;
};

/// P, L and H of one link.                                               41M 27A for a revolute joint
template <class L, class T>
EQUIDYN_INLINE void find_momenta(const L& link, const Vector<T>& y, const Vector<T>& u,
                                 MomentaScratch<T>& own) {
  const auto S = link.S();
  copy_all(own.P,
           triple(link.M() * u.x + y.y * S.z - y.z * S.y, link.M() * u.y + y.z * S.x - y.x * S.z,
                  link.M() * u.z + y.x * S.y - y.y * S.x));
  copy_all(own.L,
           triple(S.y * u.z - S.z * u.y + link.K_yy() * y.x - link.K_xy() * y.y - link.K_zx() * y.z,
                  S.z * u.x - S.x * u.z + link.K_xx() * y.y - link.K_yz() * y.z - link.K_xy() * y.x,
                  S.x * u.y - S.y * u.x + (link.K_xx() + link.K_yy()) * y.z - link.K_zx() * y.x -
                      link.K_yz() * y.y));
  auto moving = cross(own.w, S), turning = cross(own.w, y);
  copy_all(own.H, triple(moving.y * u.z - moving.z * u.y + link.K_xx() * turning.x +
                             link.K_xy() * turning.y + link.K_zx() * turning.z,
                         moving.z * u.x - moving.x * u.z + link.K_xy() * turning.x +
                             link.K_yy() * turning.y + link.K_yz() * turning.z,
                         moving.x * u.y - moving.y * u.x + link.K_zx() * turning.x +
                             link.K_yz() * turning.y));
}

/// From the base outward: what is known of each link but the first, of which only w is needed.
template <class T, class C>
EQUIDYN_INLINE void find_momenta_outward(const Chain<C>& arm, const Joint<T>* joints, const T* v,
                                         MomentaScratch<T>* scratch) {
  const Triple<Zero> still;
  Vector<T> y, u;
  with_type<Twist::kNone, Turning::kStill>(arm.link[0],
                                           [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    copy_all(scratch[0].w, triple(still.x, still.y, view.moved_by(joints[0]).thd()));
    copy_all(y, triple(still.x, still.y, view.along_joint(Zero{}, v[0])));
    copy_all(u, triple(still.x, still.y, view.along_joint(v[0], Zero{})));
  });
  for (int i = 1; i < arm.n; ++i) {
    with_kind<Turning::kAny>(arm.link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      auto w = outward(view, joint, triple(scratch[i - 1].w));
      copy_all(scratch[i].w, triple(w.x, w.y, w.z + joint.thd()));
      carry_along_x(view, y, u);
      carry_along_z(joint, y, u);
      if constexpr (kRevolute<decltype(view)>)
        y.z = y.z + v[i];
      else
        u.z = u.z + v[i];
      find_momenta(view, y, u, scratch[i]);
    });
  }
}

/// Joint torques C(q, qd)^t v. `tau` may be v; `scratch` is memory for n links.
template <class T, class C>
EQUIDYN_INLINE void transposed_coriolis_torque(const Chain<C>& arm, const Joint<T>* joints,
                                               const T* v, T* tau, MomentaScratch<T>* scratch) {
  find_momenta_outward(arm, joints, v, scratch);

  const Vector<T> none{T(0), T(0), T(0)};
  auto P = triple(none), L = triple(none);
  auto H = none;
  for (int i = arm.n - 1; i > 0; --i) {
    with_kind<Turning::kAny>(arm.link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      const auto& [w, own_P, own_L, own_H] = scratch[i];
      copy_nonzero(P, triple(P.x + own_P.x, P.y + own_P.y, P.z + own_P.z));
      copy_nonzero(L, triple(L.x + own_L.x, L.y + own_L.y, L.z + own_L.z));
      copy_all(H, triple(H.x + own_H.x, H.y + own_H.y, H.z + own_H.z));
      if constexpr (kRevolute<decltype(view)>)
        tau[i] = H.z + per_turn(L, w);
      else
        tau[i] = per_turn(P, w);

      const auto sliding = cross(w, triple(Zero{}, Zero{}, joint.d()));
      if (joint.shifts()) add_cross(H, triple(sliding.x, sliding.y, joint.dd()), P);
      copy_all(H, inward(view, joint, triple(H)));
      carry_inward(view, joint, P, L);
      const auto& before = scratch[i - 1].w;
      if (view.shifts()) add_cross(H, cross(before, triple(view.length(), Zero{}, Zero{})), P);
      if (view.shifts_y()) [[unlikely]]
        add_cross(H, cross(before, triple(Zero{}, view.a_y(), Zero{})), P);
    });
  }
  tau[0] = arm.link[0].kind.revolute ? H.z : T(0);
}

template <>
struct Evaluation<Task::kTransposedCoriolisTorque> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const tau = per_joint();
    MomentaScratch<T>* const scratch = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    block.read(block.x.v, arrays.tau);
    transposed_coriolis_torque(block.arm.chain, block.joints, arrays.tau, arrays.tau,
                               arrays.scratch);
    block.write(arrays.tau, arrays.n);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
