#include "methods/lanes.hpp"

#include "instruction_sets/instruction_sets.hpp"
#include "methods/pack_models.hpp"

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

PackModels pack_models_in(int lanes) {
  switch (lanes) {
#if defined(EQUIDYN_HAS_AVX2)
    case 4:
      return pack_models<4>;
#endif
#if defined(EQUIDYN_HAS_AVX512)
    case 8:
      return pack_models<8>;
#endif
    default:
      return nullptr;
  }
}

}  // namespace equidyn
