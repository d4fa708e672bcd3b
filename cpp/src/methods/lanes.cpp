#include "methods/lanes.hpp"

#include "instruction_sets/instruction_sets.hpp"

namespace equidyn {

std::unique_ptr<LaneEvaluator> make_lane_evaluator(kernels::Task quantity, std::string_view method,
                                                   const ArmInBothFrames<double>& arm) {
  switch (chosen_instruction_set().lanes) {
#if defined(EQUIDYN_HAS_AVX2)
    case 4:
      return make_lane_evaluator<4>(quantity, method, arm);
#endif
#if defined(EQUIDYN_HAS_AVX512)
    case 8:
      return make_lane_evaluator<8>(quantity, method, arm);
#endif
    default:
      return nullptr;
  }
}

}  // namespace equidyn
