/// @file inverse_dynamics_vjp-inl.hpp
/// The product of a cotangent of the joint torques with their derivatives, O(n): the recursion of
/// minimal_newton_euler-inl.hpp, backwards.
///
/// With the cotangent as joint velocities of an arm that moves in the same position, the product
/// with the torques is the power P of the net forces and moments. On link i it is linear in the
/// acceleration tensor and in a, at the velocity u + y x r of a point r,
///
///   P_i = G : A + g . a,  G = int (u + y x r) r^t dm = u S^t + [y]x K,  g = M u + y x S
///
/// and G : A, of A = [al]x + w w^t - (w . w) E, has the gradient axial(G) by al, and
/// (G + G^t) w - 2 Tr(G) w by w. A shift of a by A p adds g p^t to G. Gradients of w, al and a are
/// carried inward, as are those of u and y, which are the force and the moment on link i. A change
/// of joint angle i rotates whatever crosses joint i: of each vector x with the gradient x', it
/// changes the power by z . (x' x x).
///
///   code      meaning                                                            frame
///   y, u      angular velocity, velocity of the origin, of cotangent velocities  i
///   _seen     of the link before, at a point of joint axis i                     axes i'
///   by_w, ..  gradients by w, al and a                                           i
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Data of joint i and link i.
template <class T>
struct AdjointScratch {
  Vector<T> y_seen, u_seen, y, u;
  Wrench<T> load;
};

/// The gradients of the power by the motion of a link.
template <class T>
struct MotionGradient {
  Triple<T> w, al, a;
};

/// z . (gradient x vector): the change of the power as the vector is rotated by -z.           2M 1A
template <class U, class V>
EQUIDYN_INLINE auto per_turn(const U& gradient, const V& vector) {
  return rounded(gradient.x * vector.y - gradient.y * vector.x);
}

/// The cotangent velocities of link i, from those of the link before.
template <class L, class J, class T>
EQUIDYN_INLINE void follow(const L& link, const J& joint, const T& cotangent, Vector<T> y,
                           Vector<T> u, AdjointScratch<T>& own) {
  carry_along_x(link, y, u);
  copy_all(own.y_seen, triple(y)), copy_all(own.u_seen, triple(u));
  carry_along_z(joint, y, u);
  if constexpr (kRevolute<L>)
    y.z = y.z + cotangent;
  else
    u.z = u.z + cotangent;
  copy_all(own.y, triple(y)), copy_all(own.u, triple(u));
}

/// From gradients by the motion at a point of joint axis i+1 to those by the motion of link i at a
/// point of joint axis i, before its joint moves: those of the power on link i, and of the shifts.
template <class L, class J, class T>
EQUIDYN_INLINE void add_power(const L& link, const J& joint, const Vector<T>& w,
                              const AdjointScratch<T>& own, MotionGradient<T>& by) {
  const auto S = link.S();
  const auto &y = own.y, &u = own.u;
  const auto &length = link.length_ahead(), &a_y = link.a_y_ahead();
  constexpr Zero o;
  T Gxx = u.x * S.x + y.y * link.K_zx() - y.z * link.K_xy();
  T Gyx = u.y * S.x + y.z * link.K_xx() - y.x * link.K_zx();
  T Gzx = u.z * S.x + y.x * link.K_xy() - y.y * link.K_xx();
  T Gxy = u.x * S.y + y.y * link.K_yz() - y.z * link.K_yy();
  T Gyy = u.y * S.y + y.z * link.K_xy() - y.x * link.K_yz();
  T Gzy = u.z * S.y + y.x * link.K_yy() - y.y * link.K_xy();
  T Gxz = number<T>(u.x * S.z + o - y.z * link.K_yz());
  T Gyz = number<T>(u.y * S.z + y.z * link.K_zx() - o);
  T Gzz = number<T>(u.z * S.z + y.x * link.K_yz() - y.y * link.K_zx());

  if (link.shifts_ahead())
    Gxx = Gxx + length * by.a.x, Gyx = Gyx + length * by.a.y, Gzx = Gzx + length * by.a.z;
  if (link.shifts_y_ahead()) [[unlikely]]
    Gxy = Gxy + a_y * by.a.x, Gyy = Gyy + a_y * by.a.y, Gzy = Gzy + a_y * by.a.z;
  copy_nonzero(by.a, triple(by.a.x + link.M() * u.x + y.y * S.z - y.z * S.y,
                            by.a.y + link.M() * u.y + y.z * S.x - y.x * S.z,
                            by.a.z + link.M() * u.z + y.x * S.y - y.y * S.x));
  const auto d = joint.d();
  if (joint.shifts()) Gxz = Gxz + d * by.a.x, Gyz = Gyz + d * by.a.y, Gzz = Gzz + d * by.a.z;

  const T xx = Gyy + Gzz, yy = Gzz + Gxx, zz = Gxx + Gyy;
  const T xy = Gxy + Gyx, yz = Gyz + Gzy, zx = Gzx + Gxz;
  copy_nonzero(by.al, triple(by.al.x + Gzy - Gyz, by.al.y + Gxz - Gzx, by.al.z + Gyx - Gxy));
  copy_nonzero(by.w, triple(by.w.x + xy * w.y + zx * w.z - (xx + xx) * w.x,
                            by.w.y + xy * w.x + yz * w.z - (yy + yy) * w.y,
                            by.w.z + zx * w.x + yz * w.y - (zz + zz) * w.z));
}

