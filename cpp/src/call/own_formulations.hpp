/// @file own_formulations.hpp
/// Formulations of users, compiled into libraries of their own (formulation_table.hpp), beside those
/// of the registry.
#pragma once

#include <memory>
#include <string_view>

#include "equidyn/interface/evaluator.hpp"
#include "equidyn/interface/formulation_table.hpp"
#include "equidyn/lanes/lane_evaluator.hpp"

namespace equidyn {

/// Throws std::runtime_error for a library of another version of equidyn, of other headers or of
/// another standard library: it must not be called.
void require_callable(const FormulationTable& table, std::string_view version);

/// Adds a formulation, which stays; one of the same name is replaced.
void add_formulation(const FormulationTable& table);

/// The formulation of this name; null if no user has added one.
const FormulationTable* own_formulation(std::string_view name);

/// Changes whenever a formulation is added: what was made by name before may be another's.
const void* own_formulations();

/// The evaluator of a method of a quantity, or of a formulation of a user; null where there is none
/// of this name. The arm must outlive it. Throws std::invalid_argument where it refuses the arm.
template <Scalar T>
std::unique_ptr<Evaluator<T>> evaluator_by_name(kernels::Task quantity, std::string_view method,
                                                const ArmInBothFrames<T>& arm);

/// The same in the lanes of the instruction set that is in use (methods/lanes.hpp); null where it has
/// none, or there is no such method.
std::unique_ptr<LaneEvaluator> lane_evaluator_by_name(kernels::Task quantity,
                                                      std::string_view method,
                                                      const ArmInBothFrames<double>& arm);

}  // namespace equidyn
