/// @file coasting.hpp
/// What rates, gravity and the ends of the chain ask of an arm whose joints do not accelerate: the
/// part of minimal_newton_euler.hpp that forward dynamics starts from, with one more structural
/// zero.
///
/// Included once for each instruction set (text.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// A joint with no acceleration of its own.
template <class J>
struct CoastingJoint : J {
  EQUIDYN_INLINE Zero thdd() const { return {}; }
  EQUIDYN_INLINE Zero ddd() const { return {}; }
};
template <class J>
CoastingJoint(J) -> CoastingJoint<J>;

/// How joints move in an outward pass: without acceleration.
struct Coasting {
  template <class View, class T>
  EQUIDYN_INLINE static auto joint(const View& view, const Joint<T>& joint) {
    return CoastingJoint{view.moved_by(joint)};
  }
  /// What is known of al of the link before: that it is zero, until two axes differ in direction.
  template <Kind kKind, class C, class T>
  EQUIDYN_INLINE static auto al(const LinkView<kKind, C>&, const Vector<T>& al) {
    constexpr bool any = kKind.before == Turning::kAny;
    return triple(present<any>(al.x), present<any>(al.y), present<any>(al.z));
  }
};

/// The load of each link; of the first one what its joint feels, and zeros. `base` as for inverse
/// dynamics.
template <class T, class C>
EQUIDYN_INLINE void coasting_loads(const Chain<C>& arm, const Joint<T>* joints,
                                   const Motion<T>* base, Wrench<T>* loads) {
  const auto first = [&](const auto& view, const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
    assign(loads[0].f, triple(Zero{}, Zero{}, view.felt(F.z, Zero{})));
    assign(loads[0].n, triple(Zero{}, Zero{}, view.felt(Zero{}, N.z)));
  };
  load_outward<Coasting>(arm, joints, base, loads, first);
}

/// What the torques tau leave to accelerate the joints. `loads` is scratch space for n links.
template <class T, class C>
EQUIDYN_INLINE void spare_torque(const Chain<C>& arm, const Joint<T>* joints, const Motion<T>* base,
                                 const Wrench<T>* tip, const T* tau, Wrench<T>* loads, T* spare) {
  const Link<C>* const link = arm.link;
  const int last = arm.n - 1;
  coasting_loads(arm, joints, base, loads);

  auto f = triple(loads[last].f), n = triple(loads[last].n);
  if (tip != nullptr) add_wrench(*tip, f, n);
  for (int i = last; i > 0; --i) {
    with_kind(link[i], Turning::kAny, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      spare[i] = tau[i] - view.felt(f.z, n.z);
      carry_inward(view, view.moved_by(joints[i]), f, n);
    });
    add_wrench(loads[i - 1], f, n);
  }
  with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    spare[0] = tau[0] - view.felt(f.z, n.z);
  });
}

}  // namespace equidyn::EQUIDYN_TARGET
