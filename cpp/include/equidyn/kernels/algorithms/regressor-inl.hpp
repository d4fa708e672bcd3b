/// @file regressor-inl.hpp
/// The regressor Y: joint torques per parameter of links and drives, O(n^2).
///
/// C. G. Atkeson, C. H. An, J. M. Hollerbach, Estimation of Inertial Parameters of Manipulator
/// Loads and Links, The International Journal of Robotics Research 5(3), 1986, with Kane's partial
/// velocities in place of their transported wrenches. To the torque of joint i, link j adds
///
///   v . (m a + A m c) + s . (m c x a + I al + w x I w)
///
/// and the links between only transform s and v outward.
///
///   code     meaning                                                frame of link j
///   motion   w, al of link j, and a of its origin, minus gravity
///   s, v     angular velocity of link j, velocity of its origin, per velocity of joint i
///   A        acceleration tensor of link j
///   Y        n x `width`, row by row
///
/// The frames are those of the convention in which the arm was given, as in poses-inl.hpp.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::kFrictionParameters, kernels::kInertialParameters;

/// Motion of the link that the outward pass has reached, per velocity of joint i.
template <class T>
struct PartialVelocity {
  Vector<T> s, v;
};

/// From frame i-1 to joint axis i.
template <class L, class T>
EQUIDYN_INLINE void cross_along_x(const L& link, Motion<T>& motion) {
  auto w = seen_about_x(link, motion.w);
  auto al = seen_about_x(link, motion.al);
  Vector<T> a;
  copy_all(a, seen_about_x(link, motion.a));
  if (link.shifts()) shift_acceleration(a, w, al, triple(link.length(), Zero{}, Zero{}));
  copy_all(motion.w, w);
  copy_all(motion.al, al);
  copy_all(motion.a, triple(a));
}

/// The columns of link j, in the rows of joints 0 to j; zeros in the others.          36M 26A a row
template <class T, class C>
EQUIDYN_INLINE void link_columns(const Chain<C>& arm, int j, const Motion<T>& motion,
                                 const PartialVelocity<T>* unit_motion, T* Y, int width) {
  auto w = triple(motion.w), al = triple(motion.al), a = triple(motion.a);
  const auto A = tensor(w, al);
  const auto wxy = rounded(w.x * w.y), wyz = rounded(w.y * w.z), wzx = rounded(w.z * w.x);
  const auto xx_yy = A.wxx - A.wyy, yy_zz = A.wyy - A.wzz, zz_xx = A.wzz - A.wxx;
  const auto enter = [&](const auto& s, const auto& v, T* of) EQUIDYN_INLINE_LAMBDA {
    of[0] = number<T>(a.x * v.x + a.y * v.y + a.z * v.z);
    of[1] = number<T>(A.yx * v.y + A.zx * v.z - A.xx * v.x + a.y * s.z - a.z * s.y);
    of[2] = number<T>(A.xy * v.x + A.zy * v.z - A.yy * v.y + a.z * s.x - a.x * s.z);
    of[3] = number<T>(A.xz * v.x + A.yz * v.y - A.zz * v.z + a.x * s.y - a.y * s.x);
    of[4] = number<T>(al.x * s.x + wzx * s.y - wxy * s.z);
    of[5] = number<T>(A.zy * s.y - A.zx * s.x + xx_yy * s.z);
    of[6] = number<T>(al.y * s.y + wxy * s.z - wyz * s.x);
    of[7] = number<T>(A.yx * s.x - A.yz * s.z + zz_xx * s.y);
    of[8] = number<T>(A.xz * s.z - A.xy * s.y + yy_zz * s.x);
    of[9] = number<T>(al.z * s.z + wyz * s.x - wzx * s.y);
  };
  const T none(0);
  T* of = Y + static_cast<std::ptrdiff_t>(j) * kInertialParameters;
  for (int i = 0; i < arm.n; ++i, of += width) {
    if (i > j)
      for (int k = 0; k < kInertialParameters; ++k) of[k] = none;
    else if (arm.link[i].kind.revolute)
      enter(triple(unit_motion[i].s), triple(unit_motion[i].v), of);
    else
      enter(Triple<Zero>{}, triple(unit_motion[i].v), of);
    if (i <= j && arm.link[j].turned)
      for (const int k : {1, 2, 7, 8}) of[k] = none - of[k];  // m c_x, m c_y, I_xz, I_yz
  }
}

/// The columns of the links. `motion` is that of frame 0; `unit_motion` is scratch memory for n
/// joints.
template <class T, class C>
EQUIDYN_INLINE void regressor(const Model<C>& arm, const Joint<T>* joints, Motion<T>& motion, T* Y,
                              int width, PartialVelocity<T>* unit_motion) {
  const Chain<C>& chain = arm.chain;
  const int n = chain.n;
  const bool far_ends = arm.far_end != nullptr;
  const T unit(1), none(0);
  for (int i = 0; i < n + (far_ends ? 1 : 0); ++i) {
    if (abandoned(n)) return;
    const LinkConstants<C>& ahead = i < n ? chain.link[i] : *arm.far_end;
    with_kind<Turning::kAny>(ahead, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      cross_along_x(view, motion);
      for (int k = 0; k < i; ++k) carry_along_x(view, unit_motion[k].s, unit_motion[k].v);
    });
    if (far_ends && i > 0) link_columns(chain, i - 1, motion, unit_motion, Y, width);
    if (i == n) break;
    const bool revolute = ahead.kind.revolute;
    unit_motion[i] = {{none, none, revolute ? unit : none}, {none, none, revolute ? none : unit}};
    with_type<Twist::kNone, Turning::kAny>(ahead, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      cross_outward(joint, triple(motion.w), triple(motion.al), motion.a, motion);
      for (int k = 0; k < i; ++k) carry_along_z(joint, unit_motion[k].s, unit_motion[k].v);
    });
    if (!far_ends) link_columns(chain, i, motion, unit_motion, Y, width);
  }
}

/// The columns of the drives, after those of the links: viscous, forwards and backwards friction,
/// then motors. They are zero but for the joint's own.
template <class T>
EQUIDYN_INLINE void drive_columns(int n, const Joint<T>* joints, bool friction, bool motors, T* Y,
                                  int width) {
  const T unit(1), none(0);
  for (int i = 0; i < n; ++i) {
    T* of = Y + static_cast<std::ptrdiff_t>(i) * width;
    for (int k = n * kInertialParameters; k < width; ++k) of[k] = none;
    of += n * kInertialParameters + i;
    if (friction) {
      of[0] = joints[i].velocity;
      of[n] = by_sign(joints[i].velocity, unit, none);
      of[2 * n] = by_sign(joints[i].velocity, none, unit);
      of += kFrictionParameters * n;
    }
    if (motors) of[0] = joints[i].acceleration;
  }
}

template <>
struct Evaluation<Task::kRegressor> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const Y = take(numbers<Task::kRegressor>(n));
    PartialVelocity<T>* const unit_motion = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const int n = arrays.n;
    const bool friction = block.x.friction, motors = block.x.motors;
    const int width = kernels::Extents{n, friction, motors}.parameters();
    Ends<T> ends;
    block.read_ends(ends);
    const T none(0.0);
    const Vector<T> still{none, none, none};
    if (ends.base == nullptr)
      at_frame_0(block.arm, Motion<T>{still, still, still}, ends.base_motion);
    regressor(block.arm, block.joints, ends.base_motion, arrays.Y, width, arrays.unit_motion);
    drive_columns(n, block.joints, friction, motors, arrays.Y, width);
    block.write(arrays.Y, n * width);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
