/// @file registry.hpp
/// Every formulation, one line each. The order is that of the tables users see.
#pragma once

#include <tuple>

#include "equidyn/formulations/lagrange_euler.hpp"
#include "equidyn/formulations/lagrange_euler_literal.hpp"
#include "equidyn/formulations/modified_newton_euler.hpp"
#include "equidyn/formulations/newton_euler.hpp"
#include "equidyn/formulations/newton_euler_modified_dh.hpp"

namespace equidyn {

using Registry = std::tuple<  //
    NewtonEuler,              //
    NewtonEulerModifiedDh,    //
    ModifiedNewtonEuler,      //
    LagrangeEuler,            //
    LagrangeEulerLiteral>;

/// The cheapest formulation: the one to use where none is asked for.
using DefaultFormulation = ModifiedNewtonEuler;

/// Calls `visit` with an object of each formulation in turn.
template <class Visitor>
void for_each_formulation(Visitor&& visit) {
  std::apply([&](auto... formulation) { (visit(formulation), ...); }, Registry{});
}

}  // namespace equidyn
