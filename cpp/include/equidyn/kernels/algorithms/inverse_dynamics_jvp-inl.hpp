/// @file inverse_dynamics_jvp-inl.hpp
/// The product of the derivatives of the joint torques with tangents of q, qd and qdd, O(n): the
/// recursion of minimal_newton_euler-inl.hpp and its linearisation side by side.
///
/// A tangent of joint angle i rotates what crosses joint i outward by -dq z, and what crosses it
/// inward by dq z; that of a prismatic one shifts it. All else is linear, or a product of angular
/// velocities, whose tangent is the polar form (coriolis_torque-inl.hpp) with the tangent of w.
///
///   code          meaning
///   change        the tangents of joint i: of its position as d, of its velocity and acceleration
///   dw, dal, da   tangents of w, al and a
///   df, dn        tangents of f and n
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The tangent of an angle, or of a displacement, structurally zero for the other kind of joint.
template <Kind kKind, class C, class T>
EQUIDYN_INLINE auto angle_of(const JointView<kKind, C, T>& change) {
  return present<kKind.revolute>(change.joint.d);
}
template <Kind kKind, class C, class T>
EQUIDYN_INLINE auto displacement_of(const JointView<kKind, C, T>& change) {
  return present<!kKind.revolute>(change.joint.d);
}

/// The tangent of a vector seen after the rotation about z by a varied angle.                 2M 2A
template <class V, class D, class Angle>
EQUIDYN_INLINE auto varied(const V& seen, const D& tangent, const Angle& angle) {
  return triple(tangent.x + angle * seen.y, tangent.y - angle * seen.x, tangent.z);
}

/// The tangent of a vector that has been carried inward, but for the rotation itself.         2M 2A
template <class T, class Angle>
EQUIDYN_INLINE void vary(const Triple<T>& v, const Angle& angle, Triple<T>& tangent) {
  copy_nonzero(tangent, triple(tangent.x - angle * v.y, tangent.y + angle * v.x, tangent.z));
}

/// The motion of a link and its tangent, and so the wrench on it.
template <class T>
struct VariedMotion {
  Motion<T> motion, change;
};
template <class T>
struct VariedWrench {
  Wrench<T> wrench, change;
};

/// cross_joint with tangents, and with the load of the link in place of `loaded`.
template <class L, class J, class D, class W, class Al, class A, class DW, class DAl, class DA,
          class T>
EQUIDYN_INLINE void cross_varied_joint(const L& link, const J& joint, const D& change,
                                       const W& w_before, const Al& al_before, const A& a_before,
                                       const DW& dw_before, const DAl& dal_before,
                                       const DA& da_before, VariedMotion<T>& next,
                                       VariedWrench<T>& load) {
  auto w_seen = outward(link, joint, w_before);
  auto al_seen = outward(link, joint, al_before);
  auto a_seen = outward(link, joint, a_before);
  const auto turn = angle_of(change);
  auto dw_seen = varied(w_seen, outward(link, joint, dw_before), turn);
  auto dal_seen = varied(al_seen, outward(link, joint, dal_before), turn);
  auto da_seen = varied(a_seen, outward(link, joint, da_before), turn);
  const auto twice = joint.dd() + joint.dd(), dtwice = change.dd() + change.dd();

  auto w = triple(w_seen.x, w_seen.y, w_seen.z + joint.thd());
  auto al = triple(al_seen.x + w.y * joint.thd(), al_seen.y - w.x * joint.thd(),
                   al_seen.z + joint.thdd());
  auto a = triple(a_seen.x + w.y * twice, a_seen.y - w.x * twice, a_seen.z + joint.ddd());
  auto dw = triple(dw_seen.x, dw_seen.y, dw_seen.z + change.thd());
  auto dal =
      triple(dal_seen.x + dw.y * joint.thd() + w.y * change.thd(),
             dal_seen.y - dw.x * joint.thd() - w.x * change.thd(), dal_seen.z + change.thdd());
  const auto A_ = tensor(w, al);
  const auto dA = polar_tensor(w, dw, dal);
  const auto shift = displacement_of(change);
  auto da = triple(da_seen.x + dw.y * twice + w.y * dtwice + shift * A_.xz,
                   da_seen.y - dw.x * twice - w.x * dtwice + shift * A_.yz,
                   da_seen.z + change.ddd() - shift * A_.zz);

  load_link<T>(link, joint, A_, a, [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
    copy_all(load.wrench.f, F), copy_all(load.wrench.n, N);
  });
  load_link<T>(link, joint, dA, da, [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
    copy_all(load.change.f, F), copy_all(load.change.n, N);
  });
  copy_all(next.motion.w, w), copy_all(next.motion.al, al), copy_all(next.motion.a, a);
  copy_all(next.change.w, dw), copy_all(next.change.al, dal), copy_all(next.change.a, da);
}

