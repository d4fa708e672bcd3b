#include "equidyn/interface/evaluate_states.hpp"

#include "call/scratch_space.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace equidyn {

using kernels::Kernel;
using kernels::Model;
using kernels::Results;
using kernels::States;

template <class T>
bool evaluate_states(Task task, const Model<T>& arm, const States<T>& states, std::ptrdiff_t rows,
                     const Results<T>& out) {
  const Kernel<T>& kernel = chosen_kernel<T>(task, rows);
  ScratchSpace scratch(kernel.scratch_size(arm.chain.n, rows));
  return kernel.evaluate(arm, states, 0, rows, out, scratch.get());
}

template bool evaluate_states(Task, const Model<double>&, const States<double>&, std::ptrdiff_t,
                              const Results<double>&);
template bool evaluate_states(Task, const Model<float>&, const States<float>&, std::ptrdiff_t,
                              const Results<float>&);

}  // namespace equidyn
