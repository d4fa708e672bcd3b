/// @file recorded_rows-inl.hpp
/// Records states of a block at multiples of the output step, lane by lane.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// States y are positions, velocities, work and dissipated energy.
class RecordedRows {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE RecordedRows(int joints, const Simulation& simulation, const PackedRows& block)
      : n_(joints), run_(simulation), rows_(block) {}

  /// The state after `number` output steps; as the current one if it is the goal of the call.
  EQUIDYN_INLINE void record(int lane, std::ptrdiff_t number, bool is_goal, const T* y) const {
    const std::ptrdiff_t row = rows_.first() + lane;
    const bool is_sample = run_.every != 0 && number % run_.every == 0;
    const auto next = [&](const kernels::Recorded<Number>& to, int count) EQUIDYN_INLINE_LAMBDA {
      for (int i = 0; to.now != nullptr && i < count; ++i) {
        if (is_goal) to.now[row * count + i] = y[i].v[lane];
        if (is_sample)
          to.samples[(row * run_.times + number / run_.every) * count + i] = y[i].v[lane];
      }
      y += count;
    };
    next(run_.q, n_), next(run_.qd, n_), next(run_.work, 1), next(run_.dissipated, 1);
  }

  /// Lane by lane, whether a joint is beyond its limits.
  EQUIDYN_INLINE IntegerRegister beyond_limits(const T* y) const {
    IntegerRegister beyond{};
    for (int j = 0; run_.passed != nullptr && j < n_; ++j)
      beyond |= exceeds(y[j], T(run_.upper[j])) | exceeds(T(run_.lower[j]), y[j]);
    return beyond;
  }
  /// Notes when joints first leave their limits.
  [[gnu::noinline]] void note_limits(int lane, Number time, const T* y) const {
    Number* const passed = run_.passed + (rows_.first() + lane) * n_;
    for (int j = 0; j < n_; ++j) {
      const Number x = y[j].v[lane];
      const bool beyond = x > run_.upper[j] || x < run_.lower[j];
      if (beyond && passed[j] != passed[j]) passed[j] = time;
    }
  }

 private:
  const int n_;
  const Simulation& run_;
  const PackedRows& rows_;
};

}  // namespace equidyn::EQUIDYN_TARGET