/// The products of joint i with velocity and acceleration, and gradients by the motion before the
/// joint moves, in the axes of frame i.
template <class L, class J, class T>
EQUIDYN_INLINE void differentiate_by_rates(const L&, const J& joint, const Vector<T>& w,
                                           MotionGradient<T>& by, T& by_qd, T& by_qdd) {
  const auto &al = by.al, &a = by.a;
  if constexpr (kRevolute<L>) {
    by_qdd = al.z;
    by_qd = by.w.z + per_turn(al, w);
    copy_nonzero(by.w, triple(by.w.x - joint.thd() * al.y, by.w.y + joint.thd() * al.x, by.w.z));
  } else {
    const auto twice = rounded(joint.dd() + joint.dd());
    const T across = per_turn(a, w);
    by_qdd = a.z;
    by_qd = across + across;
    copy_nonzero(by.w, triple(by.w.x - twice * a.y, by.w.y + twice * a.x, by.w.z));
  }
}

/// The product of prismatic joint i with its position: along the shift by d, and of the force f.
template <class T>
EQUIDYN_INLINE T along_shift(const Motion<T>& m, const MotionGradient<T>& by,
                             const AdjointScratch<T>& own, const Triple<T>& f) {
  const auto A_ = tensor(triple(m.w), triple(m.al));
  return by.a.x * A_.xz + by.a.y * A_.yz - by.a.z * A_.zz + per_turn(f, own.y);
}

/// The products of joint 1 on a base at rest, from gradients by the motion at joint axis 2. A revolute
/// one has w = (0, 0, w_z), y = (0, 0, cotangent) and u = 0, so that Tr(G) - G_zz is the shift's
/// alone; of a prismatic one the position changes nothing. `start` is the acceleration of the base.
template <class L, class J, class T>
EQUIDYN_INLINE void differentiate_at_rest(const L& link, const J& joint, const T& cotangent,
                                          const Vector<T>& start, const MotionGradient<T>& by,
                                          T& by_q, T& by_qd, T& by_qdd) {
  const auto& a = by.a;
  if constexpr (kRevolute<L>) {
    const auto S = link.S();
    by_qd = by.w.z;
    by_qdd = by.al.z + cotangent * (link.K_xx() + link.K_yy());
    if (link.shifts_ahead()) {
      const auto& length = link.length_ahead();
      const T along = length * a.x;
      by_qd = by_qd - (along + along) * joint.thd();
      by_qdd = by_qdd + length * a.y;
    }
    if (link.shifts_y_ahead()) [[unlikely]] {
      const auto& a_y = link.a_y_ahead();
      const T along = a_y * a.y;
      by_qd = by_qd - (along + along) * joint.thd();
      by_qdd = by_qdd - a_y * a.x;
    }
    const auto turned =
        turned_about_z(joint, triple(a.x - cotangent * S.y, a.y + cotangent * S.x, a.z));
    by_q = per_turn(turned, start);
  } else {
    by_q = by_qd = T(0);
    by_qdd = a.z + link.M() * cotangent;
  }
}