/// Tangents of the joint torques. `base` and `tip` as for inverse dynamics, both without tangents;
/// `changes` are the tangents of the joints, `loads` scratch memory for n links.
template <class T, class C>
EQUIDYN_INLINE void inverse_dynamics_jvp(const Chain<C>& arm, const Joint<T>* joints,
                                         const Joint<T>* changes, const Motion<T>* base,
                                         const Wrench<T>* tip, T* dtau, VariedWrench<T>* loads) {
  const LinkConstants<C>* const link = arm.link;
  const int last = arm.n - 1;
  VariedMotion<T> m;
  const Triple<Zero> still;
  const Triple<T> resting{T(0), T(0), T(0)};
  if (base == nullptr) {
    with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross_varied_joint(view, view.moved_by(joints[0]), view.moved_by(changes[0]), still, still,
                         triple(arm.start), still, still, resting, m, loads[0]);
    });
  } else {
    start_moving(*base, link[0], m.motion);
    with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross_varied_joint(view, view.moved_by(joints[0]), view.moved_by(changes[0]),
                         triple(m.motion.w), triple(m.motion.al), triple(m.motion.a), still, still,
                         resting, m, loads[0]);
    });
  }
  for (int i = 1; i < arm.n; ++i) {
    const Turning before = base == nullptr ? link[i].kind.before : Turning::kAny;
    with_kind(link[i], before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross_varied_joint(view, view.moved_by(joints[i]), view.moved_by(changes[i]),
                         view.turning(m.motion.w), view.turning(m.motion.al), triple(m.motion.a),
                         view.turning(m.change.w), view.turning(m.change.al), triple(m.change.a), m,
                         loads[i]);
    });
  }

  auto f = triple(loads[last].wrench.f), n = triple(loads[last].wrench.n);
  auto df = triple(loads[last].change.f), dn = triple(loads[last].change.n);
  if (tip != nullptr) add_wrench(*tip, f, n);
  for (int i = last; i > 0; --i) {
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      const auto change = view.moved_by(changes[i]);
      dtau[i] = view.along_joint(df.z, dn.z);
      vary(n, angle_of(change), dn);
      vary(f, angle_of(change), df);
      vary(f, displacement_of(change), dn);
      carry_inward(view, joint, df, dn);
      carry_inward(view, joint, f, n);
    });
    add_wrench(loads[i - 1].wrench, f, n);
    add_wrench(loads[i - 1].change, df, dn);
  }
  with_type<Twist::kNone, Turning::kAny>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    dtau[0] = view.along_joint(df.z, dn.z);
  });
}

/// Reads the tangents of positions and velocities of a block.
template <class Block, class T>
EQUIDYN_INLINE void read_changes(Block& block, Joint<T>* changes) {
  block.read_each(block.x.dq,
                  [&](int j, const T& change) EQUIDYN_INLINE_LAMBDA { changes[j].d = change; });
  block.read_each(block.x.dqd, [&](int j, const T& change)
                                   EQUIDYN_INLINE_LAMBDA { changes[j].velocity = change; });
}

/// Adds the tangents of friction, but for Coulomb's, which is constant, to those of torques.
template <class Block, class T>
EQUIDYN_INLINE void add_changed_friction(const Block& block, const Joint<T>* changes, T* dtau) {
  if (!block.x.friction) return;
  for (int j = 0; j < block.arm.chain.n; ++j)
    dtau[j] = dtau[j] + T(block.arm.drives.viscous[j]) * changes[j].velocity;
  for_slopes_near_rest(block, [&](int j, const T& slope) EQUIDYN_INLINE_LAMBDA {
    dtau[j] = dtau[j] + slope * changes[j].velocity;
  });
}

template <>
struct Evaluation<Task::kInverseDynamicsJvp> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const dtau = per_joint();
    Joint<T>* const changes = per_joint();
    VariedWrench<T>* const loads = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    T* const dtau = arrays.dtau;
    Joint<T>* const changes = arrays.changes;
    read_changes(block, changes);
    block.read_each(block.x.dqdd, [&](int j, const T& change)
                                      EQUIDYN_INLINE_LAMBDA { changes[j].acceleration = change; });
    Ends<T> ends;
    block.read_ends(ends);
    inverse_dynamics_jvp(block.arm.chain, block.joints, changes, ends.base, ends.tip, dtau,
                         arrays.loads);
    add_changed_friction(block, changes, dtau);
    if (block.x.motors) {
      for (int j = 0; j < arrays.n; ++j)
        dtau[j] = dtau[j] + T(block.arm.drives.motor_inertia[j]) * changes[j].acceleration;
    }
    block.write(dtau, arrays.n);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
