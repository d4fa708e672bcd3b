/// @file articulated_inertia-inl.hpp
/// The inertia of an articulated body: the wrench on one link, the joints beyond it free,
///
///   f = M a + H al,  n = H^T a + I al
///
/// (articulated_bodies-inl.hpp), in other axes and about other origins, and with one more joint
/// free. Structural zeros cost nothing.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

template <class A, class B, class D>
struct ArticulatedInertia {
  A M;
  B H;
  D I;
};
template <class A, class B, class D>
ArticulatedInertia(A, B, D) -> ArticulatedInertia<A, B, D>;

template <class T>
using ArticulatedBody = ArticulatedInertia<Symmetric<T>, Matrix<T>, Symmetric<T>>;

template <class To, class A, class B, class D>
EQUIDYN_INLINE void copy_nonzero(To& to, const ArticulatedInertia<A, B, D>& body) {
  copy_nonzero(to.M, body.M), copy_nonzero(to.H, body.H), copy_nonzero(to.I, body.I);
}

template <class T, class A, class B, class D>
EQUIDYN_INLINE void copy_all(ArticulatedBody<T>& to, const ArticulatedInertia<A, B, D>& body) {
  copy_all(to.M, body.M), copy_all(to.H, body.H), copy_all(to.I, body.I);
}

/// About an origin at -d along z.                                                           11M 14A
template <class D, class Inertia>
EQUIDYN_INLINE auto articulated_shifted_along_z(const D& d, const Inertia& body) {
  const auto& [M, H, I] = body;
  const auto H_xy = rounded(H.xy + d * M.xx);
  const auto H_yx = rounded(H.yx - d * M.yy);
  const auto H_yy = rounded(H.yy + d * M.xy);
  return ArticulatedInertia{symmetric(M.xx, M.yy, M.zz, M.xy, M.yz, M.zx),
                            general(H.xx - d * M.xy, H_xy, H.xz,  //
                                    H_yx, H_yy, H.yz,             //
                                    H.zx - d * M.yz, H.zy + d * M.zx, H.zz),
                            symmetric(I.xx - d * (H.yx + H_yx), I.yy + d * (H.xy + H_xy), I.zz,
                                      I.xy + d * (H.xx - H_yy), I.yz + d * H.xz, I.zx - d * H.yz)};
}

/// About an origin at -length along x.                                                      11M 14A
template <class C, class Inertia>
EQUIDYN_INLINE auto articulated_shifted_along_x(const C& length, const Inertia& body) {
  const auto& [M, H, I] = body;
  const auto H_yz = rounded(H.yz + length * M.yy);
  const auto H_zy = rounded(H.zy - length * M.zz);
  const auto H_zz = rounded(H.zz + length * M.yz);
  return ArticulatedInertia{
      symmetric(M.xx, M.yy, M.zz, M.xy, M.yz, M.zx),
      general(H.xx, H.xy - length * M.zx, H.xz + length * M.xy,  //
              H.yx, H.yy - length * M.yz, H_yz,                  //
              H.zx, H_zy, H_zz),
      symmetric(I.xx, I.yy - length * (H.zy + H_zy), I.zz + length * (H.yz + H_yz),
                I.xy - length * H.zx, I.yz + length * (H.yy - H_zz), I.zx + length * H.yx)};
}

/// About an origin at -a_y along y.                                                         11M 14A
template <class C, class Inertia>
EQUIDYN_INLINE auto articulated_shifted_along_y(const C& a_y, const Inertia& body) {
  const auto& [M, H, I] = body;
  const auto H_zx = rounded(H.zx + a_y * M.zz);
  const auto H_xz = rounded(H.xz - a_y * M.xx);
  const auto H_xx = rounded(H.xx + a_y * M.zx);
  return ArticulatedInertia{
      symmetric(M.xx, M.yy, M.zz, M.xy, M.yz, M.zx),
      general(H_xx, H.xy, H_xz,                            //
              H.yx + a_y * M.yz, H.yy, H.yz - a_y * M.xy,  //
              H_zx, H.zy, H.zz - a_y * M.zx),
      symmetric(I.xx + a_y * (H.zx + H_zx), I.yy, I.zz - a_y * (H.xz + H_xz), I.xy + a_y * H.zy,
                I.yz - a_y * H.xy, I.zx + a_y * (H.zz - H_xx))};
}

template <class T>
EQUIDYN_INLINE void clear(ArticulatedBody<T>& body) {
  constexpr Zero o;
  copy_all(body, ArticulatedInertia{symmetric(o, o, o, o, o, o), general(o, o, o, o, o, o, o, o, o),
                                    symmetric(o, o, o, o, o, o)});
}

