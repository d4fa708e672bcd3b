/// @file link_view-inl.hpp
/// A link and its joint as the equations of a general link read them: numbers that the kind of the
/// link makes zero or one have these types.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Across, kernels::Chain, kernels::Joint, kernels::Kind, kernels::LinkConstants,
    kernels::Motion, kernels::Turning, kernels::Twist, kernels::Wrench;

/// `value`, or a structural zero.
template <bool kPresent, class X>
EQUIDYN_INLINE auto present(const X& value) {
  if constexpr (kPresent)
    return value;
  else
    return Zero{};
}

template <Kind kKind, class C, class T>
struct JointView {
  const LinkConstants<C>& link;
  const Joint<T>& joint;

  EQUIDYN_INLINE auto c() const {
    if constexpr (kKind.revolute)
      return joint.c;
    else
      return link.cos_theta;
  }
  EQUIDYN_INLINE auto s() const {
    if constexpr (kKind.revolute)
      return joint.s;
    else
      return link.sin_theta;
  }
  EQUIDYN_INLINE auto d() const {
    if constexpr (kKind.revolute)
      return link.d;
    else
      return joint.d;
  }
  EQUIDYN_INLINE bool shifts() const { return !kKind.revolute || link.shifts_z; }
  EQUIDYN_INLINE auto thd() const { return present<kKind.revolute>(joint.velocity); }
  EQUIDYN_INLINE auto thdd() const { return present<kKind.revolute>(joint.acceleration); }
  EQUIDYN_INLINE auto dd() const { return present<!kKind.revolute>(joint.velocity); }
  EQUIDYN_INLINE auto ddd() const { return present<!kKind.revolute>(joint.acceleration); }
};

template <Kind kKind, class C>
struct LinkView {
  const LinkConstants<C>& link;

  template <class T>
  EQUIDYN_INLINE JointView<kKind, C, T> moved_by(const Joint<T>& joint) const {
    return {link, joint};
  }

  EQUIDYN_INLINE auto cos_twist() const {
    if constexpr (kKind.twist == Twist::kNone)
      return One{};
    else
      return present<kKind.twist == Twist::kGeneral>(link.cos_twist);
  }
  EQUIDYN_INLINE auto sin_twist() const {
    if constexpr (kKind.twist == Twist::kQuarter)
      return One{};
    else
      return present<kKind.twist == Twist::kGeneral>(link.sin_twist);
  }
  EQUIDYN_INLINE const C& length() const { return link.length; }
  EQUIDYN_INLINE bool shifts() const { return link.across != Across::kNone; }
  EQUIDYN_INLINE bool shifts_x_alone() const { return link.across == Across::kAlongX; }
  EQUIDYN_INLINE const C& a_y() const { return link.a_y; }
  EQUIDYN_INLINE bool shifts_y() const { return link.across == Across::kAlongXAndY; }
  EQUIDYN_INLINE const C& length_ahead() const { return link.length_ahead; }
  EQUIDYN_INLINE bool shifts_ahead() const { return link.across_ahead != Across::kNone; }
  EQUIDYN_INLINE bool shifts_x_alone_ahead() const { return link.across_ahead == Across::kAlongX; }
  EQUIDYN_INLINE const C& a_y_ahead() const { return link.a_y_ahead; }
  EQUIDYN_INLINE bool shifts_y_ahead() const { return link.across_ahead == Across::kAlongXAndY; }
  EQUIDYN_INLINE auto M() const { return present<!kKind.revolute>(link.M); }
  EQUIDYN_INLINE auto S() const {
    return triple(link.S.x, link.S.y, present<!kKind.revolute>(link.S.z));
  }
  EQUIDYN_INLINE auto K_xx() const { return present<kKind.revolute>(link.K.xx); }
  EQUIDYN_INLINE auto K_yy() const { return present<kKind.revolute>(link.K.yy); }
  EQUIDYN_INLINE auto K_xy() const { return present<kKind.revolute>(link.K.xy); }
  EQUIDYN_INLINE auto K_yz() const { return present<kKind.revolute>(link.K.yz); }
  EQUIDYN_INLINE auto K_zx() const { return present<kKind.revolute>(link.K.zx); }

  /// The torque of joint i: force or moment along z.
  template <class F, class N>
  EQUIDYN_INLINE auto along_joint(const F& force, const N& moment) const {
    if constexpr (kKind.revolute)
      return moment;
    else
      return force;
  }

  /// w or al of the link before, with its structural zeros.
  template <class T>
  EQUIDYN_INLINE auto turning(const Vector<T>& v) const {
    constexpr bool any = kKind.before == Turning::kAny;
    return triple(present<any>(v.x), present<any>(v.y),
                  present<kKind.before != Turning::kStill>(v.z));
  }
};

/// True if the view of a link is that of a revolute joint.
template <class L>
constexpr bool kRevolute = kRevolute<const L&>;
template <Kind kKind, class C>
constexpr bool kRevolute<const LinkView<kKind, C>&> = kKind.revolute;

/// Applies `equations` to the view of a link that has its kind; kBefore is the structure of the
/// rotation of the link before. One function for each switch: g++ optimises code again for each
/// function that it is inlined into.
template <Twist kTwist, Turning kBefore, class C, class Equations>
EQUIDYN_INLINE void with_type(const LinkConstants<C>& link, Equations&& equations) {
  if (link.kind.revolute)
    equations(LinkView<Kind{kTwist, true, kBefore}, C>{link});
  else
    equations(LinkView<Kind{kTwist, false, kBefore}, C>{link});
}

template <Turning kBefore, class C, class Equations>
EQUIDYN_INLINE void with_kind(const LinkConstants<C>& link, Equations&& equations) {
  const bool revolute = link.kind.revolute;
  switch (link.kind.twist) {
    case Twist::kNone:
      return revolute ? equations(LinkView<Kind{Twist::kNone, true, kBefore}, C>{link})
                      : equations(LinkView<Kind{Twist::kNone, false, kBefore}, C>{link});
    case Twist::kQuarter:
      return revolute ? equations(LinkView<Kind{Twist::kQuarter, true, kBefore}, C>{link})
                      : equations(LinkView<Kind{Twist::kQuarter, false, kBefore}, C>{link});
    case Twist::kGeneral:
      return revolute ? equations(LinkView<Kind{Twist::kGeneral, true, kBefore}, C>{link})
                      : equations(LinkView<Kind{Twist::kGeneral, false, kBefore}, C>{link});
  }
}

/// The same with that structure known at run time.
template <class C, class Equations>
EQUIDYN_INLINE void with_kind(const LinkConstants<C>& link, Turning before, Equations&& equations) {
  switch (before) {
    case Turning::kStill:
      return with_kind<Turning::kStill>(link, equations);
    case Turning::kAxial:
      return with_kind<Turning::kAxial>(link, equations);
    case Turning::kAny:
      return with_kind<Turning::kAny>(link, equations);
  }
}

}  // namespace equidyn::EQUIDYN_TARGET
