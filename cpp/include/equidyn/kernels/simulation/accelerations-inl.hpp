/// @file accelerations-inl.hpp
/// Joint accelerations and powers of a block of states in motion.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using Simulation = kernels::Simulation<Number>;

/// Sets the joints to positions x and velocities v.
template <class C>
EQUIDYN_INLINE void move_joints(const Model<C>& arm, const Lanes<Register>* x,
                                const Lanes<Register>* v, Joint<Lanes<Register>>* joints) {
  for (int j = 0; j < arm.chain.n; ++j) joints[j].velocity = v[j];
  set_positions(arm, x, joints);
}

template <class C>
EQUIDYN_INLINE Friction<Lanes<Register>> friction_of(const Model<C>& arm, int j) {
  using T = Lanes<Register>;
  const kernels::DriveConstants<C>& drives = arm.drives;
  return {T(drives.viscous[j]), T(drives.forwards[j]), T(drives.backwards[j])};
}

/// Friction of joint j at velocity v in addition to a torque.
template <class C>
EQUIDYN_INLINE Lanes<Register> with_friction_of(const Model<C>& arm, int j, Lanes<Register> torque,
                                                Lanes<Register> v) {
  using T = Lanes<Register>;
  const T sum = with_friction(torque, friction_of(arm, j), v);
  if (arm.drives.per_stribeck == nullptr) return sum;
  return sum + friction_near_rest(stribeck_of<T>(arm.drives, j), v);
}

/// Loads of the joints beside the torques, and the method that accelerates rows, if it is not this
/// kernel.
struct Loads {
  const Motion<Lanes<Register>>* base;
  const Wrench<Lanes<Register>>* tip;
  bool friction, motors;
  const kernels::MethodOfAccelerations<Number>* method = nullptr;
  const PackedRows* rows = nullptr;
};

struct AccelerationArrays : Scratch {
  Joint<Lanes<Register>>* const joints = per_joint();
  Wrench<Lanes<Register>>* const loads = per_joint();
};

/// Forward dynamics at positions x and velocities v. Returns, lane by lane, whether every joint
/// moves mass for certain, which no method tells. Not inline: a step calls it in few places.
template <class C>
[[gnu::noinline]] IntegerRegister accelerations(const Model<C>& arm, const Loads& loads,
                                                const Lanes<Register>* x, const Lanes<Register>* v,
                                                Lanes<Register>* tau, Lanes<Register>* qdd,
                                                const AccelerationArrays& arrays) {
  const int n = arm.chain.n;
  move_joints(arm, x, v, arrays.joints);
  for (int j = 0; loads.friction && j < n; ++j)
    tau[j] = less_friction(tau[j], friction_of(arm, j), v[j]);
  for (int j = 0; loads.friction && arm.drives.per_stribeck != nullptr && j < n; ++j)
    tau[j] = tau[j] - friction_near_rest(stribeck_of<Lanes<Register>>(arm.drives, j), v[j]);
  const IntegerRegister regular =
      forward_dynamics(arm.chain, arrays.joints, loads.base, loads.tip, tau,
                       loads.motors ? arm.drives.motor_inertia : nullptr, qdd, arrays.loads);
  if (loads.method != nullptr)
    loads.method->evaluate(loads.method->self, loads.rows->first(), loads.rows->count(), kLanes,
                           reinterpret_cast<const Number*>(x), reinterpret_cast<const Number*>(v),
                           reinterpret_cast<const Number*>(tau), reinterpret_cast<Number*>(qdd));
  return regular;
}

/// Power of torques at velocities v.
EQUIDYN_INLINE Lanes<Register> power(int n, const Lanes<Register>* tau, const Lanes<Register>* v) {
  Lanes<Register> sum(0.0);
  for (int j = 0; j < n; ++j) sum = sum + tau[j] * v[j];
  return sum;
}
/// Power dissipated by friction at velocities v.
template <class C>
EQUIDYN_INLINE Lanes<Register> friction_power(const Model<C>& arm, const Lanes<Register>* v) {
  using T = Lanes<Register>;
  T sum(0.0);
  for (int j = 0; j < arm.chain.n; ++j) sum = sum + with_friction_of(arm, j, T(0.0), v[j]) * v[j];
  return sum;
}

EQUIDYN_INLINE IntegerRegister is_nan(Lanes<Register> x) { return x.v != x.v; }

/// The first joint of a lane, from 1, with a position or velocity not finite; 0 if all are finite.
inline int first_infinite(int n, const Lanes<Register>* q, const Lanes<Register>* qd, int lane) {
  for (int j = 0; j < n; ++j) {
    const Number x = q[j].v[lane], v = qd[j].v[lane];
    if ((x - x) + (v - v) != 0) return j + 1;
  }
  return 0;
}

}  // namespace equidyn::EQUIDYN_TARGET
