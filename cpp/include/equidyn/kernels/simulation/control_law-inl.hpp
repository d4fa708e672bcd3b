/// @file control_law-inl.hpp
/// The torques that a controller commands, for a block of states.
///
///   code    meaning
///   e, ed   errors of position and velocity: desired minus measured
///   ff      feedforward acceleration, or torque
///   tau     ff + Kv ed + Kp e, an acceleration until the computed torque is known
///   s       ed + Kp e: reference velocity of Slotine & Li, minus the measured one
///
/// Products are rounded before they are added, so that NumPy gives the same bits.
///
/// C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney 1982, (4.4), for the computed torque.
/// J.-J. E. Slotine, W. Li, On the Adaptive Control of Robot Manipulators, The International Journal
/// of Robotics Research 6(3), 1987: without adaptation, Lambda is Kp here.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using Control = kernels::Control<Number>;

/// The nearest integers, ties to even.
EQUIDYN_INLINE Lanes<Register> nearest_integer(Lanes<Register> x) {
  using T = Lanes<Register>;
  const T large(0x1p52);  // numbers from here on are integers
  const T zero(0.0);
  const T positive = (x + large) - large, negative = (x - large) + large;
  const Register nearest = choose(exceeds(zero, x), negative.v, positive.v);
  const IntegerRegister fraction = exceeds(large, x) & exceeds(x, -large);
  return T::of(choose(fraction, nearest, x.v));
}

struct ControlArrays : Scratch {
  using T = Lanes<Register>;
  T *const x = per_joint(), *const e = per_joint(), *const ed = per_joint(),
           *const ff = per_joint(), *const s = per_joint();
  Joint<T>* const joints = per_joint();
  Wrench<T>* const loads = per_joint();
};

class ControlLaw {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE ControlLaw(const Control& control, int joints, const ControlArrays& arrays)
      : control_(control),
        n_(joints),
        x_(arrays.x),
        e_(arrays.e),
        ed_(arrays.ed),
        ff_(arrays.ff),
        s_(arrays.s),
        joints_(arrays.joints),
        loads_(arrays.loads) {}

  /// Torques at positions x and velocities v, for the desired motion at time number k.
  EQUIDYN_INLINE void operator()(std::ptrdiff_t k, const T* x, const T* v, T* tau) const {
    const Number* const desired = control_.desired + k * kernels::kDesired * n_;
    for (int j = 0; j < n_; ++j)
      e_[j] = T(desired[j]), ed_[j] = T(desired[n_ + j]), ff_[j] = T(desired[2 * n_ + j]);
    follow(x, v, tau);
  }
  /// The same for a polynomial motion at the time of each lane; `piece` is kept from call to call.
  EQUIDYN_INLINE void operator()(T time, std::int64_t* piece, const T* x, const T* v,
                                 T* tau) const {
    const InstantsOfMotion instants(control_.motion, n_, time, piece);
    for (int j = 0; j < n_; ++j) {
      instants(j, e_[j], ed_[j], ff_[j]);
      if (!kernels::asks_for_acceleration(control_.law)) ff_[j] = T(0.0);
    }
    follow(x, v, tau);
  }

 private:
  /// Torques for the desired positions and velocities in e and ed.
  [[gnu::noinline]] void follow(const T* x, const T* v, T* tau) const {
    for (int j = 0; j < n_; ++j) {
      x_[j] = measured(j, x[j]);
      e_[j] = e_[j] - x_[j];
      ed_[j] = ed_[j] - v[j];
    }
    if (control_.law == kernels::Law::kSlotineLi)
      follow_passively(v, tau);
    else
      correct(v, tau);
    for (int j = 0; control_.least != nullptr && j < n_; ++j) limit(j, tau[j]);
  }
  /// The laws of ff + Kv ed + Kp e.
  EQUIDYN_INLINE void correct(const T* v, T* tau) const {
    for (int i = 0; i < n_; ++i) {
      tau[i] = ff_[i];
      add_products(control_.kv, i, ed_, tau[i]);
      add_products(control_.kp, i, e_, tau[i]);
    }
    if (control_.law == kernels::Law::kComputedTorque)
      compute_torque(v, control_.friction, tau);
    else if (control_.law == kernels::Law::kGravity)
      add_gravity_torque(v, tau);
  }
  /// The law of Slotine & Li: torques of ff + Kp ed at rest, and C(x, v) (v + s) + Kv s.
  EQUIDYN_INLINE void follow_passively(const T* v, T* tau) const {
    for (int i = 0; i < n_; ++i) {
      s_[i] = ed_[i], tau[i] = ff_[i];
      add_products(control_.kp, i, e_, s_[i]);
      add_products(control_.kp, i, ed_, tau[i]);
    }
    T* const coriolis = e_;
    for (int j = 0; j < n_; ++j) coriolis[j] = T(0.0);
    compute_torque(coriolis, false, tau);
    for (int j = 0; j < n_; ++j)
      joints_[j].velocity = v[j], joints_[j].acceleration = T(0.5) * (v[j] + s_[j]);
    coriolis_torque(control_.model->chain, joints_, coriolis, loads_);
    for (int i = 0; i < n_; ++i) {
      tau[i] = tau[i] + coriolis[i];
      if (control_.friction) tau[i] = tau[i] + with_friction_of(*control_.model, i, T(0.0), v[i]);
      add_products(control_.kv, i, s_, tau[i]);
    }
  }
  EQUIDYN_INLINE T measured(int j, T x) const {
    if (control_.resolution == nullptr) return x;
    const T count(control_.resolution[j]);
    return nearest_integer(x / count) * count;
  }
  EQUIDYN_INLINE void add_products(const Number* gains, int i, const T* errors, T& sum) const {
    const int first = control_.diagonal ? i : 0, end = control_.diagonal ? i + 1 : n_;
    for (int j = first; j < end; ++j) sum = sum + rounded(T(gains[i * n_ + j]) * errors[j]);
  }
  /// Replaces accelerations by the torques of the model at velocities v.
  [[gnu::noinline]] void compute_torque(const T* v, bool friction, T* tau) const {
    const Model<Number>& model = *control_.model;
    move_joints(model, x_, v, joints_);
    for (int j = 0; j < n_; ++j) joints_[j].acceleration = tau[j];
    inverse_dynamics<T>(model.chain, joints_, nullptr, nullptr, tau, loads_);
    for (int j = 0; friction && j < n_; ++j) tau[j] = with_friction_of(model, j, tau[j], v[j]);
    for (int j = 0; control_.motors && j < n_; ++j)
      tau[j] = with_motor(tau[j], T(model.drives.motor_inertia[j]), joints_[j].acceleration);
  }
  EQUIDYN_INLINE void add_gravity_torque(const T* v, T* tau) const {
    const Model<Number>& model = *control_.model;
    move_joints(model, x_, v, joints_);
    gravity_torque(model.chain, joints_, e_, reinterpret_cast<Vector<T>*>(loads_));
    for (int j = 0; j < n_; ++j) tau[j] = tau[j] + e_[j];
  }
  EQUIDYN_INLINE void limit(int j, T& torque) const {
    const T least(control_.least[j]), largest(control_.largest[j]);
    torque.v = choose(exceeds(least, torque), least.v, torque.v);
    torque.v = choose(exceeds(torque, largest), largest.v, torque.v);
  }

  const Control& control_;
  const int n_;
  T *const x_, *const e_, *const ed_, *const ff_, *const s_;
  Joint<T>* const joints_;
  Wrench<T>* const loads_;
};

}  // namespace equidyn::EQUIDYN_TARGET
