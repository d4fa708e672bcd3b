/// @file forward_dynamics.hpp
/// Forward dynamics: by the mass matrix for short arms, by articulated bodies for long ones.
///
/// What the torques leave to accelerate the joints (coasting.hpp) is M qdd. M = L^T D L, with L
/// unit lower triangular, lets joint after joint yield from the tip inward, as articulated bodies
/// do. It is written over the columns of M as these become known, so that divisions, which follow
/// from each other, go on while the next composite body is added up.
///
///   code      meaning
///   M         above the diagonal y, below it L, on it the reciprocal of D
///   y_kj      M_kj less what joints beyond k have taken from it, k > j
///   spare     the torque; then less what joints beyond have taken from it; then qdd
///
/// Included once for each instruction set (text.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// From this number of joints on, articulated bodies take fewer operations.
constexpr int kLongArm = 10;

/// Joint accelerations qdd that the torques tau cause, by the mass matrix.
template <class T, class C>
EQUIDYN_INLINE void factorised_mass_matrix(const Chain<C>& arm, const Joint<T>* joints,
                                           const Motion<T>* base, const Wrench<T>* tip,
                                           const T* tau, const C* motor_inertia, T* qdd,
                                           Wrench<T>* loads, T* M) {
  const int n = arm.n;
  T* const spare = qdd;
  spare_torque(arm, joints, base, tip, tau, loads, spare);

  const auto entry = [&](int i, int j, const T& value)
                         EQUIDYN_INLINE_LAMBDA { M[j * n + i] = value; };
  const auto eliminate = [&](int j) EQUIDYN_INLINE_LAMBDA {
    T* const y = M + j * n;
    T pivot = y[j];
    T left = spare[j];
    if (motor_inertia != nullptr) pivot = pivot + motor_inertia[j];
    for (int k = n - 1; k > j; --k) {
      T y_k = y[k];
      for (int l = n - 1; l > k; --l) y_k = y_k - M[l * n + k] * y[l];
      y[k] = y_k;
      T L_kj = y_k * M[k * n + k];
      M[k * n + j] = L_kj;
      pivot = pivot - L_kj * y_k;
      left = left - L_kj * spare[k];
    }
    y[j] = T(1) / pivot;
    spare[j] = left;
  };
  composite_bodies(arm, joints, loads, entry, eliminate);

  for (int k = 0; k < n; ++k) {
    T acceleration = spare[k] * M[k * n + k];
    for (int j = 0; j < k; ++j) acceleration = acceleration - M[k * n + j] * qdd[j];
    qdd[k] = acceleration;
  }
}

/// Joint accelerations qdd that the torques tau cause. `base` and `tip` as for inverse dynamics;
/// `motor_inertia` adds to the diagonal of the mass matrix, null where there is none. Scratch
/// space: `loads` for n links, and `M`, where there are fewer than kLongArm joints, n times n
/// numbers. Joints that no mass loads divide by zero.
template <class T, class C>
EQUIDYN_INLINE void forward_dynamics(const Chain<C>& arm, const Joint<T>* joints,
                                     const Motion<T>* base, const Wrench<T>* tip, const T* tau,
                                     const C* motor_inertia, T* qdd, Wrench<T>* loads, T* M) {
  if (arm.n < kLongArm)
    factorised_mass_matrix(arm, joints, base, tip, tau, motor_inertia, qdd, loads, M);
  else
    articulated_bodies(arm, joints, base, tip, tau, motor_inertia, qdd, loads);
}

}  // namespace equidyn::EQUIDYN_TARGET
