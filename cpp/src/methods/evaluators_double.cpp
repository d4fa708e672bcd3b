#include "equidyn/interface/make_evaluator.hpp"

namespace equidyn {
template std::unique_ptr<Evaluator<double>> make_evaluator(kernels::Task, std::string_view,
                                                           const ArmInBothFrames<double>&);
}  // namespace equidyn
