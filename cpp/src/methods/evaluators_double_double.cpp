#include "equidyn/interface/make_evaluator.hpp"
#include "equidyn/interface/run_formulation.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace equidyn {
template std::unique_ptr<Evaluator<DoubleDouble>> make_evaluator(
    std::string_view, const ArmInBothFrames<DoubleDouble>&);
}  // namespace equidyn
