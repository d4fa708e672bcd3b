/// @file rows-inl.hpp
/// States in memory, one row each: as many at a time as a register has lanes, number j of every row
/// becoming lane after lane of register j; or a single one.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using Operand = kernels::Operand<Number>;

/// As many states as a register has lanes; behind the last row of a batch, that row again.
class PackedRows {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE PackedRows(std::ptrdiff_t first, std::ptrdiff_t end) : first_(first), end_(end) {}

  /// Calls `set(j, number)` for each of the n numbers of a row.
  template <class Set>
  EQUIDYN_INLINE void read(const Operand& operand, int n, Set&& set) const {
    const Number* row[kLanes] = {operand.data + first_ * operand.stride};
    for (int lane = 1; lane < kLanes; ++lane)
      row[lane] = row[lane - 1] + (first_ + lane < end_ ? operand.stride : 0);
    Register columns[kLanes];
    int j = 0;
    for (; j + kLanes <= n; j += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) columns[lane] = load(row[lane] + j);
      transpose(columns);
      for (int k = 0; k < kLanes; ++k) set(j + k, T::of(columns[k]));
    }
    if (j == n) return;
    for (int lane = 0; lane < kLanes; ++lane) columns[lane] = load_part(row[lane] + j, n - j);
    transpose(columns);
    for (int k = 0; k < n - j; ++k) set(j + k, T::of(columns[k]));
  }

  /// Sines and cosines of the angles q + theta; returns the sum of q, which is finite where q is.
  EQUIDYN_INLINE T read_angles(const Model<Number>& arm, const Operand& q, Joint<T>* joints) const {
    T sum(0.0);
    read(q, arm.chain.n, [&](int j, T x) EQUIDYN_INLINE_LAMBDA {
      sum = sum + x;
      joints[j].c = x + T(arm.offset[j]);
    });
    IntegerRegister reduced = ~IntegerRegister{};
    for (int j = 0; j < arm.chain.n; ++j) {
      if (!arm.chain.link[j].kind.revolute) continue;
      const T angle = joints[j].c;
      reduced &= reducible(angle);
      reduced_sincos(angle, joints[j].s, joints[j].c);
    }
    if (!all(reduced)) read_large_angles(arm, q, joints);
    return sum;
  }

  /// Writes n numbers for each state to rows of `out`.
  EQUIDYN_INLINE void write(const T* from, int n, Number* out) const {
    const std::ptrdiff_t rows = end_ - first_ < kLanes ? end_ - first_ : kLanes;
    Number* to = out + first_ * n;
    Register columns[kLanes];
    for (int j = 0; j < n; j += kLanes) {
      const int count = n - j < kLanes ? n - j : kLanes;
      for (int k = 0; k < kLanes; ++k) columns[k] = k < count ? from[j + k].v : Register{};
      transpose(columns);
      for (std::ptrdiff_t lane = 0; lane < rows; ++lane) {
        if (count == kLanes)
          store(to + lane * n + j, columns[lane]);
        else
          store_part(to + lane * n + j, columns[lane], count);
      }
    }
  }

  EQUIDYN_INLINE static bool finite(T sum) { return all((sum.v - sum.v) == Register{}); }

 private:
  [[gnu::noinline]] void read_large_angles(const Model<Number>& arm, const Operand& q,
                                           Joint<T>* joints) const {
    read(q, arm.chain.n, [&](int j, T x) EQUIDYN_INLINE_LAMBDA {
      if (arm.chain.link[j].kind.revolute)
        large_sincos(x + T(arm.offset[j]), joints[j].s, joints[j].c);
    });
  }

  std::ptrdiff_t first_, end_;
};

/// One state. Its angles are taken several at a time, which gives the same bits.
class SingleRow {
 public:
  using T = Lanes<Number>;

  EQUIDYN_INLINE explicit SingleRow(std::ptrdiff_t index) : index_(index) {}

  template <class Set>
  EQUIDYN_INLINE void read(const Operand& operand, int n, Set&& set) const {
    const Number* row = operand.data + index_ * operand.stride;
    for (int j = 0; j < n; ++j) set(j, T(row[j]));
  }

  EQUIDYN_INLINE T read_angles(const Model<Number>& arm, const Operand& q, Joint<T>* joints) const {
    const Number* row = q.data + index_ * q.stride;
    const int n = arm.chain.n;
    Lanes<Register> sum(0.0);
    for (int j = 0; j < n; j += kLanes) {
      const bool whole = j + kLanes <= n;
      const auto x = Lanes<Register>::of(whole ? load(row + j) : load_part(row + j, n - j));
      const auto offset =
          Lanes<Register>::of(whole ? load(arm.offset + j) : load_part(arm.offset + j, n - j));
      const Lanes<Register> angle = x + offset;
      Lanes<Register> s, c;
      reduced_sincos(angle, s, c);
      if (!all(reducible(angle))) {
        Lanes<Register> large_s = s, large_c = c;  // those whose address is known stay in memory
        large_sincos(angle, large_s, large_c);
        s = large_s, c = large_c;
      }
      sum = sum + x;
      for (int lane = 0; lane < kLanes; ++lane) {
        if (j + lane == n) break;
        const bool revolute = arm.chain.link[j + lane].kind.revolute;
        joints[j + lane].c.v = revolute ? c.v[lane] : angle.v[lane];
        joints[j + lane].s.v = s.v[lane];
      }
    }
    T total(0.0);
    for (int lane = 0; lane < kLanes; ++lane) total = total + T(sum.v[lane]);
    return total;
  }

  EQUIDYN_INLINE void write(const T* from, int n, Number* out) const {
    for (int j = 0; j < n; ++j) out[index_ * n + j] = from[j].v;
  }

  EQUIDYN_INLINE static bool finite(T sum) { return sum.v - sum.v == 0; }

 private:
  std::ptrdiff_t index_;
};

}  // namespace equidyn::EQUIDYN_TARGET