/// The motion of the base, at rest or as given, before joint 1.
template <class T, class C>
EQUIDYN_INLINE void start_motion(const Chain<C>& arm, const Motion<T>* base, Motion<T>& before) {
  if (base != nullptr) return start_moving(*base, arm.link[0], before);
  const Vector<T> none{T(0), T(0), T(0)};
  before = {none, none, {T(arm.start.x), T(arm.start.y), T(arm.start.z)}};
}

/// A cotangent of the joint torques, its products with their derivatives by q, qd and qdd, the motion
/// of the link before each joint, and what each joint keeps for the way back.
template <class T>
struct ProductArrays : Scratch {
  T *const cotangent = per_joint(), *const by_q = per_joint(), *const by_qd = per_joint();
  T* const by_qdd = per_joint();
  Motion<T>* const motions = take(n + 1);
  AdjointScratch<T>* const scratch = per_joint();
};

/// The products of the cotangent. `base` and `tip` as for inverse dynamics. `left` is called with
/// gradients by the motion of a moving base, in axes turned about x to joint 1.
template <class T, class C, class Left>
EQUIDYN_INLINE void inverse_dynamics_vjp(const Chain<C>& arm, const Joint<T>* joints,
                                         const Motion<T>* base, const Wrench<T>* tip,
                                         const ProductArrays<T>& arrays, Left&& left) {
  const T* const cotangent = arrays.cotangent;
  T *const by_q = arrays.by_q, *const by_qd = arrays.by_qd, *const by_qdd = arrays.by_qdd;
  Motion<T>* const motions = arrays.motions;
  AdjointScratch<T>* const scratch = arrays.scratch;
  const LinkConstants<C>* const link = arm.link;
  const int last = arm.n - 1;
  const Vector<T> none{T(0), T(0), T(0)};
  start_motion(arm, base, motions[0]);

  const auto go_outward = [&](const auto& view, int i) EQUIDYN_INLINE_LAMBDA {
    const auto joint = view.moved_by(joints[i]);
    const Motion<T>& m = motions[i];
    const auto loaded = [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
      if (i == 0 && base == nullptr) return;  // it does no power
      copy_all(scratch[i].load.f, F);
      copy_all(scratch[i].load.n, N);
    };
    cross_joint(view, joint, view.turning(m.w), view.turning(m.al), triple(m.a), motions[i + 1],
                loaded);
    if (i == 0)
      follow(view, joint, cotangent[i], none, none, scratch[i]);
    else
      follow(view, joint, cotangent[i], scratch[i - 1].y, scratch[i - 1].u, scratch[i]);
  };
  const auto still = Triple<T>{none.x, none.y, none.z};
  auto f = still, n = still;
  MotionGradient<T> by{still, still, still};
  if (tip != nullptr) add_wrench(*tip, f, n);
  const auto go_inward = [&](const auto& view, int i) EQUIDYN_INLINE_LAMBDA {
    const auto joint = view.moved_by(joints[i]);
    const AdjointScratch<T>& own = scratch[i];
    const Motion<T>&m = motions[i + 1], &before = motions[i];
    add_wrench(own.load, f, n);
    add_power(view, joint, m.w, own, by);
    differentiate_by_rates(view, joint, m.w, by, by_qd[i], by_qdd[i]);
    if constexpr (!kRevolute<decltype(view)>) by_q[i] = along_shift(m, by, own, f);

    const auto d = joint.d();
    if (joint.shifts()) copy_nonzero(n, triple(n.x - d * f.y, n.y + d * f.x, n.z));
    copy_nonzero(f, turned_about_z(joint, f)), copy_nonzero(n, turned_about_z(joint, n));
    copy_nonzero(by.w, turned_about_z(joint, by.w)),
        copy_nonzero(by.al, turned_about_z(joint, by.al));
    copy_nonzero(by.a, turned_about_z(joint, by.a));
    if constexpr (kRevolute<decltype(view)>)
      by_q[i] = per_turn(by.w, seen_about_x(view, triple(before.w))) +
                per_turn(by.al, seen_about_x(view, triple(before.al))) +
                per_turn(by.a, seen_about_x(view, triple(before.a))) + per_turn(n, own.y_seen) +
                per_turn(f, own.u_seen);
    if (i == 0) return left(by);
    copy_nonzero(f, turned_about_x(view, f)), copy_nonzero(n, turned_about_x(view, n));
    const C& length = view.length();
    if (view.shifts()) copy_nonzero(n, triple(n.x, n.y - length * f.z, n.z + length * f.y));
    shift_along_y(view, f, n);
    copy_nonzero(by.w, turned_about_x(view, by.w)),
        copy_nonzero(by.al, turned_about_x(view, by.al));
    copy_nonzero(by.a, turned_about_x(view, by.a));
  };

  const auto leave_base = [&](const auto& view) EQUIDYN_INLINE_LAMBDA { go_outward(view, 0); };
  if (base == nullptr)
    with_type<Twist::kNone, Turning::kStill>(link[0], leave_base);
  else
    with_type<Twist::kNone, Turning::kAny>(link[0], leave_base);
  for (int i = 1; i < arm.n; ++i)
    with_kind(link[i], base == nullptr ? link[i].kind.before : Turning::kAny,
              [&](const auto& view) EQUIDYN_INLINE_LAMBDA { go_outward(view, i); });
  for (int i = last; i > 0; --i)
    with_kind<Turning::kAny>(link[i],
                             [&](const auto& view) EQUIDYN_INLINE_LAMBDA { go_inward(view, i); });
  with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    if (base == nullptr)
      differentiate_at_rest(view, view.moved_by(joints[0]), cotangent[0], motions[0].a, by, by_q[0],
                            by_qd[0], by_qdd[0]);
    else
      go_inward(view, 0);
  });
}

