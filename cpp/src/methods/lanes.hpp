/// @file lanes.hpp
/// The methods over packs, compiled for several instruction sets in one binary (CMakeLists.txt).
#pragma once

#include <memory>
#include <string_view>

#include "equidyn/interface/evaluator.hpp"
#include "equidyn/lanes/lane_evaluator.hpp"

namespace equidyn {

/// The evaluator of a method of a quantity by the instruction set that is in use; null where none is
/// compiled for it, or there is no method of this name. Throws std::invalid_argument if the
/// method refuses the arm.
std::unique_ptr<LaneEvaluator> make_lane_evaluator(kernels::Task quantity, std::string_view method,
                                                   const ArmInBothFrames<double>& arm);

/// The same in this number of lanes.
template <int kLanes>
std::unique_ptr<LaneEvaluator> make_lane_evaluator(kernels::Task quantity, std::string_view method,
                                                   const ArmInBothFrames<double>& arm);

}  // namespace equidyn
