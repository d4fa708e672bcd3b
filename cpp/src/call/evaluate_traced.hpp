/// @file evaluate_traced.hpp
/// All that is evaluated over the scalar that writes down what is done with it, compiled apart from
/// what knows Python. Those that take a name say whether there is something of it.
#pragma once

#include <string_view>

#include "equidyn/arm/ends.hpp"
#include "equidyn/arm/joint_state.hpp"
#include "equidyn/scalar/traced.hpp"

namespace equidyn {

/// Torques with the viscous friction of the state, and accelerations by torques less friction.
bool traced_inverse_dynamics(std::string_view formulation, const Arm<Traced>& arm,
                             const JointState<Traced>& x, const BaseMotion<Traced>& base,
                             const Wrench<Traced>& tip, PerLink<Traced>& tau);
bool traced_forward_dynamics(std::string_view method, const Arm<Traced>& arm,
                             const JointState<Traced>& x, const BaseMotion<Traced>& base,
                             const Wrench<Traced>& tip, const PerLink<Traced>& tau,
                             PerLink<Traced>& qdd);

/// By a method, or by strobing a formulation: n times n numbers, and n times n times n.
bool traced_mass_matrix(std::string_view name, const Arm<Traced>& arm, const JointState<Traced>& x,
                        Traced* M);
bool traced_coriolis_coefficients(std::string_view name, const Arm<Traced>& arm,
                                  const JointState<Traced>& x, Traced* C);

/// n times n numbers each, row after row.
void traced_derivatives(const Arm<Traced>& arm, const JointState<Traced>& x,
                        const BaseMotion<Traced>& base, Traced* by_q, Traced* by_qd);

/// The tool in the world: its pose, and 6 times n numbers each, row after row.
Pose<Traced> traced_tool_pose(const Arm<Traced>& arm, const JointState<Traced>& x);
void traced_jacobian(const Arm<Traced>& arm, const JointState<Traced>& x, Traced* J);
void traced_jacobian_rate(const Arm<Traced>& arm, const JointState<Traced>& x, Traced* Jd);

}  // namespace equidyn
