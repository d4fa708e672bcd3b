/// @file coasting-inl.hpp
/// Loads of the links at zero joint accelerations, by velocities, gravity and the ends of the
/// chain: the outward pass of minimal_newton_euler-inl.hpp with one more structural zero, for
/// forward dynamics.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// A joint without acceleration.
template <class J>
struct CoastingJoint : J {
  EQUIDYN_INLINE Zero thdd() const { return {}; }
  EQUIDYN_INLINE Zero ddd() const { return {}; }
};
template <class J>
CoastingJoint(J) -> CoastingJoint<J>;

/// The motion of joints in an outward pass: without acceleration.
struct Coasting {
  template <class View, class T>
  EQUIDYN_INLINE static auto joint(const View& view, const Joint<T>& joint) {
    return CoastingJoint{view.moved_by(joint)};
  }
  /// al of the link before: zero, until two axes differ in direction.
  template <Kind kKind, class C, class T>
  EQUIDYN_INLINE static auto al(const LinkView<kKind, C>&, const Vector<T>& al) {
    constexpr bool any = kKind.before == Turning::kAny;
    return triple(present<any>(al.x), present<any>(al.y), present<any>(al.z));
  }
};

/// The load of each link; of the first one, the component along its joint, and zeros. `base` as for
/// inverse dynamics.
template <class T, class C>
EQUIDYN_INLINE void coasting_loads(const Chain<C>& arm, const Joint<T>* joints,
                                   const Motion<T>* base, Wrench<T>* loads) {
  const auto first = [&](const auto& view, const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
    copy_all(loads[0].f, triple(Zero{}, Zero{}, view.along_joint(F.z, Zero{})));
    copy_all(loads[0].n, triple(Zero{}, Zero{}, view.along_joint(Zero{}, N.z)));
  };
  load_outward<Coasting>(arm, joints, base, loads, first);
}

}  // namespace equidyn::EQUIDYN_TARGET