/// The same without gradients by the motion of the base.
template <class T, class C>
EQUIDYN_INLINE void inverse_dynamics_vjp(const Chain<C>& arm, const Joint<T>* joints,
                                         const Motion<T>* base, const Wrench<T>* tip,
                                         const ProductArrays<T>& arrays) {
  inverse_dynamics_vjp(arm, joints, base, tip, arrays,
                       [](const MotionGradient<T>&) EQUIDYN_INLINE_LAMBDA {});
}

/// Adds the products of a cotangent of joint torques with constants of the joints.
template <class T, class C>
EQUIDYN_INLINE void add_scaled(int n, const C* constants, const T* cotangent, T* products) {
  for (int j = 0; j < n; ++j) products[j] = products[j] + T(constants[j]) * cotangent[j];
}

/// Adds the products of a cotangent of the joint torques with the derivatives of friction, but for
/// Coulomb's, which is constant.
template <class Block, class T>
EQUIDYN_INLINE void add_friction_products(const Block& block, const T* cotangent, T* by_qd) {
  if (block.x.friction) add_scaled(block.arm.chain.n, block.arm.drives.viscous, cotangent, by_qd);
  for_slopes_near_rest(block, [&](int j, const T& slope) EQUIDYN_INLINE_LAMBDA {
    by_qd[j] = by_qd[j] + slope * cotangent[j];
  });
}

/// With the derivatives by q, qd (the second result) and qdd (the third).
template <>
struct Evaluation<Task::kInverseDynamicsVjp> : InBlocks {
  template <class T>
  using Arrays = ProductArrays<T>;
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const int n = arrays.n;
    block.read(block.x.cotangent, arrays.cotangent);
    Ends<T> ends;
    block.read_ends(ends);
    inverse_dynamics_vjp(block.arm.chain, block.joints, ends.base, ends.tip, arrays);
    add_friction_products(block, arrays.cotangent, arrays.by_qd);
    if (block.x.motors)
      add_scaled(n, block.arm.drives.motor_inertia, arrays.cotangent, arrays.by_qdd);
    block.write(arrays.by_q, n, 0);
    block.write(arrays.by_qd, n, 1);
    block.write(arrays.by_qdd, n, 2);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
