/// @file minimal_newton_euler-inl.hpp
/// The fewest operations known for inverse dynamics of a general arm: 81n - 92 multiplications and
/// 69n - 83 additions for revolute joints on a base at rest in any direction of gravity. The
/// production kernel.
///
/// Newton-Euler in modified DH frames with three savings, each exact:
///
///   regrouping    what of a link lies on its joint axis (mass, first moment, K_zz) is counted with
///                 the link before, so that M = S_z = K_zz = 0 behind a revolute joint and K = 0
///                 behind a prismatic one;
///   tensors       force and moment come from the acceleration tensor A,
///                 A b = al x b + w x (w x b);
///   split shifts  axis z_i is common to links i-1 and i, so a point is shifted along x before the
///                 rotation and along z after it, each by one column of A (or two products)
///                 instead of a full one.
///
/// W. Khalil, J.-F. Kleinfinger 1986 and C. A. Balafoutis, R. V. Patel 1991 for the first two.
///
/// The text is that of a general link. What a kind of link makes zero or one by structure (right
/// angles between joint axes, the regrouped moments, the rotation that no joint has caused yet) has
/// a type of its own there (structural-inl.hpp) and costs nothing.
///
/// T is the type of what moves, C that of the arm's constants. Included once for each instruction
/// set and once for all other scalars (text-inl.hpp).

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

/// Of a link that turns with w and al.                                                       6M 9A
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

/// Force that moves a link, A S + M a.                                                       9M 9A
template <class L, class Tensor, class V>
EQUIDYN_INLINE auto force(const L& link, const Tensor& A, const V& a) {
  const auto S = link.S();
  return triple(link.M() * a.x + A.xy * S.y + A.xz * S.z - A.xx * S.x,
                link.M() * a.y + A.yx * S.x + A.yz * S.z - A.yy * S.y,
                link.M() * a.z + A.zx * S.x + A.zy * S.y - A.zz * S.z);
}

/// Moment that moves a link, Vec(A K - K A^t) + S x a.                                     17M 17A
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

/// Crosses joint i: from the motion of link i-1 at a point of joint axis i to that of link i, at
/// its origin. Calls `loaded` with the force and the moment that this takes, and leaves in `next`
/// the motion at the point of the next joint axis, that of the link `after`, if there is one.
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
  EQUIDYN_STEP(T, "shift outward");
  const auto d = joint.d();
  if (joint.shifts()) copy_nonzero(a, triple(a.x + d * A_.xz, a.y + d * A_.yz, a.z - d * A_.zz));
  EQUIDYN_STEP(T, "F_i, N_i");
  loaded(force(link, A_, a), moment(link, A_, a));
  EQUIDYN_STEP(T, "shift outward");
  if (link.shifts_ahead()) {
    const auto& length = link.length_ahead();
    copy_nonzero(a, triple(a.x - length * A_.xx, a.y + length * A_.yx, a.z + length * A_.zx));
  }
  copy_all(next.w, w);
  copy_all(next.al, al);
  copy_all(next.a, a);
}

/// What acts on link i, seen from link i-1: shifted along z_i, turned, shifted along x_{i-1}.
template <class L, class J, class T>
EQUIDYN_INLINE void carry_inward(const L& link, const J& joint, Triple<T>& f, Triple<T>& n) {
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

/// The motion of a base at the first joint axis, turned about x to it.
template <class T, class C>
EQUIDYN_INLINE void start_moving(const Motion<T>& base, const LinkConstants<C>& first,
                                 Motion<T>& m) {
  const C& length = first.length;
  auto w = triple(base.w), al = triple(base.al), a = triple(base.a);
  const auto A = tensor(w, al);
  auto shifted = triple(a.x - length * A.xx, a.y + length * A.yx, a.z + length * A.zx);
  with_kind<Turning::kAny>(first, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    copy_all(m.w, seen_about_x(view, w));
    copy_all(m.al, seen_about_x(view, al));
    copy_all(m.a, seen_about_x(view, shifted));
  });
}

/// How joints move in an outward pass: as the state says.
struct Accelerating {
  template <class View, class T>
  EQUIDYN_INLINE static auto joint(const View& view, const Joint<T>& joint) {
    return view.moved_by(joint);
  }
  /// What is known of al of the link before.
  template <class View, class T>
  EQUIDYN_INLINE static auto al(const View& view, const Vector<T>& al) {
    return view.turning(al);
  }
};

