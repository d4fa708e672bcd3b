/// @file motion_before-inl.hpp
/// The motion of the link before each joint, in axes i' of inverse_dynamics_derivatives-inl.hpp.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Data of joint i: motion of the link before, in axes i', and entries of its rows and columns.
template <class T>
struct DerivativeScratch {
  Motion<T> before;
  Wrench<T> by_q, by_qd, by_qdd;
  Vector<T> per_w;
};

/// The acceleration of a point shifted by p.
template <class T, class W, class Al, class P>
EQUIDYN_INLINE void shift_acceleration(Vector<T>& a, const W& w, const Al& al, const P& p) {
  add_cross(a, al, p);
  add_cross(a, w, cross(w, p));
}

/// The shift along y from frame i-1, in axes i'.
template <class L>
EQUIDYN_INLINE auto along_y(const L& link) {
  return seen_about_x(link, triple(Zero{}, link.a_y(), Zero{}));
}

/// From the acceleration of the origin of frame i-1 to that of joint axis i, in axes i'.
template <class L, class W, class Al, class T>
EQUIDYN_INLINE void shift_across(const L& link, const W& w, const Al& al, Vector<T>& a) {
  if (!link.shifts()) return;
  shift_acceleration(a, w, al, triple(link.length(), Zero{}, Zero{}));
  if (link.shifts_y()) [[unlikely]]
    shift_acceleration(a, w, al, along_y(link));
}

/// Crosses joint i outward: from the motion of link i-1 in axes i' to that of link i.
template <class J, class W, class Al, class T>
EQUIDYN_INLINE void cross_outward(const J& joint, const W& w_before, const Al& al_before,
                                  const Vector<T>& a_before, Motion<T>& m) {
  Vector<T> a_there;
  copy_all(a_there, triple(a_before));
  if (joint.shifts())
    shift_acceleration(a_there, w_before, al_before, triple(Zero{}, Zero{}, joint.d()));
  const auto w_seen = seen_about_z(joint, w_before);
  const auto al_seen = seen_about_z(joint, al_before);
  const auto a_seen = seen_about_z(joint, a_there);
  const auto twice = joint.dd() + joint.dd();

  auto w = triple(w_seen.x, w_seen.y, w_seen.z + joint.thd());
  copy_all(m.w, w);
  copy_all(m.al, triple(al_seen.x + w.y * joint.thd(), al_seen.y - w.x * joint.thd(),
                        al_seen.z + joint.thdd()));
  copy_all(m.a, triple(a_seen.x + w.y * twice, a_seen.y - w.x * twice, a_seen.z + joint.ddd()));
}

/// The motion of the link before each joint; of a base at rest, in the frame of the first joint.
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
      auto w = seen_about_x(view, view.turning(m.w));
      auto al = seen_about_x(view, view.turning(m.al));
      Vector<T> a;
      copy_all(a, seen_about_x(view, m.a));
      shift_across(view, w, al, a);
      copy_nonzero(scratch[i].before.w, w);
      copy_nonzero(scratch[i].before.al, al);
      copy_all(scratch[i].before.a, triple(a));
      if (i + 1 < arm.n) cross_outward(view.moved_by(joints[i]), w, al, a, m);
    });
  }
}

}  // namespace equidyn::EQUIDYN_TARGET
