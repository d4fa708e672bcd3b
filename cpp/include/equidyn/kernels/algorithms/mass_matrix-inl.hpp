/// @file mass_matrix-inl.hpp
/// The mass matrix by composite rigid bodies, O(n^2).
///
/// M. W. Walker, D. E. Orin, Efficient Dynamic Computer Simulation of Robotic Mechanisms, Journal
/// of Dynamic Systems, Measurement, and Control 104, 1982, method 3. If joint i alone accelerates,
/// links i to n move as one rigid body; the wrench on this body, carried inward, gives column i of
/// the matrix.
///
///   code    meaning                                                                     frame
///   mass    of links i to n, zero beyond the last prismatic joint: moments are regrouped
///   S, K    first and second moments of mass of links i to n, as one body               i
///   f, n    force, moment about the origin, at joint j for unit acceleration            j <= i
///           of joint i
///
/// Three savings, each exact: without mass, a shift changes K by S alone, and S not at all; shifts
/// are split as in minimal_newton_euler-inl.hpp; and a column starts inward of its own joint, from
/// entries of S and K that are already rotated.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Shifts the wrenches that have been carried to frame i-1 along y, and with them the entries of
/// joint i-1. Apart from the rest, which is faster without it.
template <class T, class C>
[[gnu::noinline]] void shift_columns_along_y(const Chain<C>& arm, int i, T* M, Wrench<T>* columns) {
  const C& a_y = arm.link[i].a_y;
  for (int column = i; column < arm.n; ++column) {
    const auto& [f, n] = columns[column];
    copy_all(columns[column].n, triple(n.x + a_y * f.z, n.y, n.z - a_y * f.x));
    const T& along = arm.link[i - 1].kind.revolute ? columns[column].n.z : columns[column].f.z;
    M[column * arm.n + i - 1] = M[(i - 1) * arm.n + column] = along;
  }
}

template <class T, class C>
EQUIDYN_INLINE void shift_along_y(const Chain<C>& arm, int i, T* M, Wrench<T>* columns) {
  if (arm.link[i].across == Across::kAlongXAndY) shift_columns_along_y(arm, i, M, columns);
}

/// The link with columns that need not be kept, because no frame is reached from it: none if they are
/// shifted along y.
template <class C>
EQUIDYN_INLINE int innermost_carried(const Chain<C>& arm) {
  return arm.n > 1 && arm.link[1].across == Across::kAlongXAndY ? 0 : 1;
}

/// The mass matrix M: n x n, row by row, from the last column to the first. `columns` is scratch
/// memory for n links.
template <class T, class C>
EQUIDYN_INLINE void mass_matrix(const Chain<C>& arm, const Joint<T>* joints, T* M,
                                Wrench<T>* columns) {
  const LinkConstants<C>* const link = arm.link;
  const int last = arm.n - 1;
  CompositeBody<T> body;
  C mass(0);
  bool massive = false;
  const int innermost = innermost_carried(arm);
  const auto entry = [&](int i, int j, const T& value) EQUIDYN_INLINE_LAMBDA {
    M[i * arm.n + j] = value;
    M[j * arm.n + i] = value;
  };

  // in frame i-1: the component along joint i-1, and the wrench for the joints before it
  const auto carried = [&](int column, int i, const auto& f, const auto& n) EQUIDYN_INLINE_LAMBDA {
    if (link[i - 1].kind.revolute)
      entry(column, i - 1, number<T>(n.z));
    else
      entry(column, i - 1, number<T>(f.z));
    if (i == innermost) return;
    copy_all(columns[column].f, f);
    copy_all(columns[column].n, n);
  };
  const auto carry = [&](const auto& view, int column, int i) EQUIDYN_INLINE_LAMBDA {
    auto f = triple(columns[column].f), n = triple(columns[column].n);
    carry_inward_along_x(view, view.moved_by(joints[i]), f, n);
    carried(column, i, f, n);
  };
  // from the body of links i to n: the diagonal entry, the start of column i, and the body in
  // frame i-1
  const auto cross_inward = [&](const auto& view, int i, const auto& m, const auto& beyond)
                                EQUIDYN_INLINE_LAMBDA {
    const auto joint = view.moved_by(joints[i]);
    auto turned = body_turned_about_z(joint, beyond);
    if (joint.shifts()) copy_nonzero(turned, shifted_along_z(joint.d(), m, turned));
    const auto at_joint = unit_acceleration(view, m, turned);
    entry(i, i, number<T>(view.along_joint(at_joint.f.z, at_joint.n.z)));

    const auto before = body_turned_about_x(view, turned);
    const auto f = turned_about_x(view, at_joint.f);
    const auto n = turned_about_x(view, at_joint.n);
    if (view.shifts()) {
      const C& length = view.length();
      carried(i, i, f, triple(n.x, n.y - length * f.z, n.z + length * f.y));
      copy_all(body, shifted_along_x(length, m, before));
    } else {
      carried(i, i, f, n);
      copy_all(body, before);
    }
    shift_along_y(view, m, body);
  };
  const auto cross_last = [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    if constexpr (kRevolute<decltype(view)>) {
      cross_inward(view, last, Zero{}, own_moments(view));
    } else {
      copy_all(body, own_moments(view));
      cross_inward(view, last, mass, BodyMoments{triple(body.S), symmetric(body.K)});
    }
  };
  const auto cross_joint = [&](const auto& view, int i) EQUIDYN_INLINE_LAMBDA {
    add_own(view, body);
    const auto beyond = BodyMoments{triple(body.S), symmetric(body.K)};
    if (massive)
      cross_inward(view, i, mass, beyond);
    else
      cross_inward(view, i, view.along_joint(mass, Zero{}), beyond);
  };
  const auto add_mass = [&](int i) EQUIDYN_INLINE_LAMBDA {
    if (link[i].kind.revolute) return;
    mass = mass + link[i].M;
    massive = true;
  };

  add_mass(last);
  if (last == 0) {
    entry(0, 0, link[0].kind.revolute ? T(link[0].K.xx + link[0].K.yy) : T(mass));
    return;
  }
  with_kind<Turning::kAny>(link[last], cross_last);
  shift_along_y(arm, last, M, columns);
  for (int i = last - 1; i > 0; --i) {
    add_mass(i);
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross_joint(view, i);
      for (int column = i + 1; column <= last; ++column) carry(view, column, i);
    });
    shift_along_y(arm, i, M, columns);
    if (abandoned(arm.n)) return;
  }
  add_mass(0);
  if (link[0].kind.revolute)
    entry(0, 0, T(link[0].K.xx + body.K.xx + (link[0].K.yy + body.K.yy)));
  else
    entry(0, 0, T(mass));
}

template <>
struct Evaluation<Task::kMassMatrix> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const M = take(n * n);
    Wrench<T>* const columns = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    mass_matrix(block.arm.chain, block.joints, arrays.M, arrays.columns);
    if (block.x.motors) add_diagonal(arrays.n, block.arm.drives.motor_inertia, arrays.M);
    block.write_symmetric(arrays.M, arrays.n);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
