/// @file forward_dynamics_products-inl.hpp
/// Products of the derivatives of the joint accelerations with tangents and with a cotangent, O(n):
/// those of inverse dynamics, and M^-1 by the articulated bodies that accelerated the arm.
///
///   dqdd = M^-1 (dtau - dtau/dq dq - dtau/dqd dqd)
///
/// and a cotangent c of qdd is M^-1 c of tau, whose products with the derivatives of inverse dynamics
/// are those by q and qd, negated.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The arrays of forward dynamics.
template <class T>
struct ForwardDynamicsArrays : Scratch {
  T *const tau = per_joint(), *const qdd = per_joint();
  Wrench<T>* const loads = per_joint();
  FreedJoint<T>* const freed = per_joint();
};

/// Accelerates the joints of a block of states.
template <class Block, class T>
EQUIDYN_INLINE void accelerate_joints(Block& block, const Ends<T>& ends,
                                      const ForwardDynamicsArrays<T>& arrays) {
  accelerate(block, ends, arrays, KeptJoints<T>{arrays.freed});
  for (int j = 0; j < arrays.n; ++j) block.joints[j].acceleration = arrays.qdd[j];
}

/// The accelerations of the accelerated arm at rest, without gravity, by other torques: M^-1 tau.
template <class T, class C>
EQUIDYN_INLINE void solve_inertia(const Chain<C>& arm, const Joint<T>* joints,
                                  const ForwardDynamicsArrays<T>& arrays, const T* tau, T* qdd) {
  const LinkConstants<C>* const link = arm.link;
  const FreedJoint<T>* const freed = arrays.freed;
  auto f = Triple<T>{T(0), T(0), T(0)}, n = f;
  for (int i = arm.n - 1; i > 0; --i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto& U = freed[i].U;
      const T acceleration = (tau[i] - view.along_joint(f.z, n.z)) * freed[i].inverse;
      qdd[i] = acceleration;
      copy_nonzero(f, triple(f.x + acceleration * U.f.x, f.y + acceleration * U.f.y,
                             f.z + acceleration * U.f.z));
      copy_nonzero(n, triple(n.x + acceleration * U.n.x, n.y + acceleration * U.n.y,
                             n.z + acceleration * U.n.z));
      carry_inward(view, view.moved_by(joints[i]), f, n);
    });
  }
  with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    qdd[0] = (tau[0] - view.along_joint(f.z, n.z)) / freed[0].pivot;
  });
  accelerate_outward(arm, joints, arrays.loads, qdd);
}

template <>
struct Evaluation<Task::kForwardDynamicsJvp> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    ForwardDynamicsArrays<T> forward = part<ForwardDynamicsArrays<T>>();
    T *const dtau = per_joint(), *const dqdd = per_joint();
    Joint<T>* const changes = per_joint();
    VariedWrench<T>* const loads = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const auto& chain = block.arm.chain;
    T *const dtau = arrays.dtau, *const dqdd = arrays.dqdd;
    Ends<T> ends;
    block.read_ends(ends);
    accelerate_joints(block, ends, arrays.forward);
    read_changes(block, arrays.changes);
    for (int j = 0; j < arrays.n; ++j) arrays.changes[j].acceleration = T(0);
    inverse_dynamics_jvp(chain, block.joints, arrays.changes, ends.base, ends.tip, dtau,
                         arrays.loads);
    add_changed_friction(block, arrays.changes, dtau);
    block.read(block.x.dtau, dqdd);
    for (int j = 0; j < arrays.n; ++j) dtau[j] = dqdd[j] - dtau[j];
    solve_inertia(chain, block.joints, arrays.forward, dtau, dqdd);
    block.write(dqdd, arrays.n);
  }
};

/// With the derivatives by q, qd (the second result) and tau (the third).
template <>
struct Evaluation<Task::kForwardDynamicsVjp> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    ForwardDynamicsArrays<T> forward = part<ForwardDynamicsArrays<T>>();
    ProductArrays<T> products = part<ProductArrays<T>>();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const auto& chain = block.arm.chain;
    const int n = arrays.n;
    T *const by_q = arrays.products.by_q, *const by_qd = arrays.products.by_qd;
    T* const cotangent = arrays.products.cotangent;
    Ends<T> ends;
    block.read_ends(ends);
    accelerate_joints(block, ends, arrays.forward);
    block.read(block.x.cotangent, by_q);
    solve_inertia(chain, block.joints, arrays.forward, by_q, cotangent);
    inverse_dynamics_vjp(chain, block.joints, ends.base, ends.tip, arrays.products);
    add_friction_products(block, cotangent, by_qd);
    for (int j = 0; j < n; ++j) by_q[j] = -by_q[j], by_qd[j] = -by_qd[j];
    block.write(by_q, n, 0);
    block.write(by_qd, n, 1);
    block.write(cotangent, n, 2);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
