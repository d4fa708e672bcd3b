/// @file inverse_dynamics_derivatives-inl.hpp
/// Exact derivatives of the joint torques with respect to q and qd, O(n^2).
///
/// After S. Singh, R. P. Russell, P. M. Wensing, Efficient Analytical Derivatives of Rigid-Body
/// Dynamics using Spatial Vector Algebra, IEEE Robotics and Automation Letters 7, 2022: a joint
/// moves all links beyond it together, so that the entries (j, i) and (i, j), j <= i, come from two
/// products, one of the wrench on links i to n as joint i moves, one of their motion as joint j
/// moves. Links i to n move relative to link i-1: a point at r from axis i, of velocity v and
/// acceleration b relative to that link, accelerates by a + A r + 2 w x v + b. For a revolute joint
/// i,
///
///   q_i   rotates r, v and b about z, while a, A and w stay                                   (1)
///   qd_i  adds 2 z x v + 2 w x (z x r)                                                        (2)
///
/// and for a prismatic one q_i adds A z, and qd_i 2 w x z. In axes that do not rotate, whose origin
/// moves with axis j, the motion of all links beyond it gains
///
///   q_j   angular velocity w x z, angular acceleration A z, acceleration a x z                (3)
///   qd_j  angular velocity z, angular acceleration 2 w x z                                    (4)
///
/// or, if j is prismatic, the accelerations A z and 2 w x z alone.
///
///   code          meaning                                                               axes
///   w, A, a       of link i-1: angular velocity and acceleration tensor; acceleration,  i'
///                 minus gravity, at the origin of axes i'
///   M, S, K       moments of mass of links i to n as one body                           i, i'
///   P, Q          twice the integrals of v dm and of v r^t dm over them                 i, i'
///   load          integrals of b dm and of r x b dm, and the wrench at the tip          i, i'
///   by_q, by_qd,  wrench on link i, differentiated by q_i, qd_i and qdd_i; the last,    j, j'
///   by_qdd        by symmetry, is torque i per acceleration and angular acceleration
///                 of link j as well
///   per_w         torque i per angular velocity of link j                               j, j'
///
/// Axes i' are those of frame i-1 after the twist and the shift along x. No link adds to P, Q and
/// load, only crossing a joint does. Moments are regrouped, shifts are split and structural zeros
/// left out as in minimal_newton_euler-inl.hpp.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Entries (j, i) and (i, j) for i >= j, and rows and columns i transformed to frame j-1.
template <class L, class J, class T>
EQUIDYN_INLINE void enter(const L& link, const J& joint, const OuterLinks<T>& o, int j, int n,
                          T* dtau_dq, T* dtau_dqd, DerivativeScratch<T>* scratch) {
  auto before = motion_seen(link, scratch[j].before);
  const auto ww_x = cross(before.ww, triple(link.length(), Zero{}, Zero{}));
  const auto across = cross(before.ww, triple(Zero{}, Zero{}, joint.d()));
  const auto ww_z = triple(across.x, across.y, joint.dd() + joint.dd());
  T* const q_row = dtau_dq + j * n;
  T* const qd_row = dtau_dqd + j * n;
  Wrench<T> x;
  Vector<T> per_w;
  const auto store_column = [&](Wrench<T>& stored) EQUIDYN_INLINE_LAMBDA {
    carry_across_link(link, x);
    copy_all(stored, x);
  };
  const auto store_row = [&](DerivativeScratch<T>& stored) EQUIDYN_INLINE_LAMBDA {
    if (link.shifts()) add_cross(per_w, ww_x, x.f);
    if (link.shifts_y()) [[unlikely]]
      add_cross(per_w, cross(before.ww, along_y(link)), x.f);
    copy_all(stored.per_w, turned_about_x(link, triple(per_w)));
    store_column(stored.by_qdd);
  };
  const auto carry_column = [&](Wrench<T>& stored, T& entry) EQUIDYN_INLINE_LAMBDA {
    copy_all(x, stored);
    carry_across_joint(joint, x);
    entry = link.along_joint(x.f.z, x.n.z);
    store_column(stored);
  };

  differentiate_by_q(link, before, o, x);
  q_row[j] = link.along_joint(x.f.z, x.n.z);
  store_column(scratch[j].by_q);
  differentiate_by_qd(link, before, o, x);
  qd_row[j] = link.along_joint(x.f.z, x.n.z);
  store_column(scratch[j].by_qd);
  differentiate_by_qdd(link, before, o, x, per_w);
  store_row(scratch[j]);
  for (int i = j + 1; i < n; ++i) {
    carry_column(scratch[i].by_q, q_row[i]);
    carry_column(scratch[i].by_qd, qd_row[i]);
    copy_all(x, scratch[i].by_qdd);
    carry_across_joint(joint, x);
    copy_all(per_w, turned_about_z(joint, triple(scratch[i].per_w)));
    if (joint.shifts()) add_cross(per_w, ww_z, x.f);
    differentiate_torque(link, before, x, per_w, dtau_dq[i * n + j], dtau_dqd[i * n + j]);
    store_row(scratch[i]);
  }
}

