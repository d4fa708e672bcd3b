/// @file minimal_newton_euler.hpp
/// Inverse dynamics by the minimal Newton-Euler kernel, O(n), as one formulation among the others:
/// the kernel itself, with its mathematics, is kernels/minimal_newton_euler.hpp.
#pragma once

#include "equidyn/formulation.hpp"
#include "equidyn/inertial_moments.hpp"
#include "equidyn/kernels/minimal_newton_euler.hpp"

namespace equidyn {

struct MinimalNewtonEuler {
  static constexpr FormulationInfo info{
      .name = "minimal_newton_euler",
      .title = "Minimal Newton-Euler",
      .reference = "regrouped moments, tensors, split shifts; see Khalil & Kleinfinger 1986",
      .order = "n",
      .frames = Frames::kModifiedDh,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : links(static_cast<std::size_t>(arm.n)),
          joints(links.size()),
          tau(links.size()),
          loads(links.size()) {
      const PerLink<Moments<T>> body = regrouped_moments(arm, Regroup::kMassMoments);
      for (int i = 1; i <= arm.n; ++i) {
        const Link<T>& link = arm.link[i];
        const auto& [M, S, K] = body[i];
        links[static_cast<std::size_t>(i - 1)] = {
            .revolute = link.revolute,
            .cos_twist = link.cos_twist,
            .sin_twist = link.sin_twist,
            .length = link.a,
            .M = M,
            .S = {S.x(), S.y(), S.z()},
            .K = {K(0, 0), K(1, 1), K(2, 2), K(0, 1), K(1, 2), K(2, 0)},
        };
      }
    }
    std::vector<minimal::Link<T>> links;
    std::vector<minimal::Joint<T>> joints;
    std::vector<T> tau;
    std::vector<minimal::Load<T>> loads;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [links, joints, torques, loads] = work;
    for (int i = 1; i <= arm.n; ++i)
      joints[static_cast<std::size_t>(i - 1)] = {x.c[i],    x.s[i],  x.d[i],  x.thd[i],
                                                 x.thdd[i], x.dd[i], x.ddd[i]};

    minimal::inverse_dynamics<T>(arm.n, links.data(), joints.data(),
                                 {plain(base.w), plain(base.al), plain(base.a)},
                                 {plain(tip.f), plain(tip.n)}, torques.data(), loads.data());
    for (int i = 1; i <= arm.n; ++i) tau[i] = torques[static_cast<std::size_t>(i - 1)];
  }

  template <Scalar T>
  static minimal::Vector<T> plain(const Vec3<T>& v) {
    return {v.x(), v.y(), v.z()};
  }
};

}  // namespace equidyn
