/// @file methods.hpp
/// The methods of every quantity that has several, besides the torques themselves, whose methods
/// are the formulations (registry.hpp): one line each, in the order of the tables users see.
#pragma once

#include <tuple>

#include "equidyn/coriolis_coefficients/strobed.hpp"
#include "equidyn/coriolis_coefficients/trace_form.hpp"
#include "equidyn/formulations/newton_euler.hpp"
#include "equidyn/forward_dynamics/articulated_bodies.hpp"
#include "equidyn/forward_dynamics/composite_rigid_bodies.hpp"
#include "equidyn/forward_dynamics/orthogonal_complement.hpp"
#include "equidyn/forward_dynamics/strobed.hpp"
#include "equidyn/mass_matrix/composite_rigid_bodies.hpp"
#include "equidyn/mass_matrix/orthogonal_complement.hpp"
#include "equidyn/mass_matrix/strobed.hpp"
#include "equidyn/mass_matrix/trace_form.hpp"

namespace equidyn {

namespace mass_matrix {
using Methods =
    std::tuple<Strobed<NewtonEuler>, TraceForm, CompositeRigidBodies, OrthogonalComplement>;
}

namespace forward_dynamics {
using Methods =
    std::tuple<Strobed<NewtonEuler>, CompositeRigidBodies, ArticulatedBodies, OrthogonalComplement>;
}

namespace coriolis_coefficients {
using Methods = std::tuple<Strobed<NewtonEuler>, TraceForm>;
}

/// Calls `visit` with an object of each method of a quantity in turn.
template <class Methods, class Visitor>
void for_each_method(Visitor&& visit) {
  std::apply([&](auto... method) { (visit(method), ...); }, Methods{});
}

}  // namespace equidyn
