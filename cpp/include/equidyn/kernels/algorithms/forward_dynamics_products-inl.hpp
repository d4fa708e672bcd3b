/// @file forward_dynamics_products-inl.hpp
/// Products of the derivatives of the joint accelerations with tangents and with a cotangent, O(n):
/// those of inverse dynamics, and M^-1 by articulated bodies.
///
///   dqdd = M^-1 (dtau - dtau/dq dq - dtau/dqd dqd)
///
/// and a cotangent c of qdd is M^-1 c of tau, whose products with the derivatives of inverse dynamics
/// are those by q and qd, negated.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The accelerations of an arm at rest, without gravity: M^-1 tau. `loads` is scratch memory for n
/// links.
template <class T, class C>
EQUIDYN_INLINE void solve_inertia(const Chain<C>& arm, const Joint<T>* joints,
                                  const C* motor_inertia, const T* tau, T* qdd, Wrench<T>* loads) {
  const Vector<T> none{T(0), T(0), T(0)};
  const Wrench<T>* const free = nullptr;
  for (int i = 0; i < arm.n; ++i) loads[i] = {none, none};
  accelerate_loaded(arm, joints, free, tau, motor_inertia, qdd, loads);
}

/// The arrays of forward dynamics.
template <class T>
struct ForwardDynamicsArrays : Scratch {
  T *const tau = per_joint(), *const qdd = per_joint();
  Wrench<T>* const loads = per_joint();
};

/// Accelerates the joints of a block of states. Returns the motor inertia that its options include,
/// or null.
template <class Block, class T>
EQUIDYN_INLINE auto accelerate_joints(Block& block, const Ends<T>& ends,
                                      const ForwardDynamicsArrays<T>& arrays) {
  accelerate(block, ends, arrays);
  for (int j = 0; j < arrays.n; ++j) block.joints[j].acceleration = arrays.qdd[j];
  return block.x.motors ? block.arm.drives.motor_inertia : nullptr;
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
    const auto* const motor_inertia = accelerate_joints(block, ends, arrays.forward);
    read_changes(block, dtau, arrays.changes);
    inverse_dynamics_jvp(chain, block.joints, arrays.changes, ends.base, ends.tip, dtau,
                         arrays.loads);
    add_changed_friction(block, arrays.changes, dtau);
    block.read(block.x.dtau, dqdd);
    for (int j = 0; j < arrays.n; ++j) dtau[j] = dqdd[j] - dtau[j];
    solve_inertia(chain, block.joints, motor_inertia, dtau, dqdd, arrays.forward.loads);
    block.write(dqdd, arrays.n);
  }
};

/// With the derivatives by q, qd (the second result) and tau (the third).
template <>
struct Evaluation<Task::kForwardDynamicsVjp> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    ForwardDynamicsArrays<T> forward = part<ForwardDynamicsArrays<T>>();
    T *const by_q = per_joint(), *const by_qd = per_joint(), *const by_qdd = per_joint();
    T* const by_tau = per_joint();
    Motion<T>* const motions = take(n + 1);
    AdjointScratch<T>* const scratch = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const auto& chain = block.arm.chain;
    const int n = arrays.n;
    Ends<T> ends;
    block.read_ends(ends);
    const auto* const motor_inertia = accelerate_joints(block, ends, arrays.forward);
    block.read(block.x.cotangent, arrays.by_q);
    solve_inertia(chain, block.joints, motor_inertia, arrays.by_q, arrays.by_tau,
                  arrays.forward.loads);
    inverse_dynamics_vjp(chain, block.joints, ends.base, ends.tip, arrays.by_tau, arrays.by_q,
                         arrays.by_qd, arrays.by_qdd, arrays.motions, arrays.scratch);
    if (block.x.friction) add_scaled(n, block.arm.drives.viscous, arrays.by_tau, arrays.by_qd);
    for (int j = 0; j < n; ++j)
      arrays.by_q[j] = -arrays.by_q[j], arrays.by_qd[j] = -arrays.by_qd[j];
    block.write(arrays.by_q, n, 0);
    block.write(arrays.by_qd, n, 1);
    block.write(arrays.by_tau, n, 2);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
