/// @file tool_kinematics.hpp
/// Pose of the tool, its Jacobian and the time derivative of that, in the world, O(n).
///
/// D. E. Whitney, The Mathematics of Coordinated Control of Prosthetic Arms and Manipulators,
/// Journal of Dynamic Systems, Measurement, and Control 94, 1972: what a unit rate of joint i does
/// to the tool. The derivative is that of each product, from the velocities of the links. The
/// production kernels (kernels/algorithms/poses-inl.hpp and jacobian-inl.hpp) compute the same with
/// fewer operations.
///
///   code        meaning, in axes of the world
///   R, p        rotation matrix and origin of frame i (modified DH); [n + 1] is the tool
///   z           axis of joint i, of unit length
///   w, pd       angular velocity of frame i, velocity of its origin
#pragma once

#include "equidyn/arm/joint_state.hpp"
#include "equidyn/arm/modified_dh.hpp"

namespace equidyn {

struct ToolKinematics {
  static constexpr Frames frames = Frames::kModifiedDh;

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : R(arm.n), p(arm.n), z(arm.n), w(arm.n), pd(arm.n) {}
    PerLink<Mat3<T>> R;
    PerLink<Vec3<T>> p, z, w, pd;
  };

  /// The frames of all links, and the tool: its pose is R[n + 1], p[n + 1].
  template <Scalar T>
  static void poses(const Arm<T>& arm, const JointState<T>& x, Workspace<T>& work) noexcept {
    auto& [R, p, z, w, pd] = work;
    const Pose<T> stand = compose(arm.base, arm.mount);
    R[0] = stand.R;
    p[0] = stand.p;
    for (int i = 1; i <= arm.n; ++i) {
      const Link<T>& link = arm.link[i];
      p[i] = p[i - 1] + R[i - 1] * modified_dh::offset(link, x.d[i]);
      R[i] = R[i - 1] * modified_dh::rotation(link, x.c[i], x.s[i]).matrix();
      z[i] = R[i].col(2);
    }
    R[arm.n + 1] = R[arm.n] * arm.tool.R;
    p[arm.n + 1] = p[arm.n] + R[arm.n] * arm.tool.p;
  }

  /// J: 6 x n, row after row; velocity of the tool's origin, then angular velocity. From `poses`.
  template <Scalar T>
  static void jacobian(const Arm<T>& arm, const Workspace<T>& work, T* J) noexcept {
    const auto& [R, p, z, w, pd] = work;
    for (int i = 1; i <= arm.n; ++i) {
      const Vec3<T> to_tool = p[arm.n + 1] - p[i];
      if (arm.link[i].revolute)
        write_column<T>(arm.n, i, z[i].cross(to_tool), z[i], J);
      else
        write_column<T>(arm.n, i, z[i], Vec3<T>::Zero(), J);
    }
  }

  /// Its time derivative, in the same order. From `poses`.
  template <Scalar T>
  static void jacobian_rate(const Arm<T>& arm, const JointState<T>& x, Workspace<T>& work,
                            T* Jd) noexcept {
    auto& [R, p, z, w, pd] = work;
    const int tool = arm.n + 1;
    w[0].setZero();
    pd[0].setZero();
    for (int i = 1; i <= arm.n; ++i) {
      const Vec3<T> shift = p[i] - p[i - 1];
      w[i] = w[i - 1] + x.thd[i] * z[i];
      pd[i] = pd[i - 1] + w[i - 1].cross(shift) + x.dd[i] * z[i];
    }
    const Vec3<T> shift = p[tool] - p[arm.n];
    pd[tool] = pd[arm.n] + w[arm.n].cross(shift);

    for (int i = 1; i <= arm.n; ++i) {
      const Vec3<T> zd = w[i - 1].cross(z[i]);
      const Vec3<T> to_tool = p[tool] - p[i], to_tool_rate = pd[tool] - pd[i];
      if (arm.link[i].revolute)
        write_column<T>(arm.n, i, zd.cross(to_tool) + z[i].cross(to_tool_rate), zd, Jd);
      else
        write_column<T>(arm.n, i, zd, Vec3<T>::Zero(), Jd);
    }
  }

 private:
  template <Scalar T>
  static void write_column(int n, int i, const Vec3<T>& v, const Vec3<T>& w, T* J) {
    for (int row = 0; row < 3; ++row) {
      J[row * n + i - 1] = v(row);
      J[(row + 3) * n + i - 1] = w(row);
    }
  }
};

}  // namespace equidyn