/// The entries of the first joint on a base at rest, in the axes of its frame.
template <class L, class T>
EQUIDYN_INLINE void enter_first(const L& link, const OuterLinks<T>& o, int n, T* dtau_dq,
                                T* dtau_dqd, DerivativeScratch<T>* scratch) {
  auto before = motion_seen(link, scratch[0].before);
  Wrench<T> x;
  differentiate_by_q(link, before, o, x);
  dtau_dq[0] = link.along_joint(x.f.z, x.n.z);
  differentiate_by_qd(link, before, o, x);
  dtau_dqd[0] = link.along_joint(x.f.z, x.n.z);
  for (int i = 1; i < n; ++i) {
    const auto& [motion, by_q, by_qd, by_qdd, per_w] = scratch[i];
    dtau_dq[i] = link.along_joint(by_q.f.z, by_q.n.z);
    dtau_dqd[i] = link.along_joint(by_qd.f.z, by_qd.n.z);
    differentiate_torque(link, before, by_qdd, per_w, dtau_dq[i * n], dtau_dqd[i * n]);
  }
}

/// Derivatives of the joint torques, dtau_dq and dtau_dqd: n x n, row i for the torque of joint i,
/// column j for joint j. `base` is the motion of the frame before the first joint, null if it is at
/// rest; `tip` the wrench by the last link on the environment, at and in its frame, null if it is
/// free. `scratch` is memory for n joints.
template <class T, class C>
EQUIDYN_INLINE void inverse_dynamics_derivatives(const Chain<C>& arm, const Joint<T>* joints,
                                                 const Motion<T>* base, const Wrench<T>* tip,
                                                 T* dtau_dq, T* dtau_dqd,
                                                 DerivativeScratch<T>* scratch) {
  const LinkConstants<C>* const link = arm.link;
  const int n = arm.n, last = n - 1;
  see_motions(arm, joints, base, scratch);

  OuterLinks<T> o;
  begin_with(link[last], tip, o);
  for (int j = last; j > 0 || base != nullptr; --j) {
    if (abandoned(n)) return;
    if (j == last)
      cross_last(link[j], joints[j], tip != nullptr, o);
    else
      cross_inward(link[j + 1], link[j], joints[j], o);
    const Turning before = base == nullptr ? link[j].kind.before : Turning::kAny;
    with_kind(link[j], before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      enter(view, view.moved_by(joints[j]), o, j, n, dtau_dq, dtau_dqd, scratch);
    });
    if (j == 0) return;
  }

  if (last > 0) {
    with_kind<Turning::kAny>(link[1], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      carry_across_link(view, o.moments);
      carry_across_link(view, o.flow);
    });
  }
  with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    if (last > 0) add_link(view, o.moments);
    enter_first(view, o, n, dtau_dq, dtau_dqd, scratch);
  });
}

/// Derivatives of the joints of a block, with the options of its states.
template <class Block, class T>
EQUIDYN_INLINE void differentiate_torques(const Block& block, const Ends<T>& ends, T* dtau_dq,
                                          T* dtau_dqd, DerivativeScratch<T>* scratch) {
  const auto& chain = block.arm.chain;
  inverse_dynamics_derivatives(chain, block.joints, ends.base, ends.tip, dtau_dq, dtau_dqd,
                               scratch);
  if (block.x.friction) add_diagonal(chain.n, block.arm.drives.viscous, dtau_dqd);
  for_slopes_near_rest(block, [&](int j, const T& slope) EQUIDYN_INLINE_LAMBDA {
    T& own = dtau_dqd[j * chain.n + j];
    own = own + slope;
  });
}

/// With respect to q, and (the second result) to qd.
template <>
struct Evaluation<Task::kDerivatives> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T *const dtau_dq = take(n * n), *const dtau_dqd = take(n * n);
    DerivativeScratch<T>* const scratch = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const int n = arrays.n;
    Ends<T> ends;
    block.read_ends(ends);
    differentiate_torques(block, ends, arrays.dtau_dq, arrays.dtau_dqd, arrays.scratch);
    block.write(arrays.dtau_dq, n * n, 0);
    block.write(arrays.dtau_dqd, n * n, 1);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
