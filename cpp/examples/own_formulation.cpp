// A formulation of one's own, verified and counted beside those of the registry.
//
//   own_formulation ARM.json
#include <exception>
#include <iomanip>
#include <iostream>
#include <stdexcept>

#include "equidyn/arm/read_json.hpp"
#include "equidyn/interface/count.hpp"
#include "equidyn/interface/verify.hpp"
#include "mine.hpp"

using Formulation = mine::NewtonEulerOfCraig;

int main(int argc, char** argv) try {
  if (argc != 2) throw std::invalid_argument("expected one argument: a file that Arm.save wrote");
  const auto arm = equidyn::ArmFile(argv[1]).arm<double>();

  std::cout << Formulation::info.title << ": largest disagreement, in eps of the largest torque\n";
  bool agrees = true;
  for (const auto& [situation, eps] : equidyn::verify<Formulation>(arm)) {
    std::cout << std::left << std::setw(20) << situation << std::right << std::setw(10) << eps
              << "\n";
    agrees = agrees && eps < 1000;
  }

  std::cout << "\noperations               *    +    sin, cos\n";
  for (const auto& row : equidyn::count_operations<Formulation>(arm))
    std::cout << std::left << std::setw(20) << row.row << std::right << std::setw(6)
              << row.multiplications << std::setw(5) << row.additions << std::setw(9)
              << row.trigonometric << "\n";
  if (!agrees) throw std::runtime_error("the torques differ");
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
