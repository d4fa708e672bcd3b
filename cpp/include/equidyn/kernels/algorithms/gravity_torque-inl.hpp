/// @file gravity_torque-inl.hpp
/// Joint torques of an arm at rest under gravity, O(n).
///
/// At rest, acceleration minus gravity is one vector a for all points, and the links beyond a joint
/// load it as one rigid body: by their first moment alone, since regrouped moments leave no mass
/// beyond the last prismatic joint.
///
///   code    meaning                                                      frame
///   a       acceleration minus gravity                                   i
///   mass    of links i to n, zero beyond the last prismatic joint
///   S       first moment of mass of links i to n, as one body            i
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// From the tip inward: calls `reached(i, S, mass)` at every joint.
template <class T, class C, class Reached>
EQUIDYN_INLINE void gather_first_moments(const Chain<C>& arm, const Joint<T>* joints,
                                         Reached&& reached) {
  const LinkConstants<C>* const link = arm.link;
  const int last = arm.n - 1;
  Triple<T> S;
  C mass(0);
  bool massive = false;
  const auto include_mass = [&](int i) EQUIDYN_INLINE_LAMBDA {
    if (link[i].kind.revolute) return;
    mass = mass + link[i].M;
    massive = true;
  };
  with_type<Twist::kNone, Turning::kAny>(link[last], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    const auto own = view.S();
    copy_nonzero(S, triple(number<T>(own.x), number<T>(own.y), number<T>(own.z)));
  });
  include_mass(last);
  reached(last, S, mass);
  for (int i = last; i > 0; --i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      if (massive) copy_nonzero(S.z, S.z + joint.d() * mass);
      copy_nonzero(S, inward(view, joint, S));
      if (massive) copy_nonzero(S.x, S.x + view.length() * mass);
      if (massive && view.shifts_y()) [[unlikely]]
        copy_nonzero(S.y, S.y + view.a_y() * mass);
    });
    with_type<Twist::kNone, Turning::kAny>(link[i - 1],
                                           [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto own = view.S();
      copy_nonzero(S, triple(S.x + own.x, S.y + own.y, S.z + own.z));
    });
    include_mass(i - 1);
    reached(i - 1, S, mass);
  }
}

/// Torque tau_i = (S x a)_z, force tau_i = mass a_z. `a` is scratch memory for n links.
template <class T, class C>
EQUIDYN_INLINE void gravity_torque(const Chain<C>& arm, const Joint<T>* joints, T* tau,
                                   Vector<T>* a) {
  const LinkConstants<C>* const link = arm.link;
  with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    copy_all(a[0], outward(view, view.moved_by(joints[0]), triple(arm.start)));
  });
  for (int i = 1; i < arm.n; ++i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      copy_all(a[i], outward(view, view.moved_by(joints[i]), triple(a[i - 1])));
    });
  }
  const auto set_torque = [&](int i, const Triple<T>& S, const C& mass) EQUIDYN_INLINE_LAMBDA {
    if (link[i].kind.revolute)
      tau[i] = S.x * a[i].y - S.y * a[i].x;
    else
      tau[i] = mass * a[i].z;
  };
  gather_first_moments(arm, joints, set_torque);
}

template <>
struct Evaluation<Task::kGravityTorque> : OfChain<Task::kGravityTorque, Vector> {
  template <class... Arguments>
  EQUIDYN_INLINE static void compute(const Arguments&... arguments) {
    gravity_torque(arguments...);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
