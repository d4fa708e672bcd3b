// Compiled once for each instruction set that has EQUIDYN_LANES in a register.
#include "equidyn/lanes/method_in_lanes.hpp"
#include "methods/lanes.hpp"

namespace equidyn {

template <int kLanes>
std::unique_ptr<LaneEvaluator> make_lane_evaluator(kernels::Task quantity, std::string_view method,
                                                   const ArmInBothFrames<double>& arm) {
  std::unique_ptr<LaneEvaluator> made;
  for_each_in<QuantitiesWithMethods>([&]<class Methods>(Methods) {
    if (Methods::kTask != quantity) return;
    visit_method<Methods>(method, [&]<class Method>(Method) {
      made = std::make_unique<MethodInLanes<Methods, Method, kLanes>>(
          arm_of_method<Method>(method, arm));
    });
  });
  return made;
}

template std::unique_ptr<LaneEvaluator> make_lane_evaluator<EQUIDYN_LANES>(
    kernels::Task, std::string_view, const ArmInBothFrames<double>&);

}  // namespace equidyn
