#include "equidyn/method_evaluators.hpp"

namespace equidyn {
template std::unique_ptr<Evaluator<double>> make_evaluator(std::string_view,
                                                           const ArmInBothFrames<double>&);
template std::unique_ptr<Evaluator<double>> make_mass_matrix_evaluator(
    std::string_view, const ArmInBothFrames<double>&);
template std::unique_ptr<Evaluator<double>> make_coriolis_evaluator(std::string_view,
                                                                    const ArmInBothFrames<double>&);
template std::unique_ptr<Evaluator<double>> make_forward_dynamics_evaluator(
    std::string_view, const ArmInBothFrames<double>&);
}  // namespace equidyn
