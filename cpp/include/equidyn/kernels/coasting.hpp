/// @file coasting.hpp
/// What rates, gravity and the ends of the chain ask of an arm whose joints do not accelerate: the
/// part of minimal_newton_euler.hpp that forward dynamics starts from, with one more structural
/// zero.
///
/// Included once for each instruction set (text.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// A joint with no acceleration of its own.
template <class J>
struct Coasting : J {
  EQUIDYN_INLINE Zero thdd() const { return {}; }
  EQUIDYN_INLINE Zero ddd() const { return {}; }
};
template <class J>
Coasting(J) -> Coasting<J>;

/// What is known of al of the link before: that it is zero, until two axes differ in direction.
template <Kind kKind, class C, class T>
EQUIDYN_INLINE auto coasting_al(const LinkView<kKind, C>&, const Vector<T>& al) {
  constexpr bool any = kKind.before == Turning::kAny;
  return triple(present<any>(al.x), present<any>(al.y), present<any>(al.z));
}

/// The load of each link; of the first one what its joint feels, and zeros. `base` as for inverse
/// dynamics.
template <class T, class C>
EQUIDYN_INLINE void coasting_loads(const Chain<C>& arm, const Joint<T>* joints,
                                   const Motion<T>* base, Wrench<T>* loads) {
  const Link<C>* const link = arm.link;
  const auto after = [&](int i)
                         EQUIDYN_INLINE_LAMBDA { return i + 1 < arm.n ? &link[i + 1] : nullptr; };
  Motion<T> m;
  assign(m.w, Triple<Zero>{});
  assign(m.al, Triple<Zero>{});

  const auto cross_first = [&](const auto& view, const auto& w, const auto& al,
                               const auto& a) EQUIDYN_INLINE_LAMBDA {
    const auto loaded = [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
      assign(loads[0].f, triple(Zero{}, Zero{}, view.felt(F.z, Zero{})));
      assign(loads[0].n, triple(Zero{}, Zero{}, view.felt(Zero{}, N.z)));
    };
    cross_joint(view, Coasting{view.moved_by(joints[0])}, w, al, a, after(0), m, loaded);
  };
  if (base == nullptr) {
    with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const Triple<Zero> still;
      cross_first(view, still, still, triple(arm.start));
    });
  } else {
    start_moving(*base, link[0].length, m);
    with_kind(link[0], Turning::kAny, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross_first(view, triple(m.w), triple(m.al), triple(m.a));
    });
  }
  for (int i = 1; i < arm.n; ++i) {
    const Turning before = base == nullptr ? link[i].kind.before : Turning::kAny;
    with_kind(link[i], before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto loaded = [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
        assign(loads[i].f, F);
        assign(loads[i].n, N);
      };
      cross_joint(view, Coasting{view.moved_by(joints[i])}, view.turning(m.w),
                  coasting_al(view, m.al), triple(m.a), after(i), m, loaded);
    });
  }
}

/// What the torques tau leave to accelerate the joints. `loads` is scratch space for n links.
template <class T, class C>
EQUIDYN_INLINE void spare_torque(const Chain<C>& arm, const Joint<T>* joints, const Motion<T>* base,
                                 const Wrench<T>* tip, const T* tau, Wrench<T>* loads, T* spare) {
  const Link<C>* const link = arm.link;
  const int last = arm.n - 1;
  coasting_loads(arm, joints, base, loads);

  auto f = triple(loads[last].f), n = triple(loads[last].n);
  const auto add = [&](const Wrench<T>& w) EQUIDYN_INLINE_LAMBDA {
    keep(f, triple(f.x + w.f.x, f.y + w.f.y, f.z + w.f.z));
    keep(n, triple(n.x + w.n.x, n.y + w.n.y, n.z + w.n.z));
  };
  const auto felt = [&](int i) EQUIDYN_INLINE_LAMBDA { return link[i].kind.revolute ? n.z : f.z; };
  if (tip != nullptr) add(*tip);
  for (int i = last; i > 0; --i) {
    spare[i] = tau[i] - felt(i);
    with_kind(link[i], Turning::kAny, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      carry_inward(view, view.moved_by(joints[i]), f, n);
    });
    add(loads[i - 1]);
  }
  spare[0] = tau[0] - felt(0);
}

}  // namespace equidyn::EQUIDYN_TARGET
