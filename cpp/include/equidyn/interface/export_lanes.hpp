/// @file export_lanes.hpp
/// The formulation of a shared library in lanes. Included after the header of the formulation, in a
/// file that is compiled for an instruction set and linked behind the table.
#pragma once

#include "equidyn/interface/export_formulation.hpp"
#include "equidyn/lanes/method_in_lanes.hpp"

namespace equidyn {

template <class F, int kLanes>
LaneEvaluator* new_lane_evaluator(kernels::Task quantity, const Arm<double>& arm) {
  require_formulation<F, Pack<kLanes>>();
  LaneEvaluator* made = nullptr;
  visit_method_by<F>(quantity, [&]<class Methods, class Method>(Methods, Method) {
    made = new MethodInLanes<Methods, Method, kLanes>(arm);
  });
  return made;
}

}  // namespace equidyn
