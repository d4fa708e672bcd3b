/// @file minimal_newton_euler.hpp
/// The fewest operations known for inverse dynamics of a general arm: 81n - 91 multiplications and
/// 69n - 81 additions for revolute joints on a base at rest in any direction of gravity. The
/// production kernel.
///
/// Newton-Euler in modified DH frames with three savings, each exact:
///
///   regrouping    what of a link lies on its joint axis (mass, first moment, K_zz) is counted with
///   the
///                 link before, so that M = S_z = K_zz = 0 behind a revolute joint and K = 0 behind
///                 a prismatic one;
///   tensors       force and moment come from the acceleration tensor A, A b = al x b + w x (w x
///   b); split shifts  axis z_i is common to links i-1 and i, so a point is shifted along x before
///   the rotation
///                 and along z after it, each by one column of A (or two products) instead of a
///                 full one.
///
/// W. Khalil, J.-F. Kleinfinger 1986 and C. A. Balafoutis, R. V. Patel 1991 for the first two.
///
/// Plain structs and pointers, no library: the text compiles for any scalar and any instruction
/// set.
#pragma once

namespace equidyn::minimal {

template <class T>
struct Vector {
  T x, y, z;
};

/// A symmetric matrix.
template <class T>
struct Symmetric {
  T xx, yy, zz, xy, yz, zx;
};

/// Link i, seen from its joint axis, with regrouped moments of mass. Tensors that the joint type
/// makes zero are never read.
template <class T>
struct Link {
  bool revolute;
  T cos_twist, sin_twist, length;
  T M;             ///< prismatic only
  Vector<T> S;     ///< z: prismatic only
  Symmetric<T> K;  ///< revolute only; zz is zero
};

/// Joint i: position, and rates of rotation (th) and translation (d), one of which stays zero.
template <class T>
struct Joint {
  T c, s, d;
  T thd, thdd, dd, ddd;
};

/// What the outward pass leaves for the inward one.
template <class T>
struct Load {
  Vector<T> F, N;
};

/// Angular velocity w, angular acceleration al, and acceleration a of the origin, less gravity.
template <class T>
struct Motion {
  Vector<T> w, al, a;
};

/// Force f, and moment n about the origin.
template <class T>
struct Wrench {
  Vector<T> f, n;
};

template <class T>
inline Vector<T> operator+(const Vector<T>& a, const Vector<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

/// R_i^t v: about x, then about z.                                                           8M 4A
template <class T>
inline Vector<T> outward(const Link<T>& link, const Joint<T>& joint, const Vector<T>& v) {
  const T y = link.cos_twist * v.y + link.sin_twist * v.z;
  const T z = link.cos_twist * v.z - link.sin_twist * v.y;
  return {joint.c * v.x + joint.s * y, joint.c * y - joint.s * v.x, z};
}

/// R_i v: about z, then about x.                                                             8M 4A
template <class T>
inline Vector<T> inward(const Link<T>& link, const Joint<T>& joint, const Vector<T>& v) {
  const T x = joint.c * v.x - joint.s * v.y;
  const T y = joint.s * v.x + joint.c * v.y;
  return {x, link.cos_twist * y - link.sin_twist * v.z, link.sin_twist * y + link.cos_twist * v.z};
}

/// The acceleration tensor, row by row.                                                      6M 9A
template <class T>
struct Tensor {
  explicit Tensor(const Motion<T>& m) {
    const T wxx = m.w.x * m.w.x, wyy = m.w.y * m.w.y, wzz = m.w.z * m.w.z;
    const T wxy = m.w.x * m.w.y, wyz = m.w.y * m.w.z, wzx = m.w.z * m.w.x;
    xx = -(wyy + wzz), yy = -(wzz + wxx), zz = -(wxx + wyy);
    xy = wxy - m.al.z, yx = wxy + m.al.z;
    yz = wyz - m.al.x, zy = wyz + m.al.x;
    zx = wzx - m.al.y, xz = wzx + m.al.y;
  }
  T xx, xy, xz, yx, yy, yz, zx, zy, zz;
};

/// What joint i makes of the motion of link i-1, whose tensor is `A`.
template <class T>
inline Motion<T> cross_joint(const Link<T>& link, const Joint<T>& joint, const Motion<T>& before,
                             const Tensor<T>& A) {
  Motion<T> m;
  m.w = outward(link, joint, before.w);
  m.al = outward(link, joint, before.al);
  m.a = outward(link, joint,
                before.a + Vector<T>{link.length * A.xx, link.length * A.yx, link.length * A.zx});
  const T twice = joint.dd + joint.dd;
  m.a = m.a + Vector<T>{m.w.y * twice, -(m.w.x * twice), joint.ddd};
  m.al = m.al + Vector<T>{m.w.y * joint.thd, -(m.w.x * joint.thd), joint.thdd};
  m.w.z = m.w.z + joint.thd;
  return m;
}

/// Force and moment that move link i.
template <class T>
inline Load<T> load_of(const Link<T>& link, const Motion<T>& m, const Tensor<T>& A) {
  const Vector<T>& S = link.S;
  if (!link.revolute) {
    return {{link.M * m.a.x + A.xx * S.x + A.xy * S.y + A.xz * S.z,
             link.M * m.a.y + A.yx * S.x + A.yy * S.y + A.yz * S.z,
             link.M * m.a.z + A.zx * S.x + A.zy * S.y + A.zz * S.z},
            {S.y * m.a.z - S.z * m.a.y, S.z * m.a.x - S.x * m.a.z, S.x * m.a.y - S.y * m.a.x}};
  }
  const Symmetric<T>& K = link.K;
  return {{A.xx * S.x + A.xy * S.y, A.yx * S.x + A.yy * S.y, A.zx * S.x + A.zy * S.y},
          {A.zy * K.yy + (A.zz - A.yy) * K.yz + A.zx * K.xy - A.yx * K.zx + S.y * m.a.z,
           (A.xx - A.zz) * K.zx - A.zx * K.xx + A.xy * K.yz - A.zy * K.xy - S.x * m.a.z,
           A.yx * K.xx - A.xy * K.yy + (A.yy - A.xx) * K.xy + A.yz * K.zx - A.xz * K.yz +
               S.x * m.a.y - S.y * m.a.x}};
}

/// Joint torques tau of n joints, from the motion of frame 0 and the wrench by the last link on the
/// environment, at and in frame n. `loads` is scratch space for n links.
template <class T>
inline void inverse_dynamics(int n, const Link<T>* links, const Joint<T>* joints, Motion<T> motion,
                             Wrench<T> wrench, T* tau, Load<T>* loads) {
  Tensor<T> A(motion);
  for (int i = 0; i < n; ++i) {
    motion = cross_joint(links[i], joints[i], motion, A);
    A = Tensor<T>(motion);
    motion.a = motion.a + Vector<T>{joints[i].d * A.xz, joints[i].d * A.yz, joints[i].d * A.zz};
    loads[i] = load_of(links[i], motion, A);
  }

  auto& [f, n_] = wrench;
  for (int i = n - 1; i >= 0; --i) {
    f = f + loads[i].F;
    n_ = n_ + loads[i].N;
    tau[i] = links[i].revolute ? n_.z : f.z;

    // seen from link i-1: shifted along z_i, turned, shifted along x_{i-1}
    const T d = joints[i].d, length = links[i].length;
    n_ = inward(links[i], joints[i], {n_.x - d * f.y, n_.y + d * f.x, n_.z});
    f = inward(links[i], joints[i], f);
    n_ = {n_.x, n_.y - length * f.z, n_.z + length * f.y};
  }
}

}  // namespace equidyn::minimal
