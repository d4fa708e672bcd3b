#include "equidyn/make_evaluator.hpp"
#include "equidyn/run_formulation.hpp"

namespace equidyn {
template std::unique_ptr<Evaluator<long double>> make_evaluator(
    std::string_view, const ArmInBothFrames<long double>&);
}  // namespace equidyn
