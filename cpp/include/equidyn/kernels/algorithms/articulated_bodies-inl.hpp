/// @file articulated_bodies-inl.hpp
/// Forward dynamics by articulated bodies, O(n).
///
/// R. Featherstone, The Calculation of Robot Dynamics Using Articulated-Body Inertias,
/// International Journal of Robotics Research 2, 1983; Rigid Body Dynamics Algorithms, 2008,
/// section 7.3, table 7.1. Links i to n, with free joints and accelerated at link i, are an
/// articulated body:
///
///   f = M a + H al,  n = H^T a + I al
///
/// All quantities are relative to the arm at zero joint accelerations (coasting-inl.hpp). The rest
/// is linear: an arm at rest, on a base at rest, without gravity, and no products of velocities.
///
///   code      2008         meaning, in frame i
///   M, H, I   I^A_i        articulated inertia
///   U         U_i          force and moment of a unit acceleration of joint i
///   pivot     D_i          component of U along joint i, plus the inertia of its motor
///   V         U_i / D_i
///   f, n      p^A_i, p^a_i bias force and moment, before and after joint i is freed
///   freed                  keeps U and the pivots, to solve for other torques
///   regular                whether every pivot so far is certainly no rounding error
///   al, a     a_i          angular acceleration; acceleration of the origin
///
/// There is no inertia along a free joint: one row and one column are structural zeros, but for the
/// inertia of a motor. Shifts are split and moments of mass regrouped as in
/// minimal_newton_euler-inl.hpp.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Results of freeing a joint; for the first one only the pivot.
template <class T>
struct FreedJoint {
  Wrench<T> U;
  T pivot, inverse;
};

/// Keeps what is found in an array of n joints, or drops it.
template <class T>
struct KeptJoints {
  FreedJoint<T>* joints;
  template <class F, class N>
  EQUIDYN_INLINE void keep(int i, const ForceAndMoment<F, N>& U, const T& inverse) const {
    copy_all(joints[i].U.f, U.f), copy_all(joints[i].U.n, U.n);
    joints[i].inverse = inverse;
  }
  EQUIDYN_INLINE void keep_first(const T& pivot) const { joints[0].pivot = pivot; }
};
struct NothingKept {
  template <class U_, class T>
  EQUIDYN_INLINE void keep(int, const U_&, const T&) const {}
  template <class T>
  EQUIDYN_INLINE void keep_first(const T&) const {}
};

/// From the tip inward: frees joint after joint. Leaves V in `loads`, and in qdd the acceleration
/// of each joint if those before it had none. Returns `regular`.
template <bool kMotors, class T, class C, class Freed>
EQUIDYN_INLINE auto free_joints_inward(const Chain<C>& arm, const Joint<T>* joints,
                                       const Wrench<T>* tip, const T* tau, const C* motor_inertia,
                                       Wrench<T>* loads, T* qdd, const Freed& freed) {
  const LinkConstants<C>* const link = arm.link;
  const int last = arm.n - 1;
  const auto motor = [&](int i) EQUIDYN_INLINE_LAMBDA {
    if constexpr (kMotors)
      return motor_inertia[i];
    else
      return Zero{};
  };
  ArticulatedBody<T> body;
  clear(body);
  auto f = triple(loads[last].f), n = triple(loads[last].n);
  if (tip != nullptr) add_wrench(*tip, f, n);
  auto regular = exceeds(T(1), T(0));
  T squares(0);  // squared displacements of prismatic joints
  const auto check = [&](int i, const T& pivot) EQUIDYN_INLINE_LAMBDA {
    regular &= exceeds(pivot, link[i].least_pivot_per_square * squares + link[i].least_pivot);
  };

  for (int i = last; i > 0; --i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      add_own(view, body);
      const auto U = unit_acceleration(view, body);
      const T pivot = view.along_joint(U.f.z, U.n.z) + motor(i);
      const T inverse = T(1) / pivot;
      check(i, pivot);
      freed.keep(i, U, inverse);
      if constexpr (!kRevolute<decltype(view)>) squares = squares + joint.d() * joint.d();
      T acceleration = (tau[i] - view.along_joint(f.z, n.z)) * inverse;
      qdd[i] = acceleration;
      copy_nonzero(f, triple(f.x + acceleration * U.f.x, f.y + acceleration * U.f.y,
                             f.z + acceleration * U.f.z));
      copy_nonzero(n, triple(n.x + acceleration * U.n.x, n.y + acceleration * U.n.y,
                             n.z + acceleration * U.n.z));
      carry_inward(view, joint, f, n);

      Wrench<T>& V = loads[i];
      copy_all(V.f, triple(inverse * U.f.x, inverse * U.f.y, inverse * U.f.z));
      copy_all(V.n, triple(inverse * U.n.x, inverse * U.n.y, inverse * U.n.z));
      carry_inward(view, joint, with_free_joint(view, body, V, U, rounded(motor(i) * inverse)),
                   body);
    });
    add_wrench(loads[i - 1], f, n);
  }
  with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    add_own(view, body);
    const T pivot = view.along_joint(body.M.zz, body.I.zz) + motor(0);
    check(0, pivot);
    freed.keep_first(pivot);
    regular &= exceeds(T(1), pivot - pivot);  // an infinite one shows nowhere else
    qdd[0] = (tau[0] - view.along_joint(f.z, n.z)) / pivot;
  });
  return regular;
}

