/// @file coriolis_torque-inl.hpp
/// The product of the Coriolis matrix by Christoffel symbols with joint velocities, O(n).
///
/// A. De Luca, L. Ferrajoli, A Modified Newton-Euler Method for Dynamic Computations in Robot Fault
/// Detection and Control, IEEE International Conference on Robotics and Automation, 2009: Newton-Euler
/// with two joint velocities, qd and v. Theirs is one of the factorisations of the velocity-product
/// torques. That of Christoffel is symmetric, C(q, qd) v = C(q, v) qd, so it is the polar form of the
/// quadratic form C(q, qd) qd: every product of velocities x y becomes x(qd) y(v/2) + x(v/2) y(qd).
///
///   code    meaning                                                     frame
///   w, u    angular velocity of link i at joint velocities qd, and v/2  i
///   al, a   polar forms of the accelerations of the coasting arm        i
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The acceleration tensor; its products are the polar forms.                               9M 12A
template <class W, class U, class Al>
EQUIDYN_INLINE auto polar_tensor(const W& w, const U& u, const Al& al) {
  auto wxx = rounded((w.x + w.x) * u.x);
  auto wyy = rounded((w.y + w.y) * u.y);
  auto wzz = rounded((w.z + w.z) * u.z);
  auto wxy = rounded(w.x * u.y + u.x * w.y);
  auto wyz = rounded(w.y * u.z + u.y * w.z);
  auto wzx = rounded(w.z * u.x + u.z * w.x);
  return Tensor{wyy + wzz,  wxy - al.z, wzx + al.y,  //
                wxy + al.z, wzz + wxx,  wyz - al.x,  //
                wzx - al.y, wyz + al.x, wxx + wyy,  wxx, wyy, wzz};
}

/// Two joint velocities: v/2 is in place of the acceleration.
template <class T>
struct TwoMotions {
  Vector<T> w, u, al, a;
};

/// cross_joint for two joint velocities.
template <class L, class J, class W, class U, class Al, class A, class T, class Loaded>
EQUIDYN_INLINE void cross_joint_twice(const L& link, const J& joint, const W& w_before,
                                      const U& u_before, const Al& al_before, const A& a_before,
                                      TwoMotions<T>& next, Loaded&& loaded) {
  auto w_seen = outward(link, joint, w_before);
  auto u_seen = outward(link, joint, u_before);
  auto al_seen = outward(link, joint, al_before);
  auto a_seen = outward(link, joint, a_before);
  const auto twice_dd = joint.dd() + joint.dd(), twice_v = joint.ddd() + joint.ddd();

  auto w = triple(w_seen.x, w_seen.y, w_seen.z + joint.thd());
  auto u = triple(u_seen.x, u_seen.y, u_seen.z + joint.thdd());
  auto al = triple(al_seen.x + w.y * joint.thdd() + u.y * joint.thd(),
                   al_seen.y - w.x * joint.thdd() - u.x * joint.thd(), al_seen.z);
  auto a = triple(a_seen.x + w.y * twice_v + u.y * twice_dd,
                  a_seen.y - w.x * twice_v - u.x * twice_dd, a_seen.z);
  load_link<T>(link, joint, polar_tensor(w, u, al), a, loaded);
  copy_all(next.w, w);
  copy_all(next.u, u);
  copy_all(next.al, al);
  copy_all(next.a, a);
}

/// Joint torques C(q, qd) v. Joints hold qd, and v/2 in place of accelerations. `loads` is scratch
/// memory for n links.
template <class T, class C>
EQUIDYN_INLINE void coriolis_torque(const Chain<C>& arm, const Joint<T>* joints, T* tau,
                                    Wrench<T>* loads) {
  const LinkConstants<C>* const link = arm.link;
  const Triple<Zero> still;
  const Triple<T> resting{T(0), T(0), T(0)};
  TwoMotions<T> m;
  with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    const auto loaded = [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
      tau[0] = number<T>(view.along_joint(F.z, N.z));
    };
    cross_joint_twice(view, view.moved_by(joints[0]), still, still, still, resting, m, loaded);
  });
  for (int i = 1; i < arm.n; ++i) {
    with_kind(link[i], link[i].kind.before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto loaded = [&](const auto& F, const auto& N) EQUIDYN_INLINE_LAMBDA {
        copy_all(loads[i].f, F);
        copy_all(loads[i].n, N);
      };
      cross_joint_twice(view, view.moved_by(joints[i]), view.turning(m.w), view.turning(m.u),
                        Coasting::al(view, m.al), triple(m.a), m, loaded);
    });
  }
  const Wrench<T>* const free = nullptr;
  torques_inward(arm, joints, free, loads, tau);
}

template <>
struct Evaluation<Task::kCoriolisTorque> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const tau = per_joint();
    Wrench<T>* const loads = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    T* const v = arrays.tau;
    block.read(block.x.v, v);
    for (int j = 0; j < arrays.n; ++j) block.joints[j].acceleration = T(0.5) * v[j];
    coriolis_torque(block.arm.chain, block.joints, arrays.tau, arrays.loads);
    block.write(arrays.tau, arrays.n);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
