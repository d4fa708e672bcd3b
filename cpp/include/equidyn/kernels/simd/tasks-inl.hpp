/// @file tasks-inl.hpp
/// What can be asked of the kernels: each task reads rows of states, evaluates, and writes rows of
/// results.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Task;
using States = kernels::States<Number>;

/// Hands out scratch space.
class Scratch {
 public:
  EQUIDYN_INLINE explicit Scratch(void* memory) : next_(static_cast<char*>(memory)) {}

  template <class X>
  EQUIDYN_INLINE X* take(std::integral auto count) {
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

/// Reads what acts on the ends of the arm; adds all of its numbers to `sum`.
template <class Rows, class T>
EQUIDYN_INLINE void read_ends(const Model<Number>& arm, const States& x, const Rows& rows,
                              Ends<T>& ends, T& sum) {
  T given[9];
  const auto read = [&](const Operand& operand, int width, T* to) EQUIDYN_INLINE_LAMBDA {
    rows.read(operand, width, [&](int j, T number) EQUIDYN_INLINE_LAMBDA {
      sum = sum + number;
      to[j] = number;
    });
  };
  if (x.base_w.data != nullptr) {
    read(x.base_w, 3, given), read(x.base_al, 3, given + 3), read(x.base_a, 3, given + 6);
    at_frame_0(arm,
               Motion<T>{{given[0], given[1], given[2]},
                         {given[3], given[4], given[5]},
                         {given[6], given[7], given[8]}},
               ends.moving);
    ends.base = &ends.moving;
  }
  if (x.tip_wrench.data != nullptr) {
    read(x.tip_wrench, 6, given);
    at_frame_n(arm, Wrench<T>{{given[0], given[1], given[2]}, {given[3], given[4], given[5]}},
               ends.loading);
    ends.tip = &ends.loading;
  }
}

/// The most numbers of a state that take no time to write.
constexpr int kFewNumbers = 1 << 17;

/// Writes as many numbers for each state, and returns their sum, unless nobody waits for them.
template <class Rows>
[[gnu::noinline]] typename Rows::T write_in_pieces(const Rows& rows,
                                                   const typename Rows::T* results,
                                                   std::ptrdiff_t count, Number* out) {
  typename Rows::T sum(0.0);
  for (std::ptrdiff_t left = count; left > 0 && !abandoned(); left -= kFewNumbers) {
    const auto next = static_cast<int>(left < kFewNumbers ? left : kFewNumbers);
    sum = sum + rows.write(results, next, out, count);
    results += next, out += next;
  }
  return sum;
}

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
  /// Zero where there are none.
  EQUIDYN_INLINE void read_accelerations() {
    if (x.qdd.data == nullptr) {
      for (int j = 0; j < arm.chain.n; ++j) joints[j].acceleration = T(0.0);
      return;
    }
    rows.read(x.qdd, arm.chain.n, [&](int j, T acceleration) EQUIDYN_INLINE_LAMBDA {
      sum = sum + acceleration;
      joints[j].acceleration = acceleration;
    });
  }
  EQUIDYN_INLINE void read_torques(T* tau) {
    rows.read(x.tau, arm.chain.n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA {
      sum = sum + torque;
      tau[j] = torque;
    });
  }
  EQUIDYN_INLINE void read_ends(Ends<T>& ends) {
    EQUIDYN_TARGET::read_ends(arm, x, rows, ends, sum);
  }
  /// To the torques of the links.
  EQUIDYN_INLINE void add_drives(T* tau) const {
    const int n = arm.chain.n;
    if (x.friction) {
      rows.for_joints(n, [&](const auto& joint) EQUIDYN_INLINE_LAMBDA {
        joint.write(tau, with_friction(joint.read(tau), friction_of(joint), joint.rate(*this)));
      });
    }
    if (x.motors) {
      rows.for_joints(n, [&](const auto& joint) EQUIDYN_INLINE_LAMBDA {
        const auto motor_inertia = joint.constant(arm.drives.motor_inertia);
        joint.write(tau, with_motor(joint.read(tau), motor_inertia, joint.acceleration(*this)));
      });
    }
  }
  /// From the torques of the drives.
  EQUIDYN_INLINE void subtract_friction(T* tau) const {
    rows.for_joints(arm.chain.n, [&](const auto& joint) EQUIDYN_INLINE_LAMBDA {
      joint.write(tau, less_friction(joint.read(tau), friction_of(joint), joint.rate(*this)));
    });
  }
  template <class J>
  EQUIDYN_INLINE auto friction_of(const J& joint) const {
    return Friction{joint.constant(arm.drives.viscous), joint.constant(arm.drives.forwards),
                    joint.constant(arm.drives.backwards)};
  }

  /// Writes `count` numbers for each state; returns their sum.
  EQUIDYN_INLINE T written(const T* results, std::integral auto count, Number* out) const {
    if (count > kFewNumbers) return write_in_pieces(rows, results, count, out);
    return rows.write(results, static_cast<int>(count), out);
  }
  EQUIDYN_INLINE void write(const T* results, std::integral auto count, Number* out) {
    sum = sum + written(results, count, out);
  }
  /// Writes `count` poses for each state. Of a pose, the origin alone can be too large.
  EQUIDYN_INLINE void write_poses(const T* H, int count, Number* out) {
    rows.write(H, 16 * count, out);
    for (int k = 0; k < count; ++k, H += 16) sum = sum + (H[3] + H[7] + H[11]);
  }
  /// Writes 6 x n numbers for each state. Axes have unit length: velocities alone can be too large.
  EQUIDYN_INLINE void write_jacobian(const T* J, Number* out) {
    const int n = arm.chain.n;
    rows.write(J, 6 * n, out);
    for (int k = 0; k < 3 * n; ++k) sum = sum + J[k];
  }
  /// Whether all that was read and written is finite, for certain.
  EQUIDYN_INLINE bool finite() const { return Rows::finite(sum); }

  const Model<Number>& arm;
  const States& x;
  const Rows& rows;
  Joint<T>* joints;
  T sum;  ///< of all that was read and written: finite only where all of it is
};

/// How a task is evaluated: one specialisation for each.
template <Task kTask>
struct Evaluation;

/// What most tasks have in common.
struct InBlocks {
  static constexpr bool kAlone = false;  ///< whether a single state has a text of its own
};

/// Joint torques; without accelerations, what velocity and gravity make of them. What control loops
/// call: worth a text of its own for a single state, but for AVX-512, which is asked for many.
template <>
struct Evaluation<Task::kInverseDynamics> {
  static constexpr bool kAlone = EQUIDYN_REGISTERS != EQUIDYN_AVX512;
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
    block.add_drives(tau);
    block.write(tau, arm.chain.n, out);
    return block.finite();
  }
};

