/// @file kernel_table-inl.hpp
/// The kernel of each task: evaluates the states of a batch block by block.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Control loops evaluate single states, which do not use AVX-512 (instruction_sets.cpp).
template <Task kTask>
constexpr bool evaluates_single_states() {
  using OfTask = Evaluation<kTask>;
  return OfTask::kSingleState && EQUIDYN_REGISTERS != EQUIDYN_AVX512;
}

template <Task kTask, class T>
using TaskArrays = typename Evaluation<kTask>::template Arrays<T>;

template <class T>
struct JointArrays : Scratch {
  Joint<T>* const joints = per_joint();
};

template <Task kTask, class C, class Rows>
EQUIDYN_INLINE bool evaluate_block(const Model<C>& arm, const States& states, const Rows& rows,
                                   const Results& out, void* memory) {
  constexpr kernels::Quantity quantity = kernels::quantity(kTask);
  using T = typename Rows::T;
  const JointArrays<T> of_joints{Scratch(memory, arm.chain.n)};
  StateBlock<Rows, C> block(arm, states, rows, of_joints.joints, out);
  if constexpr (quantity.reads(kernels::kQd)) block.read_velocities();
  if constexpr (quantity.reads(kernels::kQdd)) block.read_accelerations();
  const TaskArrays<kTask, T> arrays{of_joints};  // late, so that it takes no registers
  Evaluation<kTask>::evaluate(block, arrays);
  return block.is_certain();
}

/// Evaluates states in blocks, and the last one alone if the task has a specialisation for it.
template <Task kTask>
[[gnu::noinline]] bool evaluate(const Model<Number>& arm, const States& states,
                                std::ptrdiff_t first, std::ptrdiff_t end, const Results& out,
                                void* scratch) {
  bool certain = true;
  for (; first + (evaluates_single_states<kTask>() ? 1 : 0) < end; first += kLanes)
    certain &= evaluate_block<kTask>(arm, states, PackedRows(first, end), out, scratch);
  if constexpr (evaluates_single_states<kTask>())
    if (first < end) certain &= evaluate_block<kTask>(arm, states, SingleRow(first), out, scratch);
  return certain;
}

#if !defined(__wasm__)
/// Evaluates states of many arms in blocks.
template <Task kTask>
[[gnu::noinline]] bool evaluate_each(const ModelsOfRows& arms, const States& states,
                                     std::ptrdiff_t first, std::ptrdiff_t end, const Results& out,
                                     void* scratch) {
  ModelsInLanes models(arms, scratch);
  void* const rest = static_cast<std::byte*>(scratch) + model_size(arms.n);
  bool certain = true;
  for (; first < end; first += kLanes)
    certain &= evaluate_block<kTask>(models.of_rows(first, end), states, PackedRows(first, end),
                                     out, rest);
  return certain;
}
#endif

template <Task kTask, class T>
std::size_t size_of_arrays(int n) {
  return TaskArrays<kTask, T>{JointArrays<T>{Scratch(n)}}.size();
}

/// Bytes of scratch memory for these states.
template <Task kTask>
std::size_t scratch_size(int n, std::ptrdiff_t states) {
  return evaluates_single_states<kTask>() && states == 1 ? size_of_arrays<kTask, SingleRow::T>(n)
                                                         : size_of_arrays<kTask, PackedRows::T>(n);
}

#if !defined(__wasm__)
template <Task kTask>
std::size_t scratch_size_each(int n) {
  return model_size(n) + size_of_arrays<kTask, PackedRows::T>(n);
}
#endif

/// Null if the task has no kernel in this precision.
template <Task kTask>
constexpr kernels::Kernel<Number> kernel() {
  if constexpr (kernels::computes<Number>(kTask))
#if defined(__wasm__)
    return {evaluate<kTask>, scratch_size<kTask>};
#else
    return {evaluate<kTask>, scratch_size<kTask>, evaluate_each<kTask>, scratch_size_each<kTask>};
#endif
  else
    return {};
}

template <std::size_t... k>
constexpr kernels::KernelTable<Number> all_kernels(std::index_sequence<k...>) {
  return {kernel<static_cast<Task>(k)>()...};
}

/// In the order of the enumeration.
constexpr kernels::KernelTable<Number> kernel_table() {
  return all_kernels(std::make_index_sequence<kernels::kTasks>{});
}

}  // namespace equidyn::EQUIDYN_TARGET
