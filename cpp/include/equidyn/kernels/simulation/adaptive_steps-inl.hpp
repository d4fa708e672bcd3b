/// @file adaptive_steps-inl.hpp
/// Advances arms in motion by steps with an error within a tolerance.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Advances one block until its rows have passed output step `stop`, or have tried `most` steps.
/// Returns how many the slowest has.
template <class C>
EQUIDYN_INLINE std::ptrdiff_t advance_block(const Model<C>& arm, const Simulation& run,
                                            const PackedRows& rows, std::ptrdiff_t stop,
                                            std::ptrdiff_t most, const AdaptiveArrays& arrays) {
  const int n = arm.chain.n;
  Ends<Lanes<Register>> ends;
  Lanes<Register> sum(0.0);
  read_ends(arm, run.states, rows, ends, sum);
  const Loads loads{ends.base, ends.tip, run.states.friction, run.states.motors, run.method, &rows};
  const std::size_t kept_size = StepStateArrays{Scratch(n)}.size();
  const StepStateArrays kept{
      {run.step_state + static_cast<std::size_t>(rows.first() / kLanes) * kept_size, n}};
  return AdaptiveBlock(arm, run, rows, loads, kept, arrays).advance(stop, most);
}

/// The same for the rows from `first` up to `end`.
template <class Models>
EQUIDYN_INLINE std::ptrdiff_t advance_rows(Models&& models, const Simulation& run,
                                           std::ptrdiff_t first, std::ptrdiff_t end,
                                           std::ptrdiff_t stop, std::ptrdiff_t most,
                                           const AdaptiveArrays& arrays) {
  std::ptrdiff_t slowest = 0;
  for (; first < end; first += kLanes) {
    const std::ptrdiff_t tries =
        advance_block(models.of_rows(first, end), run, PackedRows(first, end), stop, most, arrays);
    slowest = tries > slowest ? tries : slowest;
  }
  return slowest;
}

inline std::ptrdiff_t advance_adaptive(const Model<Number>& arm, const Simulation& run,
                                       std::ptrdiff_t first, std::ptrdiff_t end,
                                       std::ptrdiff_t stop, std::ptrdiff_t most, void* scratch) {
  return advance_rows(SameModel{arm}, run, first, end, stop, most,
                      AdaptiveArrays{{scratch, arm.chain.n}});
}
#if !defined(__wasm__)
/// The same for many arms.
inline std::ptrdiff_t advance_adaptive_each(const ModelsOfRows& arms, const Simulation& run,
                                            std::ptrdiff_t first, std::ptrdiff_t end,
                                            std::ptrdiff_t stop, std::ptrdiff_t most,
                                            void* scratch) {
  void* const rest = static_cast<std::byte*>(scratch) + model_size(arms.n);
  return advance_rows(ModelsInLanes(arms, scratch), run, first, end, stop, most,
                      AdaptiveArrays{{rest, arms.n}});
}
#endif
inline std::size_t adaptive_scratch_size(int n) { return AdaptiveArrays{Scratch(n)}.size(); }

/// Bytes of several rows, kept between calls.
inline std::size_t step_state_size(int n, std::ptrdiff_t rows) {
  return static_cast<std::size_t>((rows + kLanes - 1) / kLanes) *
         StepStateArrays{Scratch(n)}.size();
}

constexpr kernels::Simulator<Number> simulator() {
  kernels::Simulator<Number> all{
      advance, advance_scratch_size, advance_adaptive, adaptive_scratch_size, step_state_size,
      command, command_scratch_size};
#if !defined(__wasm__)
  all.advance_each = advance_each;
  all.advance_adaptive_each = advance_adaptive_each;
  all.model_size = model_size;
#endif
  return all;
}

}  // namespace equidyn::EQUIDYN_TARGET
