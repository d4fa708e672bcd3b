/// @file tasks-inl.hpp
/// What can be asked of the kernels: each task reads rows of states, evaluates, and writes rows of
/// results.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using States = kernels::States<Number>;

/// Hands out scratch space.
class Scratch {
 public:
  EQUIDYN_INLINE explicit Scratch(void* memory) : next_(static_cast<char*>(memory)) {}

  template <class X>
  EQUIDYN_INLINE X* take(int count) {
    X* const taken = reinterpret_cast<X*>(next_);
    next_ += static_cast<std::size_t>(count) * sizeof(X);
    return taken;
  }

 private:
  char* next_;
};

/// What stands at the two ends of the arm; null: a base at rest, a free tip. Apart from StateBlock,
/// which would lie in memory if the address of one of its members were known.
template <class T>
struct Ends {
  const Motion<T>* base = nullptr;
  const Wrench<T>* tip = nullptr;
  Motion<T> moving;
  Wrench<T> loading;
};

/// The states of one block as the kernels take them.
template <class Rows>
struct StateBlock {
  using T = typename Rows::T;

  EQUIDYN_INLINE StateBlock(const Model<Number>& model, const States& states, const Rows& block,
                            Scratch& scratch)
      : arm(model), x(states), rows(block), joints(scratch.take<Joint<T>>(model.chain.n)) {
    sum = rows.read_angles(arm, x.q, joints);
  }

  EQUIDYN_INLINE void read_rates() {
    rows.read(x.qd, arm.chain.n, [&](int j, T rate) EQUIDYN_INLINE_LAMBDA {
      sum = sum + rate;
      joints[j].rate = rate;
    });
  }
  EQUIDYN_INLINE void read_accelerations() {
    if (x.effort.data == nullptr) {
      for (int j = 0; j < arm.chain.n; ++j) joints[j].acceleration = T(0.0);
      return;
    }
    rows.read(x.effort, arm.chain.n, [&](int j, T acceleration) EQUIDYN_INLINE_LAMBDA {
      sum = sum + acceleration;
      joints[j].acceleration = acceleration;
    });
  }
  EQUIDYN_INLINE void read_torques(T* tau) {
    rows.read(x.effort, arm.chain.n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA {
      sum = sum + torque;
      tau[j] = torque;
    });
  }
  EQUIDYN_INLINE void read_ends(Ends<T>& ends) {
    T given[9];
    const auto read = [&](int j, T number) EQUIDYN_INLINE_LAMBDA {
      sum = sum + number;
      given[j] = number;
    };
    if (x.base.data != nullptr) {
      rows.read(x.base, 9, read);
      at_frame_0(arm,
                 Motion<T>{{given[0], given[1], given[2]},
                           {given[3], given[4], given[5]},
                           {given[6], given[7], given[8]}},
                 ends.moving);
      ends.base = &ends.moving;
    }
    if (x.tip.data != nullptr) {
      rows.read(x.tip, 6, read);
      at_frame_n(arm, Wrench<T>{{given[0], given[1], given[2]}, {given[3], given[4], given[5]}},
                 ends.loading);
      ends.tip = &ends.loading;
    }
  }
  /// Writes n numbers for each state; says whether they, and all that was read, are finite.
  EQUIDYN_INLINE bool write(const T* results, Number* out) {
    for (int j = 0; j < arm.chain.n; ++j) sum = sum + results[j];
    rows.write(results, arm.chain.n, out);
    return finite();
  }
  EQUIDYN_INLINE bool finite() const { return Rows::finite(sum); }

  const Model<Number>& arm;
  const States& x;
  const Rows& rows;
  Joint<T>* joints;
  T sum;  ///< of all that was read and written: finite where all of it is
};

/// Joint torques; without accelerations, what velocity and gravity make of them.
struct InverseDynamics {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + sizeof(T) + sizeof(Wrench<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    StateBlock<Rows> block(arm, x, rows, scratch);
    block.read_rates();
    block.read_accelerations();
    Ends<T> ends;
    block.read_ends(ends);
    T* const tau = scratch.take<T>(arm.chain.n);
    inverse_dynamics(arm.chain, block.joints, ends.base, ends.tip, tau,
                     scratch.take<Wrench<T>>(arm.chain.n));
    return block.write(tau, out);
  }
};

