/// @file adaptive_steps-inl.hpp
/// Advances arms in motion by steps with an error within a tolerance.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Advances rows until they have passed output step `stop`, or have tried `most` steps. Returns how
/// many the slowest has.
inline std::ptrdiff_t advance_adaptive(const Model<Number>& arm, const Simulation& run,
                                       std::ptrdiff_t first, std::ptrdiff_t end,
                                       std::ptrdiff_t stop, std::ptrdiff_t most, void* scratch) {
  const int n = arm.chain.n;
  const std::size_t kept_size = StepStateArrays{Scratch(n)}.size();
  const AdaptiveArrays arrays{{scratch, n}};
  std::ptrdiff_t slowest = 0;
  for (; first < end; first += kLanes) {
    const PackedRows rows(first, end);
    Ends<Lanes<Register>> ends;
    Lanes<Register> sum(0.0);
    read_ends(arm, run.states, rows, ends, sum);
    const Loads loads{ends.base,         ends.tip,   run.states.friction,
                      run.states.motors, run.method, &rows};
    const StepStateArrays kept{
        {run.step_state + static_cast<std::size_t>(first / kLanes) * kept_size, n}};
    const std::ptrdiff_t tries =
        AdaptiveBlock(arm, run, rows, loads, kept, arrays).advance(stop, most);
    slowest = tries > slowest ? tries : slowest;
  }
  return slowest;
}
inline std::size_t adaptive_scratch_size(int n) { return AdaptiveArrays{Scratch(n)}.size(); }

/// Bytes of several rows, kept between calls.
inline std::size_t step_state_size(int n, std::ptrdiff_t rows) {
  return static_cast<std::size_t>((rows + kLanes - 1) / kLanes) *
         StepStateArrays{Scratch(n)}.size();
}

constexpr kernels::Simulator<Number> simulator() {
  return {advance, advance_scratch_size, advance_adaptive, adaptive_scratch_size, step_state_size};
}

}  // namespace equidyn::EQUIDYN_TARGET