/// Adds the inertia of link i itself: force al x S + M a, inertia tensor Tr(K) E - K.
template <class L, class T>
EQUIDYN_INLINE void add_own(const L& link, ArticulatedBody<T>& body) {
  auto& [M, H, I] = body;
  const auto S = link.S();
  copy_nonzero(M.xx, M.xx + link.M()), copy_nonzero(M.yy, M.yy + link.M()),
      copy_nonzero(M.zz, M.zz + link.M());
  copy_nonzero(H.xy, H.xy + S.z), copy_nonzero(H.xz, H.xz - S.y);
  copy_nonzero(H.yx, H.yx - S.z), copy_nonzero(H.yz, H.yz + S.x);
  copy_nonzero(H.zx, H.zx + S.y), copy_nonzero(H.zy, H.zy - S.x);
  copy_nonzero(I.xx, I.xx + link.K_yy()), copy_nonzero(I.yy, I.yy + link.K_xx());
  copy_nonzero(I.zz, I.zz + (link.K_xx() + link.K_yy())), copy_nonzero(I.xy, I.xy - link.K_xy());
  copy_nonzero(I.yz, I.yz - link.K_yz()), copy_nonzero(I.zx, I.zx - link.K_zx());
}

/// Force and moment of a unit acceleration of joint i.
template <class L, class T>
EQUIDYN_INLINE auto unit_acceleration(const L&, const ArticulatedBody<T>& body) {
  const auto& [M, H, I] = body;
  if constexpr (kRevolute<L>)
    return ForceAndMoment{triple(H.xz, H.yz, H.zz), triple(I.zx, I.yz, I.zz)};
  else
    return ForceAndMoment{triple(M.zx, M.yz, M.zz), triple(H.zx, H.zy, H.zz)};
}

/// M or I, minus V U^T.                                                                       6M 6A
template <class Matrix, class T, class U_>
EQUIDYN_INLINE auto less_product(const Matrix& m, const Vector<T>& V, const U_& U) {
  return symmetric(m.xx - V.x * U.x, m.yy - V.y * U.y, m.zz - V.z * U.z, m.xy - V.x * U.y,
                   m.yz - V.y * U.z, m.zx - V.x * U.z);
}
/// The same with the row and the column of the joint axis given.                              3M 3A
template <class Matrix, class T, class U_, class Along>
EQUIDYN_INLINE auto less_product(const Matrix& m, const Vector<T>& V, const U_& U,
                                 const Along& along) {
  return symmetric(m.xx - V.x * U.x, m.yy - V.y * U.y, along.z, m.xy - V.x * U.y, along.y, along.x);
}

/// Frees joint i. `held` is the fraction of the pivot due to its motor, structurally zero without
/// one.                                                                                     15M 15A
template <class L, class T, class F, class N, class Held>
EQUIDYN_INLINE auto with_free_joint(const L&, const ArticulatedBody<T>& body, const Wrench<T>& V,
                                    const ForceAndMoment<F, N>& U, const Held& held) {
  const auto& [M, H, I] = body;
  const auto xx = rounded(H.xx - V.f.x * U.n.x), xy = rounded(H.xy - V.f.x * U.n.y);
  const auto yx = rounded(H.yx - V.f.y * U.n.x), yy = rounded(H.yy - V.f.y * U.n.y);
  const auto f = triple(held * U.f.x, held * U.f.y, held * U.f.z);
  const auto n = triple(held * U.n.x, held * U.n.y, held * U.n.z);
  if constexpr (kRevolute<L>)
    return ArticulatedInertia{less_product(M, V.f, U.f),
                              general(xx, xy, f.x,  //
                                      yx, yy, f.y,  //
                                      H.zx - V.f.z * U.n.x, H.zy - V.f.z * U.n.y, f.z),
                              less_product(I, V.n, U.n, n)};
  else
    return ArticulatedInertia{less_product(M, V.f, U.f, f),
                              general(xx, xy, H.xz - V.f.x * U.n.z,  //
                                      yx, yy, H.yz - V.f.y * U.n.z,  //
                                      n.x, n.y, n.z),
                              less_product(I, V.n, U.n)};
}

/// From frame i to frame i-1.
template <class L, class J, class T, class Inertia>
EQUIDYN_INLINE void carry_inward(const L& link, const J& joint, const Inertia& inertia,
                                 ArticulatedBody<T>& body) {
  auto turned =
      ArticulatedInertia{turned_about_z(joint, inertia.M), turned_about_z(joint, inertia.H),
                         turned_about_z(joint, inertia.I)};
  if (joint.shifts()) copy_nonzero(turned, articulated_shifted_along_z(joint.d(), turned));
  const auto before =
      ArticulatedInertia{turned_about_x(link, turned.M), turned_about_x(link, turned.H),
                         turned_about_x(link, turned.I)};
  if (!link.shifts()) return copy_all(body, before);
  copy_all(body, articulated_shifted_along_x(link.length(), before));
  if (!link.shifts_y()) return;
  const ArticulatedInertia shifted{symmetric(body.M), body.H, symmetric(body.I)};
  copy_all(body, articulated_shifted_along_y(link.a_y(), shifted));
}

}  // namespace equidyn::EQUIDYN_TARGET