/// Torques that hold the arm at rest.
template <>
struct Evaluation<Task::kGravityTorque> : InBlocks {
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
    block.write(tau, arm.chain.n, out);
    return block.finite();
  }
};

template <>
struct Evaluation<Task::kMassMatrix> : InBlocks {
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
    block.written(M, n * n, out);
    for (int i = 0; i < n; ++i)  // the other half is the same
      for (int j = 0; j <= i; ++j) block.sum = block.sum + M[i * n + j];
    return block.finite();
  }
};

/// Coefficients of the products of joint rates.
template <>
struct Evaluation<Task::kCoriolisCoefficients> : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + n * n * sizeof(T) + sizeof(CoriolisScratch<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    const std::ptrdiff_t n = arm.chain.n;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const C = scratch.take<T>(n * n * n);
    coriolis_coefficients(arm.chain, block.joints, C, scratch.take<CoriolisScratch<T>>(n));
    block.write(C, n * n * n, out);
    return block.finite();
  }
};

/// Joint accelerations that torques cause.
template <>
struct Evaluation<Task::kForwardDynamics> : InBlocks {
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
    if (x.friction) block.subtract_friction(tau);
    Ends<T> ends;
    block.read_ends(ends);
    const auto regular = forward_dynamics(arm.chain, block.joints, ends.base, ends.tip, tau,
                                          x.motors ? arm.drives.motor_inertia : nullptr, qdd,
                                          scratch.take<Wrench<T>>(n));
    block.write(qdd, n, out);
    return block.finite() && all(regular);
  }
};