/// Torques that hold the arm at rest.
struct GravityTorque {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + sizeof(T) + sizeof(Vector<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const tau = scratch.take<T>(arm.chain.n);
    gravity_torque(arm.chain, block.joints, tau, scratch.take<Vector<T>>(arm.chain.n));
    return block.write(tau, out);
  }
};

struct MassMatrix {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + n * sizeof(T) + sizeof(Wrench<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    const int n = arm.chain.n;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const M = scratch.take<T>(n * n);
    mass_matrix(arm.chain, block.joints, M, scratch.take<Wrench<T>>(n));
    rows.write(M, n * n, out);
    for (int j = 0; j < n; ++j) block.sum = block.sum + M[j * n + j];  // the largest entries
    return block.finite();
  }
};

/// Joint accelerations that torques cause.
struct ForwardDynamics {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + 2 * sizeof(T) + sizeof(Wrench<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    const int n = arm.chain.n;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const tau = scratch.take<T>(n);
    T* const qdd = scratch.take<T>(n);
    block.read_rates();
    block.read_torques(tau);
    Ends<T> ends;
    block.read_ends(ends);
    forward_dynamics(arm.chain, block.joints, ends.base, ends.tip, tau, x.motor_inertia, qdd,
                     scratch.take<Wrench<T>>(n));
    return block.write(qdd, out);
  }
};

/// Derivatives of the joint torques with respect to q (`out`) and qd (`second`).
struct Derivatives {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + 2 * n * sizeof(T) + sizeof(DerivativeScratch<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number* second, Scratch scratch) {
    using T = typename Rows::T;
    const int n = arm.chain.n;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const dtau_dq = scratch.take<T>(n * n);
    T* const dtau_dqd = scratch.take<T>(n * n);
    block.read_rates();
    block.read_accelerations();
    Ends<T> ends;
    block.read_ends(ends);
    inverse_dynamics_derivatives(arm.chain, block.joints, ends.base, ends.tip, dtau_dq, dtau_dqd,
                                 scratch.take<DerivativeScratch<T>>(n));
    rows.write(dtau_dq, n * n, out);
    rows.write(dtau_dqd, n * n, second);
    return block.finite();
  }
};

/// All states of a batch: in blocks, and alone what a block would be wasted on. Only inverse
/// dynamics, which is what control loops call, is worth a text of its own for that.
template <class Task, bool kAlone>
[[gnu::noinline]] bool evaluate(const Model<Number>& arm, const States& states,
                                std::ptrdiff_t first, std::ptrdiff_t end, Number* out,
                                Number* second, void* scratch) {
  bool finite = true;
  for (; first + (kAlone ? 1 : 0) < end; first += kLanes)
    finite &= Task::evaluate(arm, states, PackedRows(first, end), out, second, Scratch(scratch));
  if constexpr (kAlone)
    if (first < end)
      finite &= Task::evaluate(arm, states, SingleRow(first), out, second, Scratch(scratch));
  return finite;
}

/// Bytes of scratch space for the same.
template <class Task, bool kAlone>
std::size_t scratch_size(int n, std::ptrdiff_t states) {
  const auto joints = static_cast<std::size_t>(n);
  return kAlone && states == 1 ? Task::template scratch_size<SingleRow::T>(joints)
                               : Task::template scratch_size<PackedRows::T>(joints);
}

template <class Task, bool kAlone = false>
constexpr kernels::Kernel<Number> kernel() {
  return {evaluate<Task, kAlone>, scratch_size<Task, kAlone>};
}

/// In the order of the enumeration Task. In float32 a single state is a block too, which takes a
/// quarter longer than a text of its own would: not worth the time to compile that.
template <class Real>
constexpr std::array<kernels::Kernel<Real>, kTasks<Real>> kernel_table() {
  if constexpr (kTasks<Real> == kTasks<float>)
    return {kernel<InverseDynamics>(), kernel<MassMatrix>(), kernel<GravityTorque>()};
  else
    return {kernel<InverseDynamics, true>(), kernel<MassMatrix>(), kernel<GravityTorque>(),
            kernel<ForwardDynamics>(), kernel<Derivatives>()};
}

}  // namespace equidyn::EQUIDYN_TARGET
