/// @file drives-inl.hpp
/// Torques of the drive of a joint beside those of the links: viscous and Coulomb friction, zero at
/// rest, and motor inertia; and what they add to matrices.
///
/// Friction near rest, the Stribeck effect, is that of D. P. Hess, A. Soom, Friction at a Lubricated
/// Line Contact Operating at Oscillating Sliding Velocities, Journal of Tribology 112(1), 1990: a
/// quotient instead of an exponential function, so that all instruction sets give the same bits.
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

/// Further friction near rest of one joint, or of several in lanes.
template <class T>
struct Stribeck {
  T forwards, backwards;
  T per_velocity;  ///< inverse of the velocity at which half of it is left
};
template <class T>
Stribeck(T, T, T) -> Stribeck<T>;

/// That of joint j.
template <class T, class C>
EQUIDYN_INLINE Stribeck<T> stribeck_of(const kernels::DriveConstants<C>& drives, int j) {
  return {T(drives.more_forwards[j]), T(drives.more_backwards[j]), T(drives.per_stribeck[j])};
}

/// The further friction, zero at rest: F / (1 + x^2), where x is the velocity over the Stribeck
/// velocity.                                                                               2M 1A 1D
template <class T>
EQUIDYN_INLINE T friction_near_rest(const Stribeck<T>& joint, const T& velocity) {
  const T x = velocity * joint.per_velocity;
  return by_sign(velocity, joint.forwards, joint.backwards) / (x * x + T(1));
}

/// Its derivative by the velocity, -2 F x / (1 + x^2)^2 over the Stribeck velocity.        6M 2A 1D
template <class T>
EQUIDYN_INLINE T slope_near_rest(const Stribeck<T>& joint, const T& velocity) {
  const T x = velocity * joint.per_velocity;
  const T part = T(1) / (x * x + T(1));
  const T friction = by_sign(velocity, joint.forwards, joint.backwards) * part;
  const T per_x = friction * ((x + x) * part);
  return -(per_x * joint.per_velocity);
}

/// Calls `add(j, slope)` with that derivative for each joint of a block of states with friction.
template <class Block, class Add>
EQUIDYN_INLINE void for_slopes_near_rest(const Block& block, Add&& add) {
  const auto& drives = block.arm.drives;
  if (!block.x.friction || drives.per_stribeck == nullptr) return;
  using T = typename Block::T;
  for (int j = 0; j < block.arm.chain.n; ++j)
    add(j, slope_near_rest(stribeck_of<T>(drives, j), block.joints[j].velocity));
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
