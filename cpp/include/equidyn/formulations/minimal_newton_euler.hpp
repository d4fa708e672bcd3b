/// @file minimal_newton_euler.hpp
/// Inverse dynamics by the minimal Newton-Euler kernel, O(n), as a formulation like the others: the
/// kernel itself, with its mathematics, is kernels/algorithms/minimal_newton_euler-inl.hpp, with the
/// equations of one link in kernels/algorithms/link_equations-inl.hpp.
#pragma once

#include "equidyn/interface/formulation.hpp"
#include "equidyn/kernels/any_scalar.hpp"
#include "equidyn/kernels/compile.hpp"

namespace equidyn {

struct MinimalNewtonEuler {
  static constexpr FormulationInfo info{
      .name = "minimal_newton_euler",
      .title = "Minimal Newton-Euler",
      .reference = "regrouped moments, tensors, split shifts; see Khalil & Kleinfinger 1986",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kMomentsRegrouped,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : model(arm),
          joints(static_cast<std::size_t>(arm.n)),
          tau(joints.size()),
          loads(joints.size()) {}
    kernels::CompiledModel<T> model;
    std::vector<kernels::Joint<T>> joints;
    std::vector<T> tau;
    std::vector<kernels::Wrench<T>> loads;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [model, joints, torques, loads] = work;
    const Row<T> row("A_0");  // the kernel names the others

    // twists of -90 degrees are compiled as Rx(-90) = Rz(180) Rx(90) Rz(180), `turned` being the
    // frame before one (kernels/model.hpp): each half turn adds 180 degrees to the joint angle next
    // to it, so c and s change sign where only one of the frames i-1 and i is rotated
    bool turned_before = false;
    for (int i = 1; i <= arm.n; ++i) {
      kernels::Joint<T>& joint = joints[static_cast<std::size_t>(i - 1)];
      joint = {x.c[i], x.s[i], x.d[i], x.qd[i], x.qdd[i]};
      const bool turned = model.model().chain.link[i - 1].turned;
      if (turned != turned_before) joint.c = -joint.c, joint.s = -joint.s;
      turned_before = turned;
    }

    const kernels::Motion<T> motion{plain(base.w), plain(base.al), plain(base.a)};
    const kernels::Wrench<T> wrench{plain(tip.f), plain(tip.n)};
    any_scalar::inverse_dynamics(model.model().chain, joints.data(), &motion, &wrench,
                                 torques.data(), loads.data());
    for (int i = 1; i <= arm.n; ++i) tau[i] = torques[static_cast<std::size_t>(i - 1)];
  }

  template <Scalar T>
  static kernels::Vector<T> plain(const Vec3<T>& v) {
    return {v.x(), v.y(), v.z()};
  }
};

}  // namespace equidyn
