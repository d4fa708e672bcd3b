/// @file articulated_bodies-inl.hpp
/// Forward dynamics by articulated bodies, O(n).
///
/// R. Featherstone, The Calculation of Robot Dynamics Using Articulated-Body Inertias,
/// International Journal of Robotics Research 2, 1983; Rigid Body Dynamics Algorithms, 2008,
/// section 7.3, table 7.1. Held at link i and moved, the links from i to n, free in their joints,
/// resist like one body:
///
///   f = M a + H al,  n = H^T a + I al
///
/// All is taken relative to the arm as it coasts (coasting-inl.hpp). What remains is linear: an arm
/// at rest, on a base at rest, without gravity, so that no product of velocities is carried along.
///
///   code      2008         meaning, in frame i
///   M, H, I   I^A_i        articulated inertia
///   U         U_i          force and moment that the unit acceleration of joint i takes
///   pivot     D_i          what of U acts along joint i, and the inertia of its motor
///   V         U_i / D_i
///   f, n      p^A_i, p^a_i force and moment that joint i is asked for, before and after it yields
///   spare     u_i          torque that is left to accelerate joint i
///   regular                whether every pivot so far is more than rounding may have made
///   al, a     a_i          angular acceleration; acceleration of the origin
///
/// Where a joint yields, nothing resists along it: one row and one column become zero by structure,
/// unless the inertia of a motor holds on to them. Shifts are split as in
/// minimal_newton_euler-inl.hpp, and the moments of mass are the same regrouped ones.
///
/// Included once for each instruction set (text-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// From the tip inward: lets joint after joint yield. Leaves V in `loads`, and in qdd how each
/// joint would accelerate if those before it did not. Returns `regular`.
template <bool kMotors, class T, class C>
EQUIDYN_INLINE auto yield_inward(const Chain<C>& arm, const Joint<T>* joints, const Wrench<T>* tip,
                                 const T* tau, const C* motor_inertia, Wrench<T>* loads, T* qdd) {
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
  T squares(0);  // of what the sliding joints have moved out
  const auto check = [&](int i, const T& pivot) EQUIDYN_INLINE_LAMBDA {
    regular &= exceeds(pivot, link[i].doubt_per_square * squares + link[i].doubt);
  };

  for (int i = last; i > 0; --i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      add_own(view, body);
      const auto U = unit_acceleration(view, body);
      const T pivot = view.along_joint(U.f.z, U.n.z) + motor(i);
      const T inverse = T(1) / pivot;
      check(i, pivot);
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
      carry_inward(view, joint, yielded(view, body, V, U, rounded(motor(i) * inverse)), body);
    });
    add_wrench(loads[i - 1], f, n);
  }
  with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    add_own(view, body);
    const T pivot = view.along_joint(body.M.zz, body.I.zz) + motor(0);
    check(0, pivot);
    regular &= exceeds(T(1), pivot - pivot);  // an infinite one shows nowhere else
    qdd[0] = (tau[0] - view.along_joint(f.z, n.z)) / pivot;
  });
  return regular;
}

/// From the base outward: takes from each joint's acceleration what V makes of the motion before.
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
      const C& length = view.length();
      if (view.shifts()) copy_nonzero(a, triple(a.x, a.y + length * al.z, a.z - length * al.y));
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

/// Joint accelerations qdd that the torques tau cause. `base` and `tip` as for inverse dynamics;
/// `motor_inertia` of every joint adds to what its acceleration takes, null where there is none.
/// `loads` is scratch space for n links. Says, lane by lane, whether every joint moves mass for
/// certain; where it says no, singular_joint.hpp tells.
template <class T, class C>
EQUIDYN_INLINE auto forward_dynamics(const Chain<C>& arm, const Joint<T>* joints,
                                     const Motion<T>* base, const Wrench<T>* tip, const T* tau,
                                     const C* motor_inertia, T* qdd, Wrench<T>* loads) {
  coasting_loads(arm, joints, base, loads);
  const auto regular = motor_inertia == nullptr
                           ? yield_inward<false>(arm, joints, tip, tau, motor_inertia, loads, qdd)
                           : yield_inward<true>(arm, joints, tip, tau, motor_inertia, loads, qdd);
  accelerate_outward(arm, joints, loads, qdd);
  return regular;
}

}  // namespace equidyn::EQUIDYN_TARGET
