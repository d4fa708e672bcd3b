/// @file coriolis_matrix-inl.hpp
/// The Coriolis matrix by Christoffel symbols, O(n^2), and the rate of the mass matrix.
///
/// The velocity-product torques are a quadratic form in qd with symmetric coefficients, C(q, qd) qd,
/// so that C is half of their derivative with respect to qd: the recursion of
/// inverse_dynamics_derivatives-inl.hpp, whose symbols these are, by (2) and (4) alone, with w for
/// twice w, and P and Q once. The mass matrix changes at the rate C + C^t.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Data of joint i: the angular velocity of the link before, in axes i', and entries of its row and
/// column.
template <class T>
struct CoriolisMatrixScratch {
  Vector<T> w;
  Wrench<T> by_qd, by_qdd;
  Vector<T> per_w;
};

/// The angular velocity of the link before each joint but the first.
template <class T, class C>
EQUIDYN_INLINE void see_angular_velocities(const Chain<C>& arm, const Joint<T>* joints,
                                           CoriolisMatrixScratch<T>* scratch) {
  const Triple<Zero> still;
  Vector<T> w;
  with_type<Twist::kNone, Turning::kStill>(arm.link[0],
                                           [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    copy_all(w, triple(still.x, still.y, view.moved_by(joints[0]).thd()));
  });
  for (int i = 1; i < arm.n; ++i) {
    with_kind(arm.link[i], arm.link[i].kind.before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      auto before = seen_about_x(view, view.turning(w));
      copy_nonzero(scratch[i].w, before);
      auto there = seen_about_z(joint, before);
      copy_all(w, triple(there.x, there.y, there.z + joint.thd()));
    });
  }
}

/// Inputs of (2) and (4) from the motion before joint i.
template <class WW>
struct VelocityBefore {
  WW ww;
};
template <class WW>
VelocityBefore(WW) -> VelocityBefore<WW>;

/// Entries (j, i) and (i, j) for i >= j > 0, and rows and columns i transformed to frame j-1.
template <class L, class J, class T>
EQUIDYN_INLINE void enter_coriolis(const L& link, const J& joint, const OuterLinks<T>& o, int j,
                                   int n, T* C, CoriolisMatrixScratch<T>* scratch) {
  auto before = VelocityBefore{turning_seen(link, scratch[j].w)};
  const auto w_x = cross(before.ww, triple(link.length(), Zero{}, Zero{}));
  const auto across = cross(before.ww, triple(Zero{}, Zero{}, joint.d()));
  const auto w_z = triple(across.x, across.y, joint.dd());
  Wrench<T> x;
  Vector<T> per_w;
  const auto store_column = [&](CoriolisMatrixScratch<T>& stored) EQUIDYN_INLINE_LAMBDA {
    carry_across_link(link, x);
    copy_all(stored.by_qd, x);
  };
  const auto store_row = [&](CoriolisMatrixScratch<T>& stored) EQUIDYN_INLINE_LAMBDA {
    if (link.shifts()) add_cross(per_w, w_x, x.f);
    if (link.shifts_y()) [[unlikely]]
      add_cross(per_w, cross(before.ww, along_y(link)), x.f);
    copy_all(stored.per_w, turned_about_x(link, triple(per_w)));
    carry_across_link(link, x);
    copy_all(stored.by_qdd, x);
  };

  differentiate_by_qd(link, before, o, x);
  C[j * n + j] = link.along_joint(x.f.z, x.n.z);
  store_column(scratch[j]);
  differentiate_by_qdd(link, before, o, x, per_w);
  store_row(scratch[j]);
  for (int i = j + 1; i < n; ++i) {
    copy_all(x, scratch[i].by_qd);
    carry_across_joint(joint, x);
    C[j * n + i] = link.along_joint(x.f.z, x.n.z);
    store_column(scratch[i]);
    copy_all(x, scratch[i].by_qdd);
    carry_across_joint(joint, x);
    copy_all(per_w, turned_about_z(joint, triple(scratch[i].per_w)));
    if (joint.shifts()) add_cross(per_w, w_z, x.f);
    C[i * n + j] = differentiate_torque_by_qd(link, before, x, per_w);
    store_row(scratch[i]);
  }
}

/// Those of the first joint, in the axes of its frame.
template <class L, class T>
EQUIDYN_INLINE void enter_first_coriolis(const L& link, const OuterLinks<T>& o, int n, T* C,
                                         const CoriolisMatrixScratch<T>* scratch) {
  auto before = VelocityBefore{Triple<Zero>{}};
  Wrench<T> x;
  differentiate_by_qd(link, before, o, x);
  C[0] = link.along_joint(x.f.z, x.n.z);
  for (int i = 1; i < n; ++i) {
    const auto& [w, by_qd, by_qdd, per_w] = scratch[i];
    C[i] = link.along_joint(by_qd.f.z, by_qd.n.z);
    C[i * n] = differentiate_torque_by_qd(link, before, by_qdd, per_w);
  }
}

/// The Coriolis matrix C: n x n, row i for the torque of joint i. `scratch` is memory for n joints.
template <class T, class C_>
EQUIDYN_INLINE void coriolis_matrix(const Chain<C_>& arm, const Joint<T>* joints, T* C,
                                    CoriolisMatrixScratch<T>* scratch) {
  const LinkConstants<C_>* const link = arm.link;
  const Wrench<T>* const free = nullptr;
  const int n = arm.n, last = n - 1;
  see_angular_velocities(arm, joints, scratch);

  OuterLinks<T> o;
  begin_with(link[last], free, o);
  const auto cross = [&](const auto& view, int j) EQUIDYN_INLINE_LAMBDA {
    const auto joint = view.moved_by(joints[j]);
    carry_across_joint(joint, o.moments);
    if (j < last) carry_across_joint(joint, o.flow);
    add_velocity(view, joint, o.moments, o.flow);
  };
  for (int j = last; j > 0; --j) {
    if (abandoned(n)) return;
    with_kind(link[j], link[j].kind.before, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross(view, j);
      enter_coriolis(view, view.moved_by(joints[j]), o, j, n, C, scratch);
      carry_across_link(view, o.moments);
      carry_across_link(view, o.flow);
    });
    with_type<Twist::kNone, Turning::kAny>(
        link[j - 1], [&](const auto& view) EQUIDYN_INLINE_LAMBDA { add_link(view, o.moments); });
  }
  with_type<Twist::kNone, Turning::kStill>(link[0], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    enter_first_coriolis(view, o, n, C, scratch);
  });
}

template <>
struct Evaluation<Task::kCoriolisMatrix> : OfChain<Task::kCoriolisMatrix, CoriolisMatrixScratch> {
  template <class... Arguments>
  EQUIDYN_INLINE static void compute(const Arguments&... arguments) {
    coriolis_matrix(arguments...);
  }
};

template <>
struct Evaluation<Task::kMassMatrixRate> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const C = take(n * n);
    CoriolisMatrixScratch<T>* const scratch = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    T* const C = arrays.C;
    const int n = arrays.n;
    coriolis_matrix(block.arm.chain, block.joints, C, arrays.scratch);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) C[i * n + j] = C[j * n + i] = C[i * n + j] + C[j * n + i];
    block.write_symmetric(C, n);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