/// Derivatives of the joint torques with respect to q (`out`) and qd (`second`).
template <>
struct Evaluation<Task::kDerivatives> : InBlocks {
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
    if (x.friction)
      for (int j = 0; j < n; ++j)
        dtau_dqd[j * n + j] = dtau_dqd[j * n + j] + T(arm.drives.viscous[j]);
    block.write(dtau_dq, n * n, out);
    block.write(dtau_dqd, n * n, second);
    return block.finite();
  }
};

/// The pose of the tool in the world.
template <>
struct Evaluation<Task::kForwardKinematics> : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * sizeof(Joint<T>) + 16 * sizeof(T);
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const H = scratch.take<T>(16);
    forward_kinematics(arm, block.joints, H);
    block.write_poses(H, 1, out);
    return block.finite();
  }
};

/// The poses of the link frames in the world.
template <>
struct Evaluation<Task::kLinkPoses> : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + 16 * sizeof(T));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    const int n = arm.chain.n;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const H = scratch.take<T>(16 * n);
    link_poses(arm, block.joints, H);
    block.write_poses(H, n, out);
    return block.finite();
  }
};

/// Velocities of the tool per joint rate, or how they change.
template <bool kRate>
struct ToolMotion : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + (kRate ? 12 : 6) * sizeof(T));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    const int n = arm.chain.n;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const J = scratch.take<T>(6 * n);
    if constexpr (kRate) block.read_rates();
    jacobian(arm, x.in_tool, block.joints, J);
    if constexpr (kRate) {
      T* const rate = scratch.take<T>(6 * n);
      jacobian_rate(arm.chain, x.in_tool, block.joints, J, rate);
      block.write(rate, 6 * n, out);
    } else {
      block.write_jacobian(J, out);
    }
    return block.finite();
  }
};
template <>
struct Evaluation<Task::kJacobian> : ToolMotion<false> {};
template <>
struct Evaluation<Task::kJacobianRate> : ToolMotion<true> {};

/// The pose of the tool, and its Jacobian (`second`).
template <>
struct Evaluation<Task::kPoseAndJacobian> : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + 6 * sizeof(T)) + 16 * sizeof(T);
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number* second, Scratch scratch) {
    using T = typename Rows::T;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const H = scratch.take<T>(16);
    T* const J = scratch.take<T>(6 * arm.chain.n);
    pose_and_jacobian(arm, x.in_tool, block.joints, H, J);
    block.write_poses(H, 1, out);
    block.write_jacobian(J, second);
    return block.finite();
  }
};

/// The matrix that gives torques from the parameters of links and drives.
template <>
struct Evaluation<Task::kRegressor> : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    const kernels::Extents widest{static_cast<int>(n), true, true};
    const auto parameters = static_cast<std::size_t>(widest.parameters());
    return n * (sizeof(Joint<T>) + parameters * sizeof(T) + sizeof(PartialVelocity<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    const int n = arm.chain.n;
    const int width = kernels::Extents{n, x.friction, x.motors}.parameters();
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const Y = scratch.take<T>(n * width);
    block.read_rates();
    block.read_accelerations();
    Ends<T> ends;
    block.read_ends(ends);
    const T none(0.0);
    const Vector<T> still{none, none, none};
    if (ends.base == nullptr) at_frame_0(arm, Motion<T>{still, still, still}, ends.moving);
    regressor(arm, block.joints, ends.moving, Y, width, scratch.take<PartialVelocity<T>>(n));
    drive_columns(n, block.joints, x.friction, x.motors, Y, width);
    block.write(Y, n * width, out);
    return block.finite();
  }
};

