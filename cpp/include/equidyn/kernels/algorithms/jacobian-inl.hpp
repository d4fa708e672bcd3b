/// @file jacobian-inl.hpp
/// The Jacobian of the tool, O(n).
///
/// D. E. Whitney, The Mathematics of Coordinated Control of Prosthetic Arms and Manipulators,
/// Journal of Dynamic Systems, Measurement, and Control 94, 1972. Unit velocity of a revolute joint
/// i rotates all links beyond it with w_i = z_i, and moves the tool with v_i = z_i x (vector from
/// the axis to the tool); that of a prismatic joint moves it with v_i = z_i.
///
///   code        meaning                                        axes of the world, or of the tool
///   v, w        velocity of the tool's origin and angular velocity, per velocity of joint i
///   J           6 x n, row by row: v above w
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

template <class T, class V>
EQUIDYN_INLINE void write_column(T* J, int n, int i, const V& v) {
  J[i] = number<T>(v.x), J[n + i] = number<T>(v.y), J[2 * n + i] = number<T>(v.z);
}
template <class T>
EQUIDYN_INLINE Vector<T> read_column(const T* J, int n, int i) {
  return {J[i], J[n + i], J[2 * n + i]};
}

/// In axes of the world, from the base outward, to frame n.
template <class T, class C>
EQUIDYN_INLINE void jacobian_in_world(const Model<C>& arm, const Joint<T>* joints, T* J,
                                      Frame<T>& last) {
  const int n = arm.chain.n;
  T* const angular = J + static_cast<std::ptrdiff_t>(3) * n;
  const auto revolute = [&](int i)
                            EQUIDYN_INLINE_LAMBDA { return arm.chain.link[i].kind.revolute; };
  constexpr Zero o;
  go_outward(arm, joints, last, [&](int i, const Frame<T>& frame) EQUIDYN_INLINE_LAMBDA {
    if (revolute(i)) {
      write_column(J, n, i, frame.origin);  // replaced once the origin of the tool is known
      write_column(angular, n, i, frame.z);
    } else {
      write_column(J, n, i, frame.z);
      write_column(angular, n, i, triple(o, o, o));
    }
  });
  auto tool = tool_origin(arm, last);
  for (int i = 0; i < n; ++i) {
    if (!revolute(i)) continue;
    auto on_axis = read_column(J, n, i), z = read_column(angular, n, i);
    auto to_tool = triple(tool.x - on_axis.x, tool.y - on_axis.y, tool.z - on_axis.z);
    write_column(J, n, i, cross(z, to_tool));
  }
}

/// Frame n in that of the tool.                                                               9M 6A
template <class T, class C>
EQUIDYN_INLINE void seen_from_tool(const Model<C>& arm, Frame<T>& frame) {
  const auto& [row, p] = arm.tool;
  frame.x = {T(row[0].x), T(row[0].y), T(row[0].z)};
  frame.y = {T(row[1].x), T(row[1].y), T(row[1].z)};
  frame.z = {T(row[2].x), T(row[2].y), T(row[2].z)};
  copy_all(frame.origin, along_axes(frame, Vector<C>{-p.x, -p.y, -p.z}));
}

/// In axes of the tool, from the tip inward by the inverse screws.
template <class T, class C>
EQUIDYN_INLINE void jacobian_in_tool(const Model<C>& arm, const Joint<T>* joints, T* J) {
  const int n = arm.chain.n;
  T* const angular = J + static_cast<std::ptrdiff_t>(3) * n;
  constexpr Zero o;
  Frame<T> frame;
  seen_from_tool(arm, frame);
  for (int i = n - 1;; --i) {
    if (arm.chain.link[i].kind.revolute) {
      write_column(J, n, i, cross(frame.origin, frame.z));
      write_column(angular, n, i, frame.z);
    } else {
      write_column(J, n, i, frame.z);
      write_column(angular, n, i, triple(o, o, o));
    }
    if (i == 0) return;
    with_kind<Turning::kAny>(arm.chain.link[i], [&](const auto& view) EQUIDYN_INLINE_LAMBDA {
      const auto joint = view.moved_by(joints[i]);
      turn_axes(joint.c(), joint.s(), frame.y, frame.x);
      if (joint.shifts()) shift_along(frame.z, -joint.d(), frame.origin);
      turn_axes(view.cos_twist(), view.sin_twist(), frame.z, frame.y);
      if (view.shifts()) shift_along(frame.x, -view.length(), frame.origin);
      if (view.shifts_y()) [[unlikely]]
        shift_along(frame.y, -view.a_y(), frame.origin);
    });
  }
}

/// In axes of the world, or of the tool: 6 x n.
template <class T, class C>
EQUIDYN_INLINE void jacobian(const Model<C>& arm, bool in_tool, const Joint<T>* joints, T* J) {
  Frame<T> last;
  if (in_tool)
    jacobian_in_tool(arm, joints, J);
  else
    jacobian_in_world(arm, joints, J, last);
}

/// The pose of the tool too: in axes of the world, one outward pass gives both.
template <class T, class C>
EQUIDYN_INLINE void pose_and_jacobian(const Model<C>& arm, bool in_tool, const Joint<T>* joints,
                                      T* H, T* J) {
  if (in_tool) {
    forward_kinematics(arm, joints, H);
    jacobian_in_tool(arm, joints, J);
  } else {
    Frame<T> last;
    jacobian_in_world(arm, joints, J, last);
    write_tool_pose(arm, last, H);
  }
}

template <>
struct Evaluation<Task::kJacobian> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const J = take(6 * n);
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    jacobian(block.arm, block.x.in_tool, block.joints, arrays.J);
    block.write_jacobian(arrays.J, 0);
  }
};

/// The pose, and (the second result) the Jacobian.
template <>
struct Evaluation<Task::kPoseAndJacobian> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T *const H = take(16), *const J = take(6 * n);
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    pose_and_jacobian(block.arm, block.x.in_tool, block.joints, arrays.H, arrays.J);
    block.write_poses(arrays.H, 1);
    block.write_jacobian(arrays.J, 1);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
