/// @file regressor-inl.hpp
/// The regressor Y: joint torques per parameter of links and drives, O(n^2).
///
/// C. G. Atkeson, C. H. An, J. M. Hollerbach, Estimation of Inertial Parameters of Manipulator
/// Loads and Links, The International Journal of Robotics Research 5(3), 1986, with Kane's partial
/// velocities in place of their transported wrenches. To the torque of joint i, link j adds
///
///   v . (m a + A m c) + s . (m c x a + I al + w x I w)
///
/// and the links between only transform s and v outward. Row after row is computed and written, from
/// the motion of all links.
///
///   code     meaning                                                frame of link j
///   motion   w, al of link j, and a of its origin, minus gravity
///   A        acceleration tensor of link j
///   s, v     angular velocity of link j, velocity of its origin, per velocity of joint i
///   Y        row i, of as many numbers as there are parameters
///
/// The row of a joint is linear in s and v. So the product of a cotangent of the torques with all rows
/// is the row of the velocities at which all joints move together, as fast as the cotangent: O(n),
/// in one pass outward.
///
/// The frames are those of the convention in which the arm was given, as in poses-inl.hpp.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::kFrictionParameters, kernels::kInertialParameters;

/// The motion of link j: what its columns have in common.
template <class T>
struct LinkMotion {
  Vector<T> al, a;
  T wxy, wyz, wzx, xx_yy, yy_zz, zz_xx;                    ///< products and differences of w
  T A_xx, A_xy, A_xz, A_yx, A_yy, A_yz, A_zx, A_zy, A_zz;  ///< as in Tensor
};

/// From frame i-1 to joint axis i.
template <class L, class T>
EQUIDYN_INLINE void cross_along_x(const L& link, Motion<T>& motion) {
  auto w = seen_about_x(link, motion.w);
  auto al = seen_about_x(link, motion.al);
  Vector<T> a;
  copy_all(a, seen_about_x(link, motion.a));
  shift_across(link, w, al, a);
  copy_all(motion.w, w);
  copy_all(motion.al, al);
  copy_all(motion.a, triple(a));
}

template <class T>
EQUIDYN_INLINE void describe(const Motion<T>& motion, LinkMotion<T>& of) {
  const auto w = triple(motion.w);
  const auto A = tensor(w, triple(motion.al));
  copy_all(of.al, triple(motion.al)), copy_all(of.a, triple(motion.a));
  of.wxy = w.x * w.y, of.wyz = w.y * w.z, of.wzx = w.z * w.x;
  of.xx_yy = A.wxx - A.wyy, of.yy_zz = A.wyy - A.wzz, of.zz_xx = A.wzz - A.wxx;
  of.A_xx = A.xx, of.A_xy = A.xy, of.A_xz = A.xz;
  of.A_yx = A.yx, of.A_yy = A.yy, of.A_yz = A.yz;
  of.A_zx = A.zx, of.A_zy = A.zy, of.A_zz = A.zz;
}

/// The motions of the links. `motion` is that of frame 0.
template <class T, class C>
EQUIDYN_INLINE void describe_links(const Model<C>& arm, const Joint<T>* joints, Motion<T>& motion,
                                   LinkMotion<T>* links) {
  walk_outward(arm, [&](const auto& view) EQUIDYN_INLINE_LAMBDA { cross_along_x(view, motion); },
               [&](const auto& view, int i) EQUIDYN_INLINE_LAMBDA {
    cross_outward(view.moved_by(joints[i]), triple(motion.w), triple(motion.al), motion.a, motion);
  }, [&](int i) EQUIDYN_INLINE_LAMBDA { describe(motion, links[i]); });
}