/// From the base outward: subtracts V times the acceleration of the link before from that of each
/// joint.
template <class T, class C>
EQUIDYN_INLINE void accelerate_outward(const Chain<C>& arm, const Joint<T>* joints,
                                       const Wrench<T>* V, T* qdd) {
  const LinkConstants<C>* const link = arm.link;
  const Triple<T> still{T(0), T(0), T(0)};
  auto al = still, a = still;
  const auto accelerate = [&](int i) EQUIDYN_INLINE_LAMBDA {
    if (link[i].kind.revolute)
      copy_nonzero(al.z, al.z + qdd[i]);
    else
      copy_nonzero(a.z, a.z + qdd[i]);
  };
  accelerate(0);
  for (int i = 1; i < arm.n; ++i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      const C &length = view.length(), &a_y = view.a_y();
      if (view.shifts_x_alone())
        copy_nonzero(a, triple(a.x, a.y + length * al.z, a.z - length * al.y));
      else if (view.shifts_y()) [[unlikely]]
        copy_nonzero(
            a, triple(a.x - a_y * al.z, a.y + length * al.z, a.z - length * al.y + a_y * al.x));
      copy_nonzero(al, outward(view, joint, al));
      copy_nonzero(a, outward(view, joint, a));
      const auto d = joint.d();
      if (joint.shifts()) copy_nonzero(a, triple(a.x + d * al.y, a.y - d * al.x, a.z));
    });
    const auto& [f, n] = V[i];
    qdd[i] = qdd[i] - n.x * al.x - n.y * al.y - n.z * al.z - f.x * a.x - f.y * a.y - f.z * a.z;
    accelerate(i);
  }
}

/// Joint accelerations qdd of the torques tau. `base` and `tip` as for inverse dynamics;
/// `motor_inertia` is that of each joint, or null. `loads` is scratch memory for n links, in which V
/// is left. Returns, lane by lane, whether every joint certainly moves mass; if not,
/// singular_joint.hpp decides.
template <class T, class C, class Freed = NothingKept>
EQUIDYN_INLINE auto forward_dynamics(const Chain<C>& arm, const Joint<T>* joints,
                                     const Motion<T>* base, const Wrench<T>* tip, const T* tau,
                                     const C* motor_inertia, T* qdd, Wrench<T>* loads,
                                     const Freed& freed = {}) {
  coasting_loads(arm, joints, base, loads);
  const auto regular =
      motor_inertia == nullptr
          ? free_joints_inward<false>(arm, joints, tip, tau, motor_inertia, loads, qdd, freed)
          : free_joints_inward<true>(arm, joints, tip, tau, motor_inertia, loads, qdd, freed);
  accelerate_outward(arm, joints, loads, qdd);
  return regular;
}

/// Joint accelerations of a block of states, with its options, from the torques that it reads.
template <class Block, class T, class Arrays, class Freed = NothingKept>
EQUIDYN_INLINE void accelerate(Block& block, const Ends<T>& ends, const Arrays& arrays,
                               const Freed& freed = {}) {
  block.read(block.x.tau, arrays.tau);
  if (block.x.friction) block.subtract_friction(arrays.tau);
  const auto* const motor_inertia = block.x.motors ? block.arm.drives.motor_inertia : nullptr;
  block.regular = all(forward_dynamics(block.arm.chain, block.joints, ends.base, ends.tip,
                                       arrays.tau, motor_inertia, arrays.qdd, arrays.loads, freed));
}

template <>
struct Evaluation<Task::kForwardDynamics> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T *const tau = per_joint(), *const qdd = per_joint();
    Wrench<T>* const loads = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    Ends<T> ends;
    block.read_ends(ends);
    accelerate(block, ends, arrays);
    block.write(arrays.qdd, arrays.n);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
