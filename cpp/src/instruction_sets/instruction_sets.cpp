#include "instruction_sets/instruction_sets.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "equidyn/model/words.hpp"
#include "instruction_sets/processor.hpp"

namespace equidyn {

// each defined in its own file below instruction_sets/, and a build may leave some out
InstructionSet baseline_instruction_set();
InstructionSet avx2_instruction_set();
InstructionSet avx512_instruction_set();

namespace {

std::vector<InstructionSet> find_available() {
  std::vector<InstructionSet> sets{baseline_instruction_set()};
#if defined(__x86_64__)
  [[maybe_unused]] const Processor processor = this_processor();
#if defined(EQUIDYN_HAS_AVX2)
  if (processor.avx2) sets.push_back(avx2_instruction_set());
#endif
#if defined(EQUIDYN_HAS_AVX512)
  if (processor.avx512) sets.push_back(avx512_instruction_set());
#endif
#endif
  return sets;
}

/// AVX-512 has twice as many lanes at a lower clock: AVX2, where it is compiled too, is faster for
/// states that fit into one of its registers.
const InstructionSet& set_for_few() {
  const InstructionSet& chosen = chosen_instruction_set();
  if (std::string_view(chosen.name) != "avx512") return chosen;
  for (const InstructionSet& set : available_instruction_sets())
    if (std::string_view(set.name) == "avx2") return set;
  return chosen;
}

const InstructionSet& set_for(std::ptrdiff_t states) {
  static const InstructionSet& for_few = set_for_few();
  static const InstructionSet& for_many = chosen_instruction_set();
  return states <= for_few.lanes ? for_few : for_many;
}

}  // namespace

std::span<const InstructionSet> available_instruction_sets() {
  // never destroyed: threads may compute on while the process ends
  static const auto& sets = *new std::vector<InstructionSet>(find_available());
  return sets;
}

const InstructionSet& instruction_set(const std::string& name, const char* what) {
  std::string names;
  for (const InstructionSet& set : available_instruction_sets()) {
    if (set.name == name) return set;
    names += (names.empty() ? "" : ", ") + std::string(set.name);
  }
  throw std::invalid_argument(std::string(what) + ": expected one of " + names + ", got " +
                              model::quoted(name));
}

const InstructionSet& chosen_instruction_set() {
  static const InstructionSet& chosen = []() -> const InstructionSet& {
    const char* const variable = "EQUIDYN_INSTRUCTION_SET";
    const char* const wanted = std::getenv(variable);
    if (wanted == nullptr || *wanted == '\0') return available_instruction_sets().back();
    return instruction_set(wanted, variable);
  }();
  return chosen;
}

template <class T>
const kernels::Kernel<T>& chosen_kernel(Task task, std::ptrdiff_t states) {
  return set_for(states).kernel<T>(task);
}
template const kernels::Kernel<double>& chosen_kernel(Task, std::ptrdiff_t);
template const kernels::Kernel<float>& chosen_kernel(Task, std::ptrdiff_t);

const kernels::Simulator<double>& chosen_simulator(std::ptrdiff_t states) {
  return set_for(states).simulator;
}

const kernels::PoseSolver<double>& chosen_pose_solver(std::ptrdiff_t poses) {
  return set_for(poses).pose_solver;
}

}  // namespace equidyn
