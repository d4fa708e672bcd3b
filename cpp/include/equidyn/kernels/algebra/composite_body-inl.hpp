/// @file composite_body-inl.hpp
/// Moments of mass of several links as one body: rotations, shifts, and the wrench of a unit
/// acceleration of its joint. Without mass, a shift changes the second moment by the first alone.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// First and second moments of mass.
template <class S_, class K_>
struct BodyMoments {
  S_ S;
  K_ K;
};
template <class S_, class K_>
BodyMoments(S_, K_) -> BodyMoments<S_, K_>;

template <class T>
using CompositeBody = BodyMoments<Vector<T>, Symmetric<T>>;

/// From frame i to the axes before the rotation about z.                                    12M 10A
template <class J, class Composite>
EQUIDYN_INLINE auto body_turned_about_z(const J& joint, const Composite& body) {
  return BodyMoments{turned_about_z(joint, body.S), turned_about_z(joint, body.K)};
}

/// From there to the axes of frame i-1.                                                     12M 10A
template <class L, class Composite>
EQUIDYN_INLINE auto body_turned_about_x(const L& link, const Composite& body) {
  return BodyMoments{turned_about_x(link, body.S), turned_about_x(link, body.K)};
}

/// About an origin at -d along z.                                                3M 4A without mass
template <class D, class Mass, class Composite>
EQUIDYN_INLINE auto shifted_along_z(const D& d, const Mass& mass, const Composite& body) {
  const auto& [S, K] = body;
  const auto S_z = rounded(S.z + d * mass);
  return BodyMoments{triple(S.x, S.y, S_z), symmetric(K.xx, K.yy, K.zz + d * (S.z + S_z), K.xy,
                                                      K.yz + d * S.y, K.zx + d * S.x)};
}

/// About an origin at -length along x.                                           3M 4A without mass
template <class C, class Mass, class Composite>
EQUIDYN_INLINE auto shifted_along_x(const C& length, const Mass& mass, const Composite& body) {
  const auto& [S, K] = body;
  const auto S_x = rounded(S.x + length * mass);
  return BodyMoments{triple(S_x, S.y, S.z),
                     symmetric(K.xx + length * (S.x + S_x), K.yy, K.zz, K.xy + length * S.y, K.yz,
                               K.zx + length * S.z)};
}

/// About an origin at -a_y along y.                                              3M 4A without mass
template <class C, class Mass, class Composite>
EQUIDYN_INLINE auto shifted_along_y(const C& a_y, const Mass& mass, const Composite& body) {
  const auto& [S, K] = body;
  const auto S_y = rounded(S.y + a_y * mass);
  return BodyMoments{triple(S.x, S_y, S.z), symmetric(K.xx, K.yy + a_y * (S.y + S_y), K.zz,
                                                      K.xy + a_y * S.x, K.yz + a_y * S.z, K.zx)};
}

template <class L, class Mass, class T>
EQUIDYN_INLINE void shift_along_y(const L& link, const Mass& mass, CompositeBody<T>& body) {
  if (!link.shifts_y()) return;
  const BodyMoments before{triple(body.S), symmetric(body.K)};
  copy_all(body, shifted_along_y(link.a_y(), mass, before));
}

/// About the origin of frame i-1, from that of the joint axis.
template <class L, class Mass, class Before, class T>
EQUIDYN_INLINE void shift_inward(const L& link, const Mass& mass, const Before& before,
                                 CompositeBody<T>& body) {
  if (!link.shifts()) return copy_all(body, before);
  copy_all(body, shifted_along_x(link.length(), mass, before));
  shift_along_y(link, mass, body);
}

template <class F, class N>
struct ForceAndMoment {
  F f;
  N n;
};
template <class F, class N>
ForceAndMoment(F, N) -> ForceAndMoment<F, N>;

/// Force and moment, in frame i, of a unit acceleration of joint i.                           0M 1A
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

/// Adds the moments of link i to those of links i+1 to n.                                     0M 7A
template <class L, class T>
EQUIDYN_INLINE void add_own(const L& link, CompositeBody<T>& body) {
  auto& [S, K] = body;
  const auto own = own_moments(link);
  copy_all(S, triple(S.x + own.S.x, S.y + own.S.y, S.z + own.S.z));
  copy_all(K, symmetric(K.xx + own.K.xx, K.yy + own.K.yy, K.zz, K.xy + own.K.xy, K.yz + own.K.yz,
                        K.zx + own.K.zx));
}

}  // namespace equidyn::EQUIDYN_TARGET
