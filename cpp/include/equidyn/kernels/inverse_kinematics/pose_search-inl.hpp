/// @file pose_search-inl.hpp
/// Searches for joint positions, row by row: lanes are refilled as their descents end.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct SearchArrays : Scratch {
  Number* const best = take(kLanes * n);  ///< positions of each row in the lanes
  DescentArrays descent = part<DescentArrays>();
};

/// `Arms` has the model of all lanes, and sets the arm of a lane to that of a row.
template <class Arms>
class SearchInLanes {
 public:
  SearchInLanes(Arms& arms, const PoseSearch& search, std::ptrdiff_t first, std::ptrdiff_t end,
                const SearchArrays& arrays)
      : n_(arms.model().chain.n),
        arms_(arms),
        run_(search),
        extrapolates_(n_ <= std::accumulate(search.weight, search.weight + kErrors, Number{0})),
        starts_(first, end, search),
        descents_(arms.model(), search, arrays.descent),
        best_(arrays.best) {}

  void search() {
    refill();
    while (!descents_.all_rest() && !abandoned()) {
      const IntegerRegister ended = descents_.look();
      if (!all(~ended)) hand_over(ended);
      descents_.step();
    }
  }

 private:
  void refill() {
    for (int lane = 0; lane < kLanes; ++lane)
      if (starts_.is_idle(lane) && starts_.assign(lane)) begin(lane);
  }
  void begin(int lane) {
    const int start = starts_.start(lane);
    const std::ptrdiff_t row = starts_.row(lane).row;
    Number* const best = best_of(starts_.place(lane));
    arms_.set(lane, row);
    if (start == kLastDescent) unwind(row, best);
    const Number* const first = first_start(row);
    const Number* const before = start == 0 ? found_before(row) : nullptr;
    const auto position = [&](int j) {
      if (start == kLastDescent) return best[j];
      if (start != 0) return within_limits(run_, j, random_position(run_, n_, start, j));
      return within_limits(run_, j, before == nullptr ? first[j] : 2 * first[j] - before[j]);
    };
    descents_.begin(lane, run_.pose.data + row * run_.pose.stride, start == kLastDescent, position);
  }

  [[gnu::noinline]] void hand_over(IntegerRegister ended) {
    for (int lane = 0; lane < kLanes; ++lane)
      if (ended[lane] != 0 && !starts_.is_idle(lane)) finish(lane);
    refill();
  }
  void finish(int lane) {
    SearchedRow& row = starts_.row(lane);
    const int place = starts_.place(lane), start = starts_.start(lane);
    starts_.note(lane, descents_.steps(lane));
    keep(lane, start, row, best_of(place));
    descents_.rest(lane);
    if (!starts_.finish(lane)) return;
    const bool winds = start != kLastDescent && unwind(row.row, best_of(place));
    if (!winds) write(row, starts_.steps(place), best_of(place));
    starts_.end(place, winds);
    for (int other = 0; other < kLanes; ++other)
      if (starts_.is_idle(other)) descents_.rest(other);
  }
  void keep(int lane, int start, SearchedRow& row, Number* best) const {
    const Number square = descents_.nearest_square(lane);
    const bool reaches = square <= run_.tolerance * run_.tolerance;
    if (!row.is_beaten_by(start, reaches, square)) return;
    if (start != kLastDescent) row.reached = reaches, row.best = start;
    row.best_square = square;
    for (int j = 0; j < n_; ++j) best[j] = descents_.nearest(lane, j);
  }

  /// Removes whole turns away from the first start. Returns whether there were any.
  bool unwind(std::ptrdiff_t row, Number* best) const {
    constexpr Number kTurn = 6.283185307179586;
    const Number* const first = first_start(row);
    bool winds = false;
    for (int j = 0; j < n_; ++j) {
      if (!run_.winds[j]) continue;
      const Number turns = __builtin_rint((best[j] - first[j]) / kTurn);
      best[j] -= kTurn * turns;
      winds |= turns != 0;
    }
    return winds;
  }
  void write(const SearchedRow& row, std::int64_t steps, const Number* best) const {
    for (int j = 0; j < n_; ++j) run_.q[row.row * n_ + j] = best[j];
    run_.residual[row.row] = __builtin_sqrt(row.best_square);
    run_.iterations[row.row] = steps;
  }

  const Number* first_start(std::ptrdiff_t row) const {
    if (run_.path != 1 && row % run_.path != 0) return run_.q + (row - 1) * n_;
    return run_.start.data + row / run_.path * run_.start.stride;
  }
  /// The positions of the row before the one whose positions are the first start of a row, if a path
  /// goes on from there without a jump; else null.
  const Number* found_before(std::ptrdiff_t row) const {
    if (!extrapolates_ || row % run_.path < 2) return nullptr;
    const Number *const last = first_start(row), *const before = last - n_;
    for (int j = 0; j < n_; ++j)
      if (!(__builtin_fabs(last[j] - before[j]) < kJump)) return nullptr;
    return before;
  }
  Number* best_of(int place) const { return best_ + static_cast<std::ptrdiff_t>(place) * n_; }

  /// Beyond this (rad, m) a path jumps, and is not extrapolated.
  static constexpr Number kJump = 0.25;

  const int n_;
  Arms& arms_;
  const PoseSearch& run_;
  const bool extrapolates_;  ///< where poses leave the joints no freedom, in which they would drift
  Starts starts_;
  Descents<typename Arms::Constant> descents_;
  Number* const best_;
};

[[gnu::noinline]] inline void search_poses(const Model<Number>& arm, const PoseSearch& search,
                                           std::ptrdiff_t first, std::ptrdiff_t end,
                                           void* scratch) {
  SameModel same{arm};
  SearchInLanes(same, search, first, end, SearchArrays{{scratch, arm.chain.n}}).search();
}
inline std::size_t search_scratch_size(int n) { return SearchArrays{Scratch(n)}.size(); }

#if defined(__wasm__)
constexpr kernels::PoseSolver<Number> pose_solver() { return {search_poses, search_scratch_size}; }
#else
/// The same for many arms.
inline void search_poses_each(const ModelsOfRows& arms, const PoseSearch& search,
                              std::ptrdiff_t first, std::ptrdiff_t end, void* scratch) {
  GatheredModels models(arms, scratch);
  models.set(0, first);
  void* const rest = static_cast<std::byte*>(scratch) + model_size(arms.n);
  SearchInLanes(models, search, first, end, SearchArrays{{rest, arms.n}}).search();
}
inline std::size_t search_scratch_size_each(int n) {
  return model_size(n) + search_scratch_size(n);
}

constexpr kernels::PoseSolver<Number> pose_solver() {
  return {search_poses, search_scratch_size, search_poses_each, search_scratch_size_each};
}
#endif

}  // namespace equidyn::EQUIDYN_TARGET