/// The columns of a link, per partial velocities s and v.                                    36M 26A
template <class T, class S_, class V_>
EQUIDYN_INLINE void enter(const LinkMotion<T>& of, bool turned, const S_& s, const V_& v, T* Y) {
  const auto &al = of.al, &a = of.a;
  Y[0] = number<T>(a.x * v.x + a.y * v.y + a.z * v.z);
  Y[1] = number<T>(of.A_yx * v.y + of.A_zx * v.z - of.A_xx * v.x + a.y * s.z - a.z * s.y);
  Y[2] = number<T>(of.A_xy * v.x + of.A_zy * v.z - of.A_yy * v.y + a.z * s.x - a.x * s.z);
  Y[3] = number<T>(of.A_xz * v.x + of.A_yz * v.y - of.A_zz * v.z + a.x * s.y - a.y * s.x);
  Y[4] = number<T>(al.x * s.x + of.wzx * s.y - of.wxy * s.z);
  Y[5] = number<T>(of.A_zy * s.y - of.A_zx * s.x + of.xx_yy * s.z);
  Y[6] = number<T>(al.y * s.y + of.wxy * s.z - of.wyz * s.x);
  Y[7] = number<T>(of.A_yx * s.x - of.A_yz * s.z + of.zz_xx * s.y);
  Y[8] = number<T>(of.A_xz * s.z - of.A_xy * s.y + of.yy_zz * s.x);
  Y[9] = number<T>(al.z * s.z + of.wyz * s.x - of.wzx * s.y);
  const T none(0);
  if (turned)
    for (const int k : {1, 2, 7, 8}) Y[k] = none - Y[k];  // m c_x, m c_y, I_xz, I_yz
}

/// The columns of all links in the row of joint i: zeros before its own.
template <class T, class C>
EQUIDYN_INLINE void link_columns(const Model<C>& arm, const Joint<T>* joints,
                                 const LinkMotion<T>* links, int i, T* Y) {
  const LinkConstants<C>* const link = arm.chain.link;
  const int n = arm.chain.n;
  const bool far_ends = arm.far_end != nullptr, revolute = link[i].kind.revolute;
  const T unit(1), none(0);
  for (int k = 0; k < i * kInertialParameters; ++k) Y[k] = none;
  Y += i * kInertialParameters;
  Vector<T> s{none, none, revolute ? unit : none}, v{none, none, revolute ? none : unit};
  const auto enter_link = [&](int j) EQUIDYN_INLINE_LAMBDA {
    if (revolute)
      enter(links[j], link[j].turned, triple(s), triple(v), Y);
    else
      enter(links[j], link[j].turned, Triple<Zero>{}, triple(v), Y);
    Y += kInertialParameters;
  };
  for (int j = i; j < n; ++j) {
    if (!far_ends) enter_link(j);
    if (j + 1 < n || far_ends) {
      const LinkConstants<C>& ahead = j + 1 < n ? link[j + 1] : *arm.far_end;
      with_kind<Turning::kAny>(
          ahead, [&](const auto& view) EQUIDYN_INLINE_LAMBDA { carry_along_x(view, s, v); });
    }
    if (far_ends) enter_link(j);
    if (j + 1 == n) return;
    with_type<Twist::kNone, Turning::kAny>(link[j + 1],
                                           [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      carry_along_z(view.moved_by(joints[j + 1]), s, v);
    });
  }
}

/// The columns of the motors in the row of joint i: viscous, forwards and backwards friction, then
/// motors. They are zero but for the joint's own.
template <class T>
EQUIDYN_INLINE void drive_columns(int n, const Joint<T>& joint, int i, bool friction, bool motors,
                                  T* Y) {
  const T unit(1), none(0);
  const int count = n * ((friction ? kFrictionParameters : 0) + (motors ? 1 : 0));
  for (int k = 0; k < count; ++k) Y[k] = none;
  Y += i;
  if (friction) {
    Y[0] = joint.velocity;
    Y[n] = by_sign(joint.velocity, unit, none);
    Y[2 * n] = by_sign(joint.velocity, none, unit);
    Y += kFrictionParameters * n;
  }
  if (motors) Y[0] = joint.acceleration;
}

