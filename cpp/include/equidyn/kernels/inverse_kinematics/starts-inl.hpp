/// @file starts-inl.hpp
/// Start positions of descents, and their order.
///
/// The start of lowest number that reaches the pose wins, whichever lane is the first: later ones
/// may run beside it, and are forgotten. So no result depends on the lanes. Where none does, or
/// whole turns are to be removed, a last descent begins at the best position found.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using PoseSearch = kernels::PoseSearch<Number>;
using kernels::kStarts;

/// The number of the last descent.
constexpr int kLastDescent = kStarts;

/// A uniform number from 0 up to 1, the same for the same index: G. L. Steele, D. Lea, C. H. Flood,
/// Fast Splittable Pseudorandom Number Generators, 2014 (SplitMix64).
inline Number uniform(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<Number>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
}

/// The position of joint j at a random start.
inline Number random_position(const PoseSearch& run, int n, int start, int j) {
  const Number u = uniform(run.seed, static_cast<std::uint64_t>(start) * n + j);
  return (1 - u) * run.lowest[j] + u * run.highest[j];
}

inline Number within_limits(const PoseSearch& run, int j, Number x) {
  x = x < run.lower[j] ? run.lower[j] : x;
  return x > run.upper[j] ? run.upper[j] : x;
}

/// A row that is searched for, and what its starts have found.
struct SearchedRow {
  std::ptrdiff_t row;
  int next = 0;   ///< start
  int lanes = 0;  ///< that work on it
  bool reached = false;
  int best = 0;                          ///< start
  Number best_square = __builtin_inf();  ///< of its error
  std::int64_t last_steps = 0;           ///< of the last descent

  /// True if the result of a start is better.
  bool is_beaten_by(int start, bool reaches, Number square) const {
    if (start == kLastDescent) return true;
    if (reaches || reached) return reaches && (!reached || start < best);
    return square < best_square || (square == best_square && start < best);
  }
};

/// The rows in the lanes of a register: at most one for each.
class Starts {
 public:
  /// Work that no lane does.
  static constexpr int kNone = -1;

  Starts(std::ptrdiff_t first, std::ptrdiff_t end, const PoseSearch& search)
      : next_row_(first), end_(end), path_(search.path) {
    for (int lane = 0; lane < kLanes; ++lane) place_[lane] = kNone, row_[lane].row = kNone;
  }

  bool is_idle(int lane) const { return place_[lane] == kNone; }
  int place(int lane) const { return place_[lane]; }
  int start(int lane) const { return start_[lane]; }
  SearchedRow& row(int lane) { return row_[place_[lane]]; }

  /// Notes how many steps the descent of a lane has tried.
  void note(int lane, std::int64_t steps) {
    if (start_[lane] == kLastDescent)
      row(lane).last_steps = steps;
    else
      steps_[place_[lane]][start_[lane]] = steps;
  }
  /// Those of a row, of the starts up to the one that reached.
  std::int64_t steps(int place) const {
    const SearchedRow& of = row_[place];
    std::int64_t sum = of.last_steps;
    for (int start = 0; start < (of.reached ? of.best + 1 : kStarts); ++start)
      sum += steps_[place][start];
    return sum;
  }

  /// Gives a lane its next start. Returns whether there is one.
  bool assign(int lane) {
    const int place = next_place();
    if (place == kNone) return false;
    place_[lane] = place;
    start_[lane] = row_[place].next++;
    ++row_[place].lanes;
    return true;
  }

  /// Takes a lane off its row. Returns whether what is found for the row is final.
  bool finish(int lane) {
    SearchedRow& done = row(lane);
    const int place = place_[lane];
    place_[lane] = kNone;
    --done.lanes;
    if (!done.reached) return start_[lane] == kLastDescent;
    for (int other = 0; other < kLanes; ++other)
      if (place_[other] == place && start_[other] < done.best) return false;
    return true;
  }

  /// Takes all lanes off a row: a last descent is left, or nothing.
  void end(int place, bool descends_once_more) {
    for (int& held : place_)
      if (held == place) held = kNone;
    row_[place].lanes = 0;
    row_[place].next = kLastDescent;
    if (descends_once_more) return;
    const std::ptrdiff_t next = row_[place].row + 1;
    row_[place] = {.row = next % path_ == 0 ? kNone : next};
  }

 private:
  /// The place of a row whose next start is due: one in no lane, a new one, or the one that has
  /// tried the fewest.
  int next_place() {
    int free = kNone, fewest = kNone;
    for (int place = 0; place < kLanes; ++place) {
      const SearchedRow& each = row_[place];
      if (each.row == kNone)
        free = place;
      else if (each.lanes == 0)
        return place;
      else if (may_run_beside(each) && (fewest == kNone || each.next < row_[fewest].next))
        fewest = place;
    }
    if (next_row_ == end_ || free == kNone) return fewest;
    row_[free] = {.row = next_row_};
    next_row_ += path_;
    return free;
  }

  /// True if a start of a row is worth a lane beside others: the first one on a path mostly reaches.
  bool may_run_beside(const SearchedRow& row) const {
    return !row.reached && row.next < kStarts && (path_ == 1 || row.next > 1);
  }

  std::ptrdiff_t next_row_;
  const std::ptrdiff_t end_;
  const std::ptrdiff_t path_;
  SearchedRow row_[kLanes];
  std::int64_t steps_[kLanes][kStarts];
  int place_[kLanes], start_[kLanes];
};

}  // namespace equidyn::EQUIDYN_TARGET
