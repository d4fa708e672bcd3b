/// @file poses-inl.hpp
/// Poses of the tool and of the link frames, O(n).
///
/// J. Denavit, R. S. Hartenberg, A Kinematic Notation for Lower-Pair Mechanisms Based on Matrices,
/// Journal of Applied Mechanics 22, 1955. Two screws a joint: the frame is rotated about one of its
/// axes, which stays, and shifted along it.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Axes and origin of a frame, in another one.
template <class T>
struct Frame {
  Vector<T> x, y, z, origin;
};

/// Rotates two axes about the third: u towards v, and v away from u.                         12M 6A
template <class CC, class SS, class T>
EQUIDYN_INLINE void turn_axes(const CC& c, const SS& s, Vector<T>& u, Vector<T>& v) {
  auto x = turned_planar(c, s, v.x, u.x);
  auto y = turned_planar(c, s, v.y, u.y);
  auto z = turned_planar(c, s, v.z, u.z);
  copy_all(u, triple(x.y, y.y, z.y));
  copy_all(v, triple(x.x, y.x, z.x));
}

/// Moves a point along an axis.                                                               3M 3A
template <class D, class T>
EQUIDYN_INLINE void shift_along(const Vector<T>& axis, const D& d, Vector<T>& point) {
  point.x = point.x + d * axis.x;
  point.y = point.y + d * axis.y;
  point.z = point.z + d * axis.z;
}

/// From frame i-1 to joint axis i.
template <class L, class T>
EQUIDYN_INLINE void screw_along_x(const L& link, Frame<T>& frame) {
  if (link.shifts()) shift_along(frame.x, link.length(), frame.origin);
  if (link.shifts_y()) [[unlikely]]
    shift_along(frame.y, link.a_y(), frame.origin);
  turn_axes(link.cos_twist(), link.sin_twist(), frame.y, frame.z);
}

/// From there to frame i.
template <class J, class T>
EQUIDYN_INLINE void screw_along_z(const J& joint, Frame<T>& frame) {
  if (joint.shifts()) shift_along(frame.z, joint.d(), frame.origin);
  turn_axes(joint.c(), joint.s(), frame.x, frame.y);
}

/// Frame 0 in the world.
template <class T, class C>
EQUIDYN_INLINE void set_frame_0(const Model<C>& arm, Frame<T>& frame) {
  const auto& [row, origin] = arm.world_from_frame0;
  frame.x = {T(row[0].x), T(row[1].x), T(row[2].x)};
  frame.y = {T(row[0].y), T(row[1].y), T(row[2].y)};
  frame.z = {T(row[0].z), T(row[1].z), T(row[2].z)};
  frame.origin = {T(origin.x), T(origin.y), T(origin.z)};
}

/// v, from the axes of a frame to those in which the frame is given.                          9M 6A
template <class T, class C>
EQUIDYN_INLINE Triple<T> along_axes(const Frame<T>& frame, const Vector<C>& v) {
  return triple(frame.x.x * v.x + frame.y.x * v.y + frame.z.x * v.z,
                frame.x.y * v.x + frame.y.y * v.y + frame.z.y * v.z,
                frame.x.z * v.x + frame.y.z * v.y + frame.z.z * v.z);
}

/// The origin of the tool.                                                                    9M 9A
template <class T, class C>
EQUIDYN_INLINE Triple<T> tool_origin(const Model<C>& arm, const Frame<T>& last) {
  const auto p = along_axes(last, arm.tool.origin);
  return triple(last.origin.x + p.x, last.origin.y + p.y, last.origin.z + p.z);
}

/// A frame as a 4 x 4 matrix, row by row.
template <class T>
EQUIDYN_INLINE void write_pose(const Frame<T>& frame, T* H) {
  const auto& [x, y, z, p] = frame;
  H[0] = x.x, H[1] = y.x, H[2] = z.x, H[3] = p.x;
  H[4] = x.y, H[5] = y.y, H[6] = z.y, H[7] = p.y;
  H[8] = x.z, H[9] = y.z, H[10] = z.z, H[11] = p.z;
  H[12] = H[13] = H[14] = T(0), H[15] = T(1);
}

/// The pose of a link; its frame may be rotated by 180 degrees here (model.hpp).
template <class T, class C>
EQUIDYN_INLINE void write_link_pose(const LinkConstants<C>& link, const Frame<T>& frame, T* H) {
  if (!link.turned) return write_pose(frame, H);
  const auto& [x, y, z, p] = frame;
  const T o(0);
  write_pose(Frame<T>{{o - x.x, o - x.y, o - x.z}, {o - y.x, o - y.y, o - y.z}, z, p}, H);
}