/// What the rates make of the coefficients of their products.
template <>
struct Evaluation<Task::kCoriolisMatrix> : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + n * sizeof(T) + sizeof(CoriolisScratch<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    const int n = arm.chain.n;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const C = scratch.take<T>(n * n);
    block.read_rates();
    coriolis_matrix(arm.chain, block.joints, C, scratch.take<CoriolisScratch<T>>(n));
    block.write(C, n * n, out);
    return block.finite();
  }
};

/// What links that move have: momentum, or kinetic energy.
template <bool kEnergy>
struct OfMovingMass : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * (sizeof(Joint<T>) + sizeof(T) + sizeof(Wrench<T>));
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    const int n = arm.chain.n;
    StateBlock<Rows> block(arm, x, rows, scratch);
    T* const p = scratch.take<T>(n);
    block.read_rates();
    momentum(arm.chain, block.joints, p, scratch.take<Wrench<T>>(n));
    if constexpr (kEnergy) {
      p[0] = kinetic_energy(n, p, block.joints);
      block.write(p, 1, out);
    } else {
      block.write(p, n, out);
    }
    return block.finite();
  }
};
template <>
struct Evaluation<Task::kMomentum> : OfMovingMass<false> {};
template <>
struct Evaluation<Task::kKineticEnergy> : OfMovingMass<true> {};

/// Of the links under gravity.
template <>
struct Evaluation<Task::kPotentialEnergy> : InBlocks {
  template <class T>
  static std::size_t scratch_size(std::size_t n) {
    return n * sizeof(Joint<T>);
  }
  template <class Rows>
  EQUIDYN_INLINE static bool evaluate(const Model<Number>& arm, const States& x, const Rows& rows,
                                      Number* out, Number*, Scratch scratch) {
    using T = typename Rows::T;
    StateBlock<Rows> block(arm, x, rows, scratch);
    const T energy = potential_energy(arm, block.joints);
    block.write(&energy, 1, out);
    return block.finite();
  }
};

/// All states of a batch: in blocks, and alone what a block would be wasted on.
template <Task kTask>
[[gnu::noinline]] bool evaluate(const Model<Number>& arm, const States& states,
                                std::ptrdiff_t first, std::ptrdiff_t end, Number* out,
                                Number* second, void* scratch) {
  using OfTask = Evaluation<kTask>;
  bool finite = true;
  for (; first + (OfTask::kAlone ? 1 : 0) < end; first += kLanes)
    finite &= OfTask::evaluate(arm, states, PackedRows(first, end), out, second, Scratch(scratch));
  if constexpr (OfTask::kAlone)
    if (first < end)
      finite &= OfTask::evaluate(arm, states, SingleRow(first), out, second, Scratch(scratch));
  return finite;
}

/// Bytes of scratch space for the same.
template <Task kTask>
std::size_t scratch_size(int n, std::ptrdiff_t states) {
  using OfTask = Evaluation<kTask>;
  const auto joints = static_cast<std::size_t>(n);
  return OfTask::kAlone && states == 1 ? OfTask::template scratch_size<SingleRow::T>(joints)
                                       : OfTask::template scratch_size<PackedRows::T>(joints);
}

/// Nothing where the task has no kernel in this precision.
template <Task kTask>
constexpr kernels::Kernel<Number> kernel() {
  if constexpr (kernels::computes<Number>(kTask))
    return {evaluate<kTask>, scratch_size<kTask>};
  else
    return {};
}

template <std::size_t... k>
constexpr kernels::KernelTable<Number> all_kernels(std::index_sequence<k...>) {
  return {kernel<static_cast<Task>(k)>()...};
}

/// In the order of the enumeration.
constexpr kernels::KernelTable<Number> kernel_table() {
  return all_kernels(std::make_index_sequence<kernels::kTasks>{});
}

}  // namespace equidyn::EQUIDYN_TARGET
