/// @file energies-inl.hpp
/// Momentum and energies of the links, without motors.
///
/// The potential energy is that of the first moment of all links about the first joint; moments
/// regrouped to the base, and its height, add a constant.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Potential energy under gravity, zero at the origin of the world.
template <class T, class C>
EQUIDYN_INLINE T potential_energy(const Model<C>& arm, const Joint<T>* joints) {
  const Chain<C>& chain = arm.chain;
  const auto& a = chain.start;
  T energy(arm.potential_energy_offset);
  const auto add_first = [&](int i, const Triple<T>& S, const C& mass) EQUIDYN_INLINE_LAMBDA {
    if (i > 0) return;
    with_type<Twist::kNone, Turning::kAny>(chain.link[0],
                                           [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[0]);
      const auto turned = turned_about_z(joint, S);
      energy = energy + a.x * turned.x + a.y * turned.y + a.z * (turned.z + joint.d() * mass);
    });
    const LinkConstants<C>& first = chain.link[0];
    energy = energy + a.x * (first.length * mass);
    if (first.across == Across::kAlongXAndY) [[unlikely]]
      energy = energy + (first.cos_twist * a.y - first.sin_twist * a.z) * (first.a_y * mass);
  };
  gather_first_moments(chain, joints, add_first);
  return energy;
}

/// A joint at rest; its acceleration is its velocity per unit of time.
template <class J>
struct StartingJoint : J {
  EQUIDYN_INLINE Zero thd() const { return {}; }
  EQUIDYN_INLINE Zero dd() const { return {}; }
  EQUIDYN_INLINE auto thdd() const { return J::thd(); }
  EQUIDYN_INLINE auto ddd() const { return J::dd(); }
};
template <class J>
StartingJoint(J) -> StartingJoint<J>;

/// Generalised momentum p = M qd: the torques of accelerations qd at rest, without gravity. `loads`
/// is scratch memory for n links.
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
  torques_inward(arm, joints, free, loads, p);
}

/// Kinetic energy qd p / 2.
template <class T>
EQUIDYN_INLINE T kinetic_energy(int n, const T* p, const Joint<T>* joints) {
  const T half(0.5);
  T twice = p[0] * joints[0].velocity;
  for (int i = 1; i < n; ++i) twice = twice + p[i] * joints[i].velocity;
  return half * twice;
}

template <>
struct Evaluation<Task::kMomentum> : OfChain<Task::kMomentum, Wrench> {
  template <class... Arguments>
  EQUIDYN_INLINE static void compute(const Arguments&... arguments) {
    momentum(arguments...);
  }
};

template <>
struct Evaluation<Task::kKineticEnergy> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const p = per_joint();
    Wrench<T>* const loads = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    momentum(block.arm.chain, block.joints, arrays.p, arrays.loads);
    arrays.p[0] = kinetic_energy(arrays.n, arrays.p, block.joints);
    block.write(arrays.p, 1);
  }
};

template <>
struct Evaluation<Task::kPotentialEnergy> : InBlocks {
  template <class T>
  struct Arrays : Scratch {};
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>&) {
    const T energy = potential_energy(block.arm, block.joints);
    block.write(&energy, 1);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