/// From the base outward: the load of each link. Of that of the first link, only what acts along
/// its joint is asked for: `first` is called with its view, force and moment. `base` is the motion
/// of the frame before the first joint, null where it rests.
template <class Moving, class T, class C, class First>
EQUIDYN_INLINE void load_outward(const Chain<C>& arm, const Joint<T>* joints, const Motion<T>* base,
                                 Wrench<T>* loads, First&& first) {
  const LinkConstants<C>* const link = arm.link;
  Motion<T> m;

  const auto cross_first = [&](const auto& view, const auto& w, const auto& al, const auto& a)
                               EQUIDYN_INLINE_LAMBDA {
    const auto loaded = [&](const auto& F, const auto& N)
                            EQUIDYN_INLINE_LAMBDA { first(view, F, N); };
    cross_joint(view, Moving::joint(view, joints[0]), w, al, a, m, loaded);
  };
  if (base == nullptr) {
    with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const Triple<Zero> still;
      cross_first(view, still, still, triple(arm.start));
    });
  } else {
    start_moving(*base, link[0], m);
    with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross_first(view, triple(m.w), triple(m.al), triple(m.a));
    });
  }
  for (int i = 1; i < arm.n; ++i) {
    const Turning before = base == nullptr ? link[i].kind.before : Turning::kAny;
    with_kind(link[i], before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto loaded = [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
        copy_all(loads[i].f, F);
        copy_all(loads[i].n, N);
      };
      cross_joint(view, Moving::joint(view, joints[i]), view.turning(m.w), Moving::al(view, m.al),
                  triple(m.a), m, loaded);
    });
  }
}

template <class T>
EQUIDYN_INLINE void add_wrench(const Wrench<T>& w, Triple<T>& f, Triple<T>& n) {
  EQUIDYN_STEP(T, "add f, n");
  copy_nonzero(f, triple(f.x + w.f.x, f.y + w.f.y, f.z + w.f.z));
  copy_nonzero(n, triple(n.x + w.n.x, n.y + w.n.y, n.z + w.n.z));
}

/// From the tip inward: what acts on each link through its joint, and of that the torque. The load
/// of the first link stands in tau. `tip` is the wrench by the last link on the environment, at and
/// in its frame, null where it is free.
template <class T, class C>
EQUIDYN_INLINE void bear_inward(const Chain<C>& arm, const Joint<T>* joints, const Wrench<T>* tip,
                                const Wrench<T>* loads, T* tau) {
  const LinkConstants<C>* const link = arm.link;
  const auto add_to_first = [&](const auto& f, const auto& n) EQUIDYN_INLINE_LAMBDA {
    with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      EQUIDYN_STEP(T, "tau_1");
      tau[0] = tau[0] + view.along_joint(f.z, n.z);
    });
  };
  const int last = arm.n - 1;
  if (last == 0) {
    if (tip != nullptr) add_to_first(tip->f, tip->n);
    return;
  }
  auto f = triple(loads[last].f), n = triple(loads[last].n);
  if (tip != nullptr) add_wrench(*tip, f, n);
  for (int i = last; i > 0; --i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      tau[i] = view.along_joint(f.z, n.z);
      carry_inward(view, view.moved_by(joints[i]), f, n);
    });
    if (i > 1) add_wrench(loads[i - 1], f, n);
  }
  add_to_first(f, n);
}

/// Joint torques tau. `base` and `tip` as above. `loads` is scratch space for n links.
template <class T, class C>
EQUIDYN_INLINE void inverse_dynamics(const Chain<C>& arm, const Joint<T>* joints,
                                     const Motion<T>* base, const Wrench<T>* tip, T* tau,
                                     Wrench<T>* loads) {
  const auto first = [&](const auto& view, const auto& F, const auto& N)
                         EQUIDYN_INLINE_LAMBDA { tau[0] = number<T>(view.along_joint(F.z, N.z)); };
  load_outward<Accelerating>(arm, joints, base, loads, first);
  bear_inward(arm, joints, tip, loads, tau);
}

}  // namespace equidyn::EQUIDYN_TARGET
