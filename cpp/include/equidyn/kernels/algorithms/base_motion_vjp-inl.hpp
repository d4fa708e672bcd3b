/// @file base_motion_vjp-inl.hpp
/// The product of a cotangent of the joint torques with their derivatives by the motion of the base,
/// O(n): the gradients that inverse_dynamics_vjp-inl.hpp carries to the base.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Gradients by the motion of a frame, from those by the motion at a point p of it, in its axes:
/// a at p is a + A p.
template <class T, class P>
EQUIDYN_INLINE void shift_gradient(const Vector<T>& w, const P& p, MotionGradient<T>& by) {
  const auto& a = by.a;
  const auto along = rounded(a.x * p.x + a.y * p.y + a.z * p.z);
  const auto speed = rounded(w.x * p.x + w.y * p.y + w.z * p.z);
  const auto turning = rounded(a.x * w.x + a.y * w.y + a.z * w.z);
  const auto twice = rounded(along + along);
  copy_nonzero(by.al, triple(by.al.x + p.y * a.z - p.z * a.y, by.al.y + p.z * a.x - p.x * a.z,
                             by.al.z + p.x * a.y - p.y * a.x));
  copy_nonzero(by.w, triple(by.w.x + a.x * speed + p.x * turning - twice * w.x,
                            by.w.y + a.y * speed + p.y * turning - twice * w.y,
                            by.w.z + a.z * speed + p.z * turning - twice * w.z));
}

/// The products by the motion of the base, from gradients by that at joint axis 1 (start_moving,
/// at_frame_0). `base` is the motion of frame 0.
template <class T, class C>
EQUIDYN_INLINE void leave_base(const Model<C>& arm, const Motion<T>& base, MotionGradient<T>& by) {
  const LinkConstants<C>& first = arm.chain.link[0];
  with_kind<Turning::kAny>(first, [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
    copy_nonzero(by.w, turned_about_x(view, by.w));
    copy_nonzero(by.al, turned_about_x(view, by.al));
    copy_nonzero(by.a, turned_about_x(view, by.a));
  });
  shift_gradient(base.w, triple(T(first.length), T(first.a_y), T(0)), by);
  const auto& frame = arm.base_from_frame0;
  const auto turned_back = [&](const Triple<T>& v) EQUIDYN_INLINE_LAMBDA {
    const auto& [x, y, z] = frame.row;
    return triple(x.x * v.x + y.x * v.y + z.x * v.z, x.y * v.x + y.y * v.y + z.y * v.z,
                  x.z * v.x + y.z * v.y + z.z * v.z);
  };
  Vector<T> w;
  copy_all(w, turned_back(triple(base.w)));
  copy_nonzero(by.w, turned_back(by.w));
  copy_nonzero(by.al, turned_back(by.al));
  copy_nonzero(by.a, turned_back(by.a));
  shift_gradient(w, frame.origin, by);
}

/// With the derivatives by w, al (the second result) and a (the third) of the base.
template <>
struct Evaluation<Task::kBaseMotionVjp> : InBlocks {
  template <class T>
  using Arrays = ProductArrays<T>;
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    block.read(block.x.cotangent, arrays.cotangent);
    Motion<T> start;
    read_start(block, start);
    const Wrench<T>* const free = nullptr;
    T products[9];
    const auto left = [&](MotionGradient<T> by) EQUIDYN_INLINE_LAMBDA {
      leave_base(block.arm, start, by);
      T* to = products;
      for (const Triple<T>& each : {by.w, by.al, by.a})
        *to++ = each.x, *to++ = each.y, *to++ = each.z;
    };
    inverse_dynamics_vjp(block.arm.chain, block.joints, &start, free, arrays, left);
    for (int k = 0; k < 3; ++k) block.write(products + 3 * k, 3, k);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
