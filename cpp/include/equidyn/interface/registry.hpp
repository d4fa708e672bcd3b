/// @file registry.hpp
/// Every formulation, one line each. The order is that of the tables users see.
#pragma once

#include <tuple>

#include "equidyn/formulations/generalized_dalembert.hpp"
#include "equidyn/formulations/gibbs_appell.hpp"
#include "equidyn/formulations/kane.hpp"
#include "equidyn/formulations/kane_link_frames.hpp"
#include "equidyn/formulations/lagrange_euler.hpp"
#include "equidyn/formulations/lagrange_euler_literal.hpp"
#include "equidyn/formulations/lie_group.hpp"
#include "equidyn/formulations/link_newton_euler.hpp"
#include "equidyn/formulations/minimal_newton_euler.hpp"
#include "equidyn/formulations/modified_newton_euler.hpp"
#include "equidyn/formulations/natural_orthogonal_complement.hpp"
#include "equidyn/formulations/newton_euler.hpp"
#include "equidyn/formulations/newton_euler_angeles.hpp"
#include "equidyn/formulations/newton_euler_base_frame.hpp"
#include "equidyn/formulations/newton_euler_lee.hpp"
#include "equidyn/formulations/newton_euler_modified_dh.hpp"
#include "equidyn/formulations/newton_euler_sasaki.hpp"
#include "equidyn/formulations/newton_euler_sasaki_scalar.hpp"
#include "equidyn/formulations/parallel_prefix.hpp"
#include "equidyn/formulations/recursive_lagrangian_3x3.hpp"
#include "equidyn/formulations/recursive_lagrangian_4x4.hpp"
#include "equidyn/formulations/spatial_newton_euler.hpp"
#include "equidyn/formulations/tensor_newton_euler.hpp"
#include "equidyn/formulations/waters.hpp"

namespace equidyn {

using Registry = std::tuple<      //
    NewtonEuler,                  //
    NewtonEulerBaseFrame,         //
    NewtonEulerLee,               //
    NewtonEulerModifiedDh,        //
    ModifiedNewtonEuler,          //
    NewtonEulerSasaki,            //
    NewtonEulerSasakiScalar,      //
    NewtonEulerAngeles,           //
    LinkNewtonEuler,              //
    TensorNewtonEuler,            //
    MinimalNewtonEuler,           //
    SpatialNewtonEuler,           //
    LieGroup,                     //
    ParallelPrefix,               //
    RecursiveLagrangian3x3,       //
    RecursiveLagrangian4x4,       //
    Kane,                         //
    KaneLinkFrames,               //
    GibbsAppell,                  //
    NaturalOrthogonalComplement,  //
    GeneralizedDAlembert,         //
    Waters,                       //
    LagrangeEuler,                //
    LagrangeEulerLiteral>;

/// The cheapest formulation: the one to use where none is asked for.
using DefaultFormulation = MinimalNewtonEuler;
static_assert(DefaultFormulation::info.name == kernels::kFormulationOfKernel);

/// Calls `visit` with an object of each formulation in turn.
template <class Visitor>
void for_each_formulation(Visitor&& visit) {
  std::apply([&](auto... formulation) { (visit(formulation), ...); }, Registry{});
}

}  // namespace equidyn
