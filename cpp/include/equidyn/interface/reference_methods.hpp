/// @file reference_methods.hpp
/// Reference implementations of quantities that users get from their one kernel: evaluated, to be
/// compared with it, and traced, to be counted.
#pragma once

#include <algorithm>

#include "equidyn/interface/methods.hpp"
#include "equidyn/reference/inverse_dynamics_derivatives.hpp"
#include "equidyn/reference/regressor.hpp"
#include "equidyn/reference/tool_kinematics.hpp"

namespace equidyn {

/// Description of a reference implementation.
constexpr FormulationInfo reference_info(std::string_view name, int order, Frames frames) {
  FormulationInfo info{};
  info.name = name, info.order = order, info.frames = frames;
  return info;
}

struct DerivativesReference {
  struct SpatialVectors : InverseDynamicsDerivatives {
    static constexpr FormulationInfo info = reference_info("spatial_vectors", 2, frames);
  };
  static constexpr auto kTask = kernels::Task::kDerivatives;
  using List = std::tuple<SpatialVectors>;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* dtau,
                       Workspace& work) noexcept {
    Method::derivatives(arm, state.x, state.base, state.tip, dtau, dtau + arm.n * arm.n, work);
  }
};

/// The frames of the links, and what follows from them.
struct LinkFrames : ToolKinematics {
  static constexpr FormulationInfo info = reference_info("link_frames", 1, frames);
};

struct ForwardKinematicsReference {
  static constexpr auto kTask = kernels::Task::kForwardKinematics;
  using List = std::tuple<LinkFrames>;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* H, Workspace& work) noexcept {
    Method::poses(arm, state.x, work);
    Eigen::Map<Eigen::Matrix<T, 4, 4, Eigen::RowMajor>> pose(H);
    pose.setIdentity();
    pose.template topLeftCorner<3, 3>() = work.R[arm.n + 1];
    pose.template topRightCorner<3, 1>() = work.p[arm.n + 1];
  }
};

struct JacobianReference {
  static constexpr auto kTask = kernels::Task::kJacobian;
  using List = std::tuple<LinkFrames>;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* J, Workspace& work) noexcept {
    Method::poses(arm, state.x, work);
    Method::jacobian(arm, work, J);
  }
};

struct JacobianRateReference {
  static constexpr auto kTask = kernels::Task::kJacobianRate;
  using List = std::tuple<LinkFrames>;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* Jd, Workspace& work) noexcept {
    Method::poses(arm, state.x, work);
    Method::jacobian_rate(arm, state.x, work, Jd);
  }
};

struct RegressorReference {
  /// By partial velocities, in the recursion of one convention.
  struct StandardDh : Regressor {
    static constexpr FormulationInfo info =
        reference_info("partial_velocities_standard_dh", 2, Frames::kStandardDh);
    template <Scalar T>
    using Workspace = Regressor::Workspace<standard_dh::Recursion<T>, T>;
  };
  struct ModifiedDh : Regressor {
    static constexpr FormulationInfo info =
        reference_info("partial_velocities_modified_dh", 2, Frames::kModifiedDh);
    template <Scalar T>
    using Workspace = Regressor::Workspace<modified_dh::Recursion<T>, T>;
  };
  static constexpr auto kTask = kernels::Task::kRegressor;
  using List = std::tuple<StandardDh, ModifiedDh>;

  template <class Method, Scalar T, class Workspace>
  static void evaluate(const Arm<T>& arm, MethodState<T>& state, T* Y, Workspace& work) noexcept {
    Method::regressor(arm, state.x, state.base, Y, kernels::Extents{arm.n}.parameters(), work);
  }
};

using References = std::tuple<DerivativesReference, ForwardKinematicsReference, JacobianReference,
                              JacobianRateReference, RegressorReference>;

/// Calls `visit` with the list of methods or references of a quantity, and the one of this name.
/// Returns whether there is one.
template <class Visitor>
bool visit_method_of(kernels::Task task, std::string_view name, Visitor&& visit) {
  bool found = false;
  const auto among = [&]<class Methods>(Methods methods) {
    if (Methods::kTask != task) return;
    found = visit_method<Methods>(name, [&](auto method) { visit(methods, method); });
  };
  for_each_in<QuantitiesWithMethods>(among);
  for_each_in<References>(among);
  return found;
}

}  // namespace equidyn
