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

/// What joints of these rates have: p = M qd, of the mass matrix M.
template <class T>
EQUIDYN_INLINE void momentum(int n, const T* M, const Joint<T>* joints, T* p) {
  for (int i = 0; i < n; ++i, M += n) {
    T sum = M[0] * joints[0].rate;
    for (int j = 1; j < n; ++j) sum = sum + M[j] * joints[j].rate;
    p[i] = sum;
  }
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