/// The product of a cotangent with the columns of the links. `motion` is that of frame 0.
template <class T, class C>
EQUIDYN_INLINE void link_products(const Model<C>& arm, const Joint<T>* joints, Motion<T>& motion,
                                  const T* cotangent, T* products) {
  const LinkConstants<C>* const link = arm.chain.link;
  const T none(0);
  Vector<T> s{none, none, none}, v = s;
  walk_outward(arm, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    cross_along_x(view, motion);
    carry_along_x(view, s, v);
  }, [&](const auto& view, int i) EQUIDYN_INLINE_LAMBDA {
    const auto joint = view.moved_by(joints[i]);
    cross_outward(joint, triple(motion.w), triple(motion.al), motion.a, motion);
    carry_along_z(joint, s, v);
    if constexpr (kRevolute<decltype(view)>)
      s.z = s.z + cotangent[i];
    else
      v.z = v.z + cotangent[i];
  }, [&](int i) EQUIDYN_INLINE_LAMBDA {
    LinkMotion<T> own;
    describe(motion, own);
    enter(own, link[i].turned, triple(s), triple(v), products + i * kInertialParameters);
  });
}

/// The same with the columns of the motors.
template <class T>
EQUIDYN_INLINE void drive_products(int n, const Joint<T>* joints, const T* cotangent, bool friction,
                                   bool motors, T* products) {
  const T none(0);
  for (int i = 0; friction && i < n; ++i) {
    products[i] = cotangent[i] * joints[i].velocity;
    products[n + i] = by_sign(joints[i].velocity, cotangent[i], none);
    products[2 * n + i] = by_sign(joints[i].velocity, none, cotangent[i]);
  }
  if (friction) products += kFrictionParameters * n;
  for (int i = 0; motors && i < n; ++i) products[i] = cotangent[i] * joints[i].acceleration;
}

/// The motion of frame 0, minus gravity, of a base at rest or moving.
template <class Block, class T>
EQUIDYN_INLINE void read_start(Block& block, Motion<T>& start) {
  Ends<T> ends;
  block.read_ends(ends);
  const T none(0.0);
  const Vector<T> still{none, none, none};
  if (ends.base == nullptr)
    at_frame_0(block.arm, Motion<T>{still, still, still}, start);
  else
    start = ends.base_motion;
}

template <>
struct Evaluation<Task::kRegressor> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const Y = take(numbers<Task::kRegressor>(n) / n);
    LinkMotion<T>* const links = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const int n = arrays.n;
    const bool friction = block.x.friction, motors = block.x.motors;
    const std::ptrdiff_t width = kernels::Extents{n, friction, motors}.parameters();
    Motion<T> start;
    read_start(block, start);
    describe_links(block.arm, block.joints, start, arrays.links);
    for (int i = 0; i < n; ++i) {
      link_columns(block.arm, block.joints, arrays.links, i, arrays.Y);
      drive_columns(n, block.joints[i], i, friction, motors, arrays.Y + n * kInertialParameters);
      block.write_part(arrays.Y, static_cast<int>(width), i * width, n * width);
      if (abandoned(n)) return;
    }
  }
};

template <>
struct Evaluation<Task::kRegressorVjp> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const cotangent = per_joint();
    T* const products = take(numbers<Task::kRegressorVjp>(n));
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const int n = arrays.n;
    const bool friction = block.x.friction, motors = block.x.motors;
    block.read(block.x.cotangent, arrays.cotangent);
    Motion<T> start;
    read_start(block, start);
    link_products(block.arm, block.joints, start, arrays.cotangent, arrays.products);
    drive_products(n, block.joints, arrays.cotangent, friction, motors,
                   arrays.products + n * kInertialParameters);
    block.write(arrays.products, kernels::Extents{n, friction, motors}.parameters());
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
