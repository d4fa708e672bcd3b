/// @file mass_matrix-inl.hpp
/// The mass matrix by composite rigid bodies, O(n^2).
///
/// M. W. Walker, D. E. Orin, Efficient Dynamic Computer Simulation of Robotic Mechanisms, Journal
/// of Dynamic Systems, Measurement, and Control 104, 1982, method 3. When joint i alone
/// accelerates, all links beyond it move as one rigid body; the force and the moment that this body
/// needs, carried inward, are column i of the matrix.
///
///   code    meaning                                                                     frame
///   mass    of links i to n, zero beyond the last prismatic joint: moments are regrouped
///   S, K    moments of mass of order 1, 2 of links i to n, as one body                  i
///   f, n    force, moment about the origin, that joint i's unit acceleration            j <= i
///           takes at joint j
///
/// Three savings, each exact: without mass, a shift changes K by S alone, and S not at all; shifts
/// are split as in minimal_newton_euler-inl.hpp; and a column begins behind its own joint, with
/// entries of S and K that have been turned already.
///
/// Included once for each instruction set (text-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// First and second moment.
template <class S_, class K_>
struct BodyMoments {
  S_ S;
  K_ K;
};
template <class S_, class K_>
BodyMoments(S_, K_) -> BodyMoments<S_, K_>;

template <class T>
using CompositeBody = BodyMoments<Vector<T>, Symmetric<T>>;

/// From frame i to axes before the turn about z.                                            12M 10A
template <class J, class Composite>
EQUIDYN_INLINE auto body_turned_about_z(const J& joint, const Composite& body) {
  return BodyMoments{turned_about_z(joint, body.S), turned_about_z(joint, body.K)};
}

/// From there to the axes of frame i-1.                                                     12M 10A
template <class L, class Composite>
EQUIDYN_INLINE auto body_turned_about_x(const L& link, const Composite& body) {
  return BodyMoments{turned_about_x(link, body.S), turned_about_x(link, body.K)};
}

/// About an origin that lies back by d along z.                                  3M 4A without mass
template <class D, class Mass, class Composite>
EQUIDYN_INLINE auto shifted_along_z(const D& d, const Mass& mass, const Composite& body) {
  const auto& [S, K] = body;
  const auto S_z = rounded(S.z + d * mass);
  return BodyMoments{triple(S.x, S.y, S_z), symmetric(K.xx, K.yy, K.zz + d * (S.z + S_z), K.xy,
                                                      K.yz + d * S.y, K.zx + d * S.x)};
}

/// About an origin that lies back by a length along x.                           3M 4A without mass
template <class C, class Mass, class Composite>
EQUIDYN_INLINE auto shifted_along_x(const C& length, const Mass& mass, const Composite& body) {
  const auto& [S, K] = body;
  const auto S_x = rounded(S.x + length * mass);
  return BodyMoments{triple(S_x, S.y, S.z),
                     symmetric(K.xx + length * (S.x + S_x), K.yy, K.zz, K.xy + length * S.y, K.yz,
                               K.zx + length * S.z)};
}

template <class F, class N>
struct ForceAndMoment {
  F f;
  N n;
};
template <class F, class N>
ForceAndMoment(F, N) -> ForceAndMoment<F, N>;

/// Force and moment, in frame i, that the unit acceleration of joint i takes.  0M 1A
template <class L, class Mass, class Composite>
EQUIDYN_INLINE auto unit_acceleration(const L&, const Mass& mass, const Composite& body) {
  const auto& [S, K] = body;
  if constexpr (kRevolute<L>)
    return ForceAndMoment{triple(-S.y, S.x, Zero{}), triple(-K.zx, -K.yz, K.xx + K.yy)};
  else
    return ForceAndMoment{triple(Zero{}, Zero{}, mass), triple(S.y, -S.x, Zero{})};
}

template <class L>
EQUIDYN_INLINE auto own_moments(const L& link) {
  return BodyMoments{
      link.S(), symmetric(link.K_xx(), link.K_yy(), Zero{}, link.K_xy(), link.K_yz(), link.K_zx())};
}

template <class To, class S_, class K_>
EQUIDYN_INLINE void copy_nonzero(To& to, const BodyMoments<S_, K_>& moments) {
  copy_nonzero(to.S, moments.S), copy_nonzero(to.K, moments.K);
}
template <class T, class Composite>
EQUIDYN_INLINE void copy_all(CompositeBody<T>& to, const Composite& moments) {
  copy_all(to.S, moments.S);
  copy_all(to.K, moments.K);
}

/// Adds the moments of link i to those of the links beyond.                                  0M 7A
template <class L, class T>
EQUIDYN_INLINE void add_own(const L& link, CompositeBody<T>& body) {
  auto& [S, K] = body;
  const auto own = own_moments(link);
  copy_all(S, triple(S.x + own.S.x, S.y + own.S.y, S.z + own.S.z));
  copy_all(K, symmetric(K.xx + own.K.xx, K.yy + own.K.yy, K.zz, K.xy + own.K.xy, K.yz + own.K.yz,
                        K.zx + own.K.zx));
}

/// The mass matrix M: n times n, row after row, from the last column to the first. `columns` is
/// scratch space for n links.
template <class T, class C>
EQUIDYN_INLINE void mass_matrix(const Chain<C>& arm, const Joint<T>* joints, T* M,
                                Wrench<T>* columns) {
  const LinkConstants<C>* const link = arm.link;
  const int last = arm.n - 1;
  CompositeBody<T> body;
  C mass(0);
  bool massive = false;
  const auto entry = [&](int i, int j, const T& value) EQUIDYN_INLINE_LAMBDA {
    M[i * arm.n + j] = value;
    M[j * arm.n + i] = value;
  };

  // seen from link i-1: what acts along joint i-1, and what is left for the joints before
  const auto carried = [&](int column, int i, const auto& f, const auto& n) EQUIDYN_INLINE_LAMBDA {
    if (link[i - 1].kind.revolute)
      entry(column, i - 1, number<T>(n.z));
    else
      entry(column, i - 1, number<T>(f.z));
    if (i == 1) return;
    copy_all(columns[column].f, f);
    copy_all(columns[column].n, n);
  };
  const auto carry = [&](const auto& view, int column, int i) EQUIDYN_INLINE_LAMBDA {
    auto f = triple(columns[column].f), n = triple(columns[column].n);
    carry_inward(view, view.moved_by(joints[i]), f, n);
    carried(column, i, f, n);
  };
  // from the body beyond joint i: the entry on the diagonal, the start of column i, and the body
  // seen from link i-1
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
  for (int i = last - 1; i > 0; --i) {
    add_mass(i);
    with_kind<Turning::kAny>(link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross_joint(view, i);
      for (int column = i + 1; column <= last; ++column) carry(view, column, i);
    });
    if (abandoned(arm.n)) return;
  }
  add_mass(0);
  if (link[0].kind.revolute)
    entry(0, 0, T(link[0].K.xx + body.K.xx + (link[0].K.yy + body.K.yy)));
  else
    entry(0, 0, T(mass));
}

}  // namespace equidyn::EQUIDYN_TARGET
