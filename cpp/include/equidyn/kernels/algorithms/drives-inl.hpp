/// @file drives-inl.hpp
/// Torques of the drive of a joint beside those of the links: viscous and Coulomb friction, zero at
/// rest, and motor inertia; and what they add to matrices.
///
/// Included once for each instruction set and once for all other scalars (any_scalar.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Friction constants of one joint, or of several in lanes.
template <class T>
struct Friction {
  T viscous, forwards, backwards;
};
template <class T>
Friction(T, T, T) -> Friction<T>;  // clang 14 deduces nothing for aggregates by itself

/// A torque plus friction.                                                                    1M 2A
template <class T>
EQUIDYN_INLINE T with_friction(const T& torque, const Friction<T>& joint, const T& velocity) {
  return torque + joint.viscous * velocity + by_sign(velocity, joint.forwards, joint.backwards);
}

/// A torque minus friction.                                                                   1M 2A
template <class T>
EQUIDYN_INLINE T less_friction(const T& torque, const Friction<T>& joint, const T& velocity) {
  return torque - joint.viscous * velocity - by_sign(velocity, joint.forwards, joint.backwards);
}

/// A torque plus that of the motor inertia.                                                   1M 1A
template <class T>
EQUIDYN_INLINE T with_motor(const T& torque, const T& motor_inertia, const T& acceleration) {
  return torque + motor_inertia * acceleration;
}

/// Adds constants of the joints to the diagonal of an n x n matrix.
template <class T, class C>
EQUIDYN_INLINE void add_diagonal(int n, const C* constants, T* matrix) {
  for (int j = 0; j < n; ++j) matrix[j * n + j] = matrix[j * n + j] + T(constants[j]);
}

}  // namespace equidyn::EQUIDYN_TARGET
