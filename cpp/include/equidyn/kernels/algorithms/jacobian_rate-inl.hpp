/// @file jacobian_rate-inl.hpp
/// The time derivative of the Jacobian of the tool, O(n).
///
/// A joint carries along the axes beyond it, and moves the tool relative to those before it:
///
///   dv_i = W_i x v_i + w_i x V_i,  dw_i = W_i x w_i,  W_i = sum w_j qd_j (j <= i, j < i for dw_i),
///                                                       V_i = sum v_j qd_j (j > i)
///
/// in axes of the world, v and w as in jacobian-inl.hpp. Axes of the tool rotate with all joints:
/// W_i becomes minus the sum over j > i.
///
///   code      meaning                                        axes of the world, or of the tool
///   turning   W_i, or the sum over the joints beyond
///   moving    V_i
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Adds the contribution of a joint of this velocity.                                         3M 3A
template <class T>
EQUIDYN_INLINE void add_moved(Vector<T>& sum, const Vector<T>& unit, const T& velocity) {
  sum.x = sum.x + unit.x * velocity;
  sum.y = sum.y + unit.y * velocity;
  sum.z = sum.z + unit.z * velocity;
}

/// The time derivative of the Jacobian J, in the same axes: 6 x n.
template <class T, class C>
EQUIDYN_INLINE void jacobian_rate(const Chain<C>& arm, bool in_tool, const Joint<T>* joints,
                                  const T* J, T* rate) {
  const int n = arm.n;
  const T* const angular = J + static_cast<std::ptrdiff_t>(3) * n;
  T* const angular_rate = rate + static_cast<std::ptrdiff_t>(3) * n;
  const T none(0);
  Vector<T> turning{none, none, none};
  if (!in_tool) {
    for (int i = 0; i < n; ++i) {
      auto v = read_column(J, n, i), w = read_column(angular, n, i);
      write_column(angular_rate, n, i, cross(turning, w));
      add_moved(turning, w, joints[i].velocity);
      write_column(rate, n, i, cross(turning, v));
    }
  }
  Vector<T> moving{none, none, none};
  for (int i = n - 1; i >= 0; --i) {
    auto v = read_column(J, n, i), w = read_column(angular, n, i);
    Vector<T> dv;
    if (in_tool) {
      copy_all(dv, cross(v, turning));
      write_column(angular_rate, n, i, cross(w, turning));
      add_moved(turning, w, joints[i].velocity);
    } else {
      dv = read_column(rate, n, i);
    }
    add_cross(dv, w, moving);
    write_column(rate, n, i, dv);
    add_moved(moving, v, joints[i].velocity);
  }
}

template <>
struct Evaluation<Task::kJacobianRate> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T *const J = take(6 * n), *const rate = take(6 * n);
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    jacobian(block.arm, block.x.in_tool, block.joints, arrays.J);
    jacobian_rate(block.arm.chain, block.x.in_tool, block.joints, arrays.J, arrays.rate);
    block.write(arrays.rate, 6 * arrays.n);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
