/// @file energies-inl.hpp
/// Momentum and energies of the links, without motors.
///
/// At the first joint all links weigh as one body, through its first moment alone; what the base
/// bears of the regrouped moments, and where it stands, add the same energy to every state.
///
/// Included once for each instruction set (text-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Under gravity, zero at the origin of the world.
template <class T, class C>
EQUIDYN_INLINE T potential_energy(const Model<C>& arm, const Joint<T>* joints) {
  const Chain<C>& chain = arm.chain;
  const auto& a = chain.start;
  T energy(arm.borne);
  const auto add_first = [&](int i, const Triple<T>& S, const C& mass) EQUIDYN_INLINE_LAMBDA {
    if (i > 0) return;
    with_type<Twist::kNone, Turning::kAny>(chain.link[0],
                                           [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[0]);
      const auto turned = turned_about_z(joint, S);
      energy = energy + a.x * turned.x + a.y * turned.y + a.z * (turned.z + joint.d() * mass);
    });
    energy = energy + a.x * (chain.link[0].length * mass);
  };
  gather_first_moments(chain, joints, add_first);
  return energy;
}

/// A joint that takes up its rate from rest, in a unit of time.
template <class J>
struct StartingJoint : J {
  EQUIDYN_INLINE Zero thd() const { return {}; }
  EQUIDYN_INLINE Zero dd() const { return {}; }
  EQUIDYN_INLINE auto thdd() const { return J::thd(); }
  EQUIDYN_INLINE auto ddd() const { return J::dd(); }
};
template <class J>
StartingJoint(J) -> StartingJoint<J>;

/// What joints of these rates have, p = M qd: the torques that start them where nothing weighs.
/// `loads` is scratch space for n links.
template <class T, class C>
EQUIDYN_INLINE void momentum(const Chain<C>& arm, const Joint<T>* joints, T* p, Wrench<T>* loads) {
  const LinkConstants<C>* const link = arm.link;
  const Triple<Zero> still;
  const Triple<T> resting{T(0), T(0), T(0)};
  Motion<T> m;
  with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    const auto loaded = [&](const auto& F, const auto& N)
                            EQUIDYN_INLINE_LAMBDA { p[0] = number<T>(view.along_joint(F.z, N.z)); };
    cross_joint(view, StartingJoint{view.moved_by(joints[0])}, still, still, resting, m, loaded);
  });
  for (int i = 1; i < arm.n; ++i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto loaded = [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
        copy_all(loads[i].f, F);
        copy_all(loads[i].n, N);
      };
      cross_joint(view, StartingJoint{view.moved_by(joints[i])}, still, triple(m.al), triple(m.a),
                  m, loaded);
    });
  }
  const Wrench<T>* const free = nullptr;
  bear_inward(arm, joints, free, loads, p);
}

/// Half of qd p.
template <class T>
EQUIDYN_INLINE T kinetic_energy(int n, const T* p, const Joint<T>* joints) {
  const T half(0.5);
  T twice = p[0] * joints[0].rate;
  for (int i = 1; i < n; ++i) twice = twice + p[i] * joints[i].rate;
  return half * twice;
}

}  // namespace equidyn::EQUIDYN_TARGET
