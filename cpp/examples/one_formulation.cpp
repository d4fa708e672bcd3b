// One formulation beside its paper: the modified Newton-Euler equations of Turney, Mudge & Lee
// (1980), with the accelerations of the links that they pass on the way to the torques.
//
//   one_formulation ARM.json
#include <exception>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "equidyn/arm/read_json.hpp"
#include "equidyn/interface/formulation_evaluator.hpp"

using Formulation = equidyn::ModifiedNewtonEuler;

int main(int argc, char** argv) try {
  if (argc != 2) throw std::invalid_argument("expected one argument: a file that Arm.save wrote");
  const auto given = equidyn::ArmFile(argv[1]).arm<double>();
  // in the frames that its equations are written in
  const auto arm = equidyn::reframed(given, Formulation::info.frames);
  equidyn::FormulationEvaluator<Formulation, double> evaluator(arm);

  equidyn::Sample<double> sample(arm.n);
  for (std::size_t k = 0; k < sample.q.size(); ++k) {
    const auto joint = static_cast<double>(k + 1);
    sample.q[k] = 0.1 * joint, sample.qd[k] = 0.2 * joint, sample.qdd[k] = 0.3 * joint;
  }
  std::vector<double> tau(sample.q.size());
  evaluator.evaluate(sample, tau);

  std::cout << Formulation::info.title << " (" << Formulation::info.reference << ")\n"
            << "link  a_i, m/s^2, minus gravity, in frame i; tau_i, N m or N\n"
            << std::setprecision(17);
  for (int i = 1; i <= arm.n; ++i)
    std::cout << i << "  " << evaluator.workspace().link.a[i].transpose() << "  "
              << tau[static_cast<std::size_t>(i - 1)] << "\n";
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
