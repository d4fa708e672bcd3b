/// @file forward_dynamics_derivatives-inl.hpp
/// Exact derivatives of the joint accelerations with respect to q, qd and tau, O(n^3).
///
/// J. Carpentier, N. Mansard, Analytical Derivatives of Rigid Body Dynamics Algorithms, Robotics:
/// Science and Systems, 2018: of M qdd + h = tau,
///
///   dqdd/dtau = M^-1,  dqdd/dq = -M^-1 dtau/dq,  dqdd/dqd = -M^-1 dtau/dqd
///
/// where the torques tau are differentiated at the accelerations qdd. Friction is part of h, motors
/// are part of M.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Replaces A and B, n x n, by -M^-1 A and -M^-1 B. `columns` is scratch memory for 2 n numbers.
template <class T>
EQUIDYN_INLINE void solve_negated(int n, const T* inverse, T* A, T* B, T* columns) {
  for (int column = 0; column < n; ++column) {
    for (int k = 0; k < n; ++k) {
      columns[2 * k] = A[k * n + column];
      columns[2 * k + 1] = B[k * n + column];
    }
    for (int i = 0; i < n; ++i) {
      const T* const row = inverse + static_cast<std::ptrdiff_t>(i) * n;
      T a(0), b(0);
      for (int k = 0; k < n; ++k) {
        a = a - row[k] * columns[2 * k];
        b = b - row[k] * columns[2 * k + 1];
      }
      A[i * n + column] = a;
      B[i * n + column] = b;
    }
    if (abandoned(n)) return;
  }
}

/// With respect to q, qd (the second result) and tau (the third).
template <>
struct Evaluation<Task::kForwardDynamicsDerivatives> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T *const tau = per_joint(), *const qdd = per_joint();
    Wrench<T>* const loads = per_joint();
    T *const dqdd_dq = take(n * n), *const dqdd_dqd = take(n * n), *const dqdd_dtau = take(n * n);
    T* const columns = take(2 * n);
    DerivativeScratch<T>* const scratch = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const int n = arrays.n;
    Ends<T> ends;
    block.read_ends(ends);
    accelerate(block, ends, arrays);
    for (int j = 0; j < n; ++j) block.joints[j].acceleration = arrays.qdd[j];
    differentiate_torques(block, ends, arrays.dqdd_dq, arrays.dqdd_dqd, arrays.scratch);

    mass_matrix(block.arm.chain, block.joints, arrays.dqdd_dtau, arrays.loads);
    if (block.x.motors) add_diagonal(n, block.arm.drives.motor_inertia, arrays.dqdd_dtau);
    invert_symmetric(n, arrays.dqdd_dtau, arrays.columns);
    solve_negated(n, arrays.dqdd_dtau, arrays.dqdd_dq, arrays.dqdd_dqd, arrays.columns);
    block.write(arrays.dqdd_dq, n * n, 0);
    block.write(arrays.dqdd_dqd, n * n, 1);
    block.write_symmetric(arrays.dqdd_dtau, n, 2);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