/// Frame n in the world; calls `passed(i, frame)` with each frame on the way; its z is the joint
/// axis.
template <class T, class C, class Passed>
EQUIDYN_INLINE void go_outward(const Model<C>& arm, const Joint<T>* joints, Frame<T>& frame,
                               Passed&& passed) {
  set_frame_0(arm, frame);
  for (int i = 0; i < arm.chain.n; ++i) {
    with_kind<Turning::kAny>(arm.chain.link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      screw_along_x(view, frame);
      screw_along_z(view.moved_by(joints[i]), frame);
    });
    passed(i, frame);
  }
}

/// The pose of the tool, from frame n.                                                      36M 27A
template <class T, class C>
EQUIDYN_INLINE void write_tool_pose(const Model<C>& arm, const Frame<T>& last, T* H) {
  const auto& row = arm.tool.row;
  Frame<T> tool;
  copy_all(tool.x, along_axes(last, Vector<C>{row[0].x, row[1].x, row[2].x}));
  copy_all(tool.y, along_axes(last, Vector<C>{row[0].y, row[1].y, row[2].y}));
  copy_all(tool.z, along_axes(last, Vector<C>{row[0].z, row[1].z, row[2].z}));
  copy_all(tool.origin, tool_origin(arm, last));
  write_pose(tool, H);
}

/// The pose of the tool in the world: 4 x 4.
template <class T, class C>
EQUIDYN_INLINE void forward_kinematics(const Model<C>& arm, const Joint<T>* joints, T* H) {
  Frame<T> frame;
  go_outward(arm, joints, frame, [](int, const Frame<T>&) EQUIDYN_INLINE_LAMBDA {});
  write_tool_pose(arm, frame, H);
}

/// From the base outward, in steps: `to_axis` along x to the next joint axis, `to_link` along z to link
/// i, `reached` in the frame of link i. A frame of standard DH comes after the next twist and lengths.
template <class C, class ToAxis, class ToLink, class Reached>
EQUIDYN_INLINE void walk_outward(const Model<C>& arm, ToAxis&& to_axis, ToLink&& to_link,
                                 Reached&& reached) {
  const LinkConstants<C>* const link = arm.chain.link;
  const int n = arm.chain.n;
  const bool far_ends = arm.far_end != nullptr;
  for (int i = 0; i < n + (far_ends ? 1 : 0); ++i) {
    with_kind<Turning::kAny>(i < n ? link[i] : *arm.far_end, to_axis);
    if (far_ends && i > 0) reached(i - 1);
    if (i == n) break;
    with_type<Twist::kNone, Turning::kAny>(
        link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA { to_link(view, i); });
    if (!far_ends) reached(i);
  }
}

/// The poses of the link frames in the world: calls `passed(i, frame)` with each, outward.
template <class T, class C, class Passed>
EQUIDYN_INLINE void link_poses(const Model<C>& arm, const Joint<T>* joints, Passed&& passed) {
  Frame<T> frame;
  set_frame_0(arm, frame);
  walk_outward(arm, [&](const auto& view) EQUIDYN_INLINE_LAMBDA { screw_along_x(view, frame); },
               [&](const auto& view, int i) EQUIDYN_INLINE_LAMBDA {
    screw_along_z(view.moved_by(joints[i]), frame);
  }, [&](int i) EQUIDYN_INLINE_LAMBDA { passed(i, frame); });
}

template <>
struct Evaluation<Task::kForwardKinematics> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const H = take(16);
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    forward_kinematics(block.arm, block.joints, arrays.H);
    block.write_poses(arrays.H, 1);
  }
};

/// Those of long arms are written some at a time, from a scratch memory that stays in the cache.
template <>
struct Evaluation<Task::kLinkPoses> : InBlocks {
  static constexpr int kAtATime = 32;

  template <class T>
  struct Arrays : Scratch {
    T* const H = take(16 * (n < kAtATime ? n : kAtATime));
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const int n = arrays.n;
    const auto* const link = block.arm.chain.link;
    if (n <= kAtATime) {
      link_poses(block.arm, block.joints, [&](int i, const Frame<T>& frame) EQUIDYN_INLINE_LAMBDA {
        write_link_pose(link[i], frame, arrays.H + static_cast<std::ptrdiff_t>(i) * 16);
      });
      block.write_poses(arrays.H, n);
      return;
    }
    link_poses(block.arm, block.joints, [&](int i, const Frame<T>& frame) EQUIDYN_INLINE_LAMBDA {
      const int place = i % kAtATime;
      write_link_pose(link[i], frame, arrays.H + static_cast<std::ptrdiff_t>(place) * 16);
      if (place == kAtATime - 1 || i == n - 1) block.write_poses(arrays.H, place + 1, i - place, n);
    });
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
