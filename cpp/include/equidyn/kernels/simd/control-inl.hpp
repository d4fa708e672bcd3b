/// @file control-inl.hpp
/// What a controller asks of the drives of a block of states.
///
///   code    meaning
///   e, ed   errors of position and rate, of what is wanted less what is read
///   asked   (what is wanted ahead) + Kv ed + Kp e
///
/// Its products are rounded before they are added, so that NumPy has the same bits.
///
/// C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney 1982, (4.4), for the computed torque.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using Control = kernels::Control<Number>;

/// The joints at positions x and rates v.
EQUIDYN_INLINE void move_joints(const Model<Number>& arm, const Lanes<Register>* x,
                                const Lanes<Register>* v, Joint<Lanes<Register>>* joints) {
  using T = Lanes<Register>;
  for (int j = 0; j < arm.chain.n; ++j) {
    joints[j].c = joints[j].d = x[j] + T(arm.offset[j]);  // an angle, until its cosine is known
    joints[j].rate = v[j];
  }
  if (turn(arm, joints)) return;
  for (int j = 0; j < arm.chain.n; ++j)
    if (arm.chain.link[j].kind.revolute)
      large_sincos(x[j] + T(arm.offset[j]), T(arm.sign[j]), joints[j].s, joints[j].c);
}

EQUIDYN_INLINE Friction<Lanes<Register>> friction_of(const Model<Number>& arm, int j) {
  using T = Lanes<Register>;
  const kernels::DriveConstants<Number>& drives = arm.drives;
  return {T(drives.viscous[j]), T(drives.forwards[j]), T(drives.backwards[j])};
}

/// The nearest integers; of two, the even one.
EQUIDYN_INLINE Lanes<Register> nearest_integer(Lanes<Register> x) {
  using T = Lanes<Register>;
  const T large(0x1p52);  // from there on there is nothing but integers
  const T zero(0.0);
  const T positive = (x + large) - large, negative = (x - large) + large;
  const Register nearest = choose(exceeds(zero, x), negative.v, positive.v);
  const IntegerRegister fraction = exceeds(large, x) & exceeds(x, -large);
  return T::of(choose(fraction, nearest, x.v));
}

/// A controller over a block of states.
class ControlLaw {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE ControlLaw(const Control& control, int joints, Scratch& scratch)
      : control_(control),
        n_(joints),
        x_(scratch.take<T>(n_)),
        e_(scratch.take<T>(n_)),
        ed_(scratch.take<T>(n_)),
        ahead_(scratch.take<T>(n_)),
        joints_(scratch.take<Joint<T>>(n_)),
        loads_(scratch.take<Wrench<T>>(n_)) {}

  /// Torques at positions x and rates v, of what is wanted at time number k.
  EQUIDYN_INLINE void operator()(std::ptrdiff_t k, const T* x, const T* v, T* tau) const {
    const Number* const wanted = control_.wanted + k * kernels::kWanted * n_;
    for (int j = 0; j < n_; ++j)
      e_[j] = T(wanted[j]), ed_[j] = T(wanted[n_ + j]), ahead_[j] = T(wanted[2 * n_ + j]);
    follow(x, v, tau);
  }
  /// The same at the time of each lane, of a motion that is known; `piece` is kept from call to
  /// call.
  EQUIDYN_INLINE void operator()(T time, std::int64_t* piece, const T* x, const T* v,
                                 T* tau) const {
    const InstantsOfMotion instants(control_.motion, n_, time, piece);
    for (int j = 0; j < n_; ++j) {
      instants(j, e_[j], ed_[j], ahead_[j]);
      if (control_.law != kernels::Law::kComputedTorque) ahead_[j] = T(0.0);
    }
    follow(x, v, tau);
  }

  /// Bytes of scratch space.
  static constexpr std::size_t scratch_size(std::size_t n) {
    return n * (4 * sizeof(T) + sizeof(Joint<T>) + sizeof(Wrench<T>));
  }

 private:
  /// Torques, where it says in e and ed which positions and rates are wanted.
  [[gnu::noinline]] void follow(const T* x, const T* v, T* tau) const {
    for (int j = 0; j < n_; ++j) {
      x_[j] = read(j, x[j]);
      e_[j] = e_[j] - x_[j];
      ed_[j] = ed_[j] - v[j];
    }
    for (int i = 0; i < n_; ++i) {
      tau[i] = ahead_[i];
      add_products(control_.kv, i, ed_, tau[i]);
      add_products(control_.kp, i, e_, tau[i]);
    }
    if (control_.law == kernels::Law::kComputedTorque)
      move_model(v, tau);
    else if (control_.law == kernels::Law::kGravity)
      hold_model(v, tau);
    for (int j = 0; control_.least != nullptr && j < n_; ++j) limit(j, tau[j]);
  }
  EQUIDYN_INLINE T read(int j, T x) const {
    if (control_.resolution == nullptr) return x;
    const T count(control_.resolution[j]);
    return nearest_integer(x / count) * count;
  }
  EQUIDYN_INLINE void add_products(const Number* gains, int i, const T* errors, T& sum) const {
    const int first = control_.diagonal ? i : 0, end = control_.diagonal ? i + 1 : n_;
    for (int j = first; j < end; ++j) sum = sum + rounded(T(gains[i * n_ + j]) * errors[j]);
  }
  /// From accelerations to the torques that they take.
  EQUIDYN_INLINE void move_model(const T* v, T* tau) const {
    const Model<Number>& model = *control_.model;
    move_joints(model, x_, v, joints_);
    for (int j = 0; j < n_; ++j) joints_[j].acceleration = tau[j];
    inverse_dynamics<T>(model.chain, joints_, nullptr, nullptr, tau, loads_);
    for (int j = 0; control_.friction && j < n_; ++j)
      tau[j] = with_friction(tau[j], friction_of(model, j), v[j]);
    for (int j = 0; control_.motors && j < n_; ++j)
      tau[j] = with_motor(tau[j], T(model.drives.motor_inertia[j]), joints_[j].acceleration);
  }
  /// Adds the torques that hold the model.
  EQUIDYN_INLINE void hold_model(const T* v, T* tau) const {
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
  T *const x_, *const e_, *const ed_, *const ahead_;
  Joint<T>* const joints_;
  Wrench<T>* const loads_;
};

}  // namespace equidyn::EQUIDYN_TARGET
