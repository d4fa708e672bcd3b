/// @file drives-inl.hpp
/// What the drive of a joint asks for beside the links: friction, viscous and Coulomb, which is
/// zero at rest; and the acceleration of its motor.
///
/// Included once for each instruction set and once for all other scalars (text-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The constants of one joint, or of several side by side.
template <class T>
struct Friction {
  T viscous, forwards, backwards;
};
template <class T>
Friction(T, T, T) -> Friction<T>;  // clang 14 deduces nothing for aggregates by itself

/// The torque that the joint takes with friction.                                            1M 2A
template <class T>
EQUIDYN_INLINE T with_friction(const T& torque, const Friction<T>& joint, const T& rate) {
  return torque + joint.viscous * rate + by_sign(rate, joint.forwards, joint.backwards);
}

/// What friction leaves of a torque.                                                         1M 2A
template <class T>
EQUIDYN_INLINE T less_friction(const T& torque, const Friction<T>& joint, const T& rate) {
  return torque - joint.viscous * rate - by_sign(rate, joint.forwards, joint.backwards);
}

/// The torque that the joint takes with its motor.                                           1M 1A
template <class T>
EQUIDYN_INLINE T with_motor(const T& torque, const T& motor_inertia, const T& acceleration) {
  return torque + motor_inertia * acceleration;
}

}  // namespace equidyn::EQUIDYN_TARGET
