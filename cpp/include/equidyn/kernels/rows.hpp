/// @file rows.hpp
/// Rows of numbers in memory, as many at a time as a register has lanes: number j of every row
/// becomes lane after lane of register j.
///
/// Included once for each instruction set (instruction_sets.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The rows of one block; behind the last row of a batch, that row again.
struct BlockOfRows {
  EQUIDYN_INLINE BlockOfRows(const double* data, std::ptrdiff_t stride, std::ptrdiff_t first,
                             std::ptrdiff_t end) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::ptrdiff_t index = first + lane < end ? first + lane : end - 1;
      row[lane] = data + index * stride;
    }
  }
  const double* row[kLanes];
};

/// Calls `set(j, lanes)` for each of the n columns of a block.
template <class Set>
EQUIDYN_INLINE void read_columns(const BlockOfRows& block, int n, Set&& set) {
  Register columns[kLanes];
  int j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) columns[lane] = load(block.row[lane] + j);
    transpose(columns);
    for (int k = 0; k < kLanes; ++k) set(j + k, Lanes<Register>::of(columns[k]));
  }
  if (j == n) return;
  for (int lane = 0; lane < kLanes; ++lane) columns[lane] = load_part(block.row[lane] + j, n - j);
  transpose(columns);
  for (int k = 0; k < n - j; ++k) set(j + k, Lanes<Register>::of(columns[k]));
}

/// Writes n columns, `step` apart, to the first `rows` rows of a block of rows from `to` on.
EQUIDYN_INLINE void write_columns(const Lanes<Register>* from, int step, int n, std::ptrdiff_t rows,
                                  double* to) {
  Register columns[kLanes];
  for (int j = 0; j < n; j += kLanes) {
    const int count = n - j < kLanes ? n - j : kLanes;
    for (int k = 0; k < kLanes; ++k) columns[k] = k < count ? from[(j + k) * step].v : Register{};
    transpose(columns);
    for (int lane = 0; lane < rows; ++lane) {
      if (count == kLanes)
        store(to + lane * n + j, columns[lane]);
      else
        store_part(to + lane * n + j, columns[lane], count);
    }
  }
}

}  // namespace equidyn::EQUIDYN_TARGET
