/// @file minimal_newton_euler-inl.hpp
/// The fewest operations known for inverse dynamics of a general arm: 81n - 92 multiplications and
/// 69n - 83 additions for revolute joints, a base at rest and any direction of gravity. The
/// production kernel.
///
/// Newton-Euler in modified DH frames with three savings, each exact:
///
///   regrouping    moments of a link that lie on its joint axis (mass, first moment, K_zz) are
///                 added to the link before, so that M = S_z = K_zz = 0 for the link of a revolute
///                 joint and K = 0 for that of a prismatic one;
///   tensors       force and moment come from the acceleration tensor A,
///                 A b = al x b + w x (w x b);
///   split shifts  axis z_i is common to links i-1 and i, so a point is shifted along x before the
///                 rotation and along z after it, each by one column of A (or two products)
///                 instead of a full one.
///
/// W. Khalil, J.-F. Kleinfinger 1986 and C. A. Balafoutis, R. V. Patel 1991 for the first two.
///
/// The equations (link_equations-inl.hpp) are those of a general link. Structural zeros and ones
/// (right angles between joint axes, regrouped moments, rotations before the first revolute joint)
/// have types of their own (structural-inl.hpp) and cost nothing.
///
/// T is the type of the state, C that of the arm's constants. Included once for each instruction
/// set and once for all other scalars (any_scalar.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The motion of the base at the first joint axis, in axes rotated about x to it.
template <class T, class C>
EQUIDYN_INLINE void start_moving(const Motion<T>& base, const LinkConstants<C>& first,
                                 Motion<T>& m) {
  const C &length = first.length, &a_y = first.a_y;
  auto w = triple(base.w), al = triple(base.al), a = triple(base.a);
  const auto A = tensor(w, al);
  auto shifted = triple(a.x - length * A.xx, a.y + length * A.yx, a.z + length * A.zx);
  if (first.across == Across::kAlongXAndY) [[unlikely]]
    copy_nonzero(shifted,
                 triple(shifted.x + a_y * A.xy, shifted.y - a_y * A.yy, shifted.z + a_y * A.zy));
  with_kind<Turning::kAny>(first, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    copy_all(m.w, seen_about_x(view, w));
    copy_all(m.al, seen_about_x(view, al));
    copy_all(m.a, seen_about_x(view, shifted));
  });
}

/// The motion of joints in an outward pass: that of the state.
struct Accelerating {
  template <class View, class T>
  EQUIDYN_INLINE static auto joint(const View& view, const Joint<T>& joint) {
    return view.moved_by(joint);
  }
  /// al of the link before, with its structural zeros.
  template <class View, class T>
  EQUIDYN_INLINE static auto al(const View& view, const Vector<T>& al) {
    return view.turning(al);
  }
};

/// From the base outward: the net force and moment on each link, but for the first one, of which
/// only the component along its joint is needed: `first` is called with its view, force and moment.
/// `base` is the motion of the frame before the first joint, null if it is at rest.
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

/// From the tip inward: the wrench on each link through its joint, and the torque. tau[0] holds the
/// load of the first link. `tip` is the wrench by the last link on the environment, at and in its
/// frame, null if the tip is free.
template <class T, class C>
EQUIDYN_INLINE void torques_inward(const Chain<C>& arm, const Joint<T>* joints,
                                   const Wrench<T>* tip, const Wrench<T>* loads, T* tau) {
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

/// Joint torques tau. `base` and `tip` as above. `loads` is scratch memory for n links.
template <class T, class C>
EQUIDYN_INLINE void inverse_dynamics(const Chain<C>& arm, const Joint<T>* joints,
                                     const Motion<T>* base, const Wrench<T>* tip, T* tau,
                                     Wrench<T>* loads) {
  const auto first = [&](const auto& view, const auto& F, const auto& N)
                         EQUIDYN_INLINE_LAMBDA { tau[0] = number<T>(view.along_joint(F.z, N.z)); };
  load_outward<Accelerating>(arm, joints, base, loads, first);
  torques_inward(arm, joints, tip, loads, tau);
}

/// Joint torques; without accelerations, those of velocities and gravity.
template <>
struct Evaluation<Task::kInverseDynamics> {
  static constexpr bool kSingleState = true;  // control loops call it
  template <class T>
  struct Arrays : Scratch {
    T* const tau = per_joint();
    Wrench<T>* const loads = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    Ends<T> ends;
    block.read_ends(ends);
    inverse_dynamics(block.arm.chain, block.joints, ends.base, ends.tip, arrays.tau, arrays.loads);
    block.add_drives(arrays.tau);
    block.write(arrays.tau, block.arm.chain.n);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
