/// @file packed_rows-inl.hpp
/// Blocks of states in memory, one row each: as many as a register has lanes. Number j of every row
/// is read into register j, row by row in its lanes.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using Operand = kernels::Operand<Number>;

/// One joint of a block of states.
struct JointOfStates {
  using L = Lanes<Register>;
  int j;

  template <class C>
  EQUIDYN_INLINE L constant(const C* of_joints) const {
    return L(of_joints[j]);
  }
  template <class Block>
  EQUIDYN_INLINE L velocity(const Block& block) const {
    return block.joints[j].velocity;
  }
  template <class Block>
  EQUIDYN_INLINE L acceleration(const Block& block) const {
    return block.joints[j].acceleration;
  }
  EQUIDYN_INLINE L read(const L* numbers) const { return numbers[j]; }
  EQUIDYN_INLINE void write(L* numbers, L value) const { numbers[j] = value; }
};

/// Sines and cosines of the joint angles, which are given in place of the cosines. Returns whether
/// all angles are small enough for the fast ones; if not, large_sincos replaces them.
template <class C>
EQUIDYN_INLINE bool evaluate_sincos(const Model<C>& arm, Joint<Lanes<Register>>* joints) {
  Lanes<Register> squares(0.0);
  for (int j = 0; j < arm.chain.n; ++j) {
    if (!arm.chain.link[j].kind.revolute) continue;
    const Lanes<Register> angle = joints[j].c;
    squares = squares + angle * angle;
    reduced_sincos(angle, Lanes<Register>(arm.sign[j]), joints[j].s, joints[j].c);
  }
  return all(all_reducible(squares));
}

/// Sets the joints to positions x.
template <class C>
EQUIDYN_INLINE void set_positions(const Model<C>& arm, const Lanes<Register>* x,
                                  Joint<Lanes<Register>>* joints) {
  using T = Lanes<Register>;
  for (int j = 0; j < arm.chain.n; ++j)
    joints[j].c = joints[j].d = x[j] + T(arm.offset[j]);  // c: the angle, until its cosine is known
  if (evaluate_sincos(arm, joints)) return;
  for (int j = 0; j < arm.chain.n; ++j)
    if (arm.chain.link[j].kind.revolute)
      large_sincos(x[j] + T(arm.offset[j]), T(arm.sign[j]), joints[j].s, joints[j].c);
}

/// Rows this far ahead are fetched into the cache, so that memory answers while others are computed;
/// of wide rows those of the next block, if what lies between still leaves room in the cache.
constexpr std::ptrdiff_t kRowsAhead = 16, kBytesAhead = 1 << 16;

/// A block of states; lanes beyond the last row of a batch repeat that row.
class PackedRows {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE PackedRows(std::ptrdiff_t first, std::ptrdiff_t end) : first_(first), end_(end) {}

  /// Calls `set(j, number)` for each of the n numbers of a row.
  template <class Set>
  EQUIDYN_INLINE void read(const Operand& operand, int n, Set&& set) const {
    const Number* row[kLanes] = {operand.data + first_ * operand.stride};
    if (alone()) {
      for (int j = 0; j < n; ++j) set(j, T(row[0][j]));
      return;
    }
    for (int lane = 1; lane < kLanes; ++lane)
      row[lane] = row[lane - 1] + (first_ + lane < end_ ? operand.stride : 0);
    const std::ptrdiff_t next = ahead(operand.stride);
    Register columns[kLanes];
    int j = 0;
    for (; j + kLanes <= n; j += kLanes) {
      if (next != 0) fetch(row[0] + next, operand.stride, j);
      for (int lane = 0; lane < kLanes; ++lane) columns[lane] = load(row[lane] + j);
      transpose(columns);
      for (int k = 0; k < kLanes; ++k) set(j + k, T::of(columns[k]));
    }
    if (j == n) return;
    if (next != 0) fetch(row[0] + next, operand.stride, j);
    for (int lane = 0; lane < kLanes; ++lane) columns[lane] = load_part(row[lane] + j, n - j);
    transpose(columns);
    for (int k = 0; k < n - j; ++k) set(j + k, T::of(columns[k]));
  }

  /// Sines and cosines of the angles q + theta; returns the sum of q, finite only if q is.
  template <class C>
  EQUIDYN_INLINE T read_angles(const Model<C>& arm, const Operand& q, Joint<T>* joints) const {
    T sum(0.0);
    read(q, arm.chain.n, [&](int j, T x) EQUIDYN_INLINE_LAMBDA {
      sum = sum + x;
      const T position = x + T(arm.offset[j]);
      joints[j].c = joints[j].d = position;  // c: the angle, until its cosine is known
    });
    if (!evaluate_sincos(arm, joints)) read_large_angles(arm, q, joints);
    return sum;
  }

  /// Writes n numbers per state to rows of `out`; returns their sum.
  EQUIDYN_INLINE T write(const T* from, int n, Number* out) const { return write(from, n, out, n); }
  /// The same with rows that are `stride` numbers apart.
  EQUIDYN_INLINE T write(const T* from, int n, Number* out, std::ptrdiff_t stride) const {
    const std::ptrdiff_t rows = count();
    Number* to = out + first_ * stride;
    T sum(0.0);
    if (alone()) {
      for (int j = 0; j < n; ++j) to[j] = from[j].v[0], sum = sum + from[j];
      return sum;
    }
    const std::ptrdiff_t next = ahead(stride);
    Register columns[kLanes];
    int j = 0;
    for (; j + kLanes <= n; j += kLanes) {
      if (next != 0) fetch(to + next, stride, j);
      for (int k = 0; k < kLanes; ++k) columns[k] = from[j + k].v, sum = sum + from[j + k];
      transpose(columns);
      for (std::ptrdiff_t lane = 0; lane < rows; ++lane)
        store(to + lane * stride + j, columns[lane]);
    }
    if (j == n) return sum;
    if (next != 0) fetch(to + next, stride, j);
    for (int k = 0; k < kLanes; ++k) {
      columns[k] = k < n - j ? from[j + k].v : Register{};
      sum = sum + T::of(columns[k]);
    }
    transpose(columns);
    for (std::ptrdiff_t lane = 0; lane < rows; ++lane)
      store_part(to + lane * stride + j, columns[lane], n - j);
    return sum;
  }

  /// Applies `equations` to each joint.
  template <class Equations>
  EQUIDYN_INLINE static void for_joints(int n, Equations&& equations) {
    for (int j = 0; j < n; ++j) equations(JointOfStates{j});
  }

  EQUIDYN_INLINE std::ptrdiff_t first() const { return first_; }
  /// The number of rows.
  EQUIDYN_INLINE std::ptrdiff_t count() const {
    return end_ - first_ < kLanes ? end_ - first_ : kLanes;
  }

  /// The row in a lane.
  EQUIDYN_INLINE std::ptrdiff_t row_of(int lane) const {
    return first_ + (lane < count() ? lane : count() - 1);
  }

  EQUIDYN_INLINE static bool finite(T sum) { return all((sum.v - sum.v) == Register{}); }

 private:
  /// True if one state fills all lanes.
  EQUIDYN_INLINE bool alone() const { return end_ - first_ == 1; }

  /// The distance in numbers to rows that are worth fetching now; 0 if there are none.
  EQUIDYN_INLINE std::ptrdiff_t ahead(std::ptrdiff_t stride) const {
    constexpr auto kFarthest = kBytesAhead / static_cast<std::ptrdiff_t>(sizeof(Number));
    const std::ptrdiff_t distance = (kRowsAhead * stride > kFarthest ? kLanes : kRowsAhead);
    const bool last = end_ - first_ < distance + kLanes;
    return last || distance * stride > kFarthest ? 0 : distance * stride;
  }
  /// Fetches the cache lines at number j of a block of rows, once for each line.
  EQUIDYN_INLINE static void fetch(const Number* rows, std::ptrdiff_t stride, int j) {
    constexpr int kLine = 64 / sizeof(Number);
    if (j % kLine != 0) return;
    for (int lane = 0; lane < kLanes; ++lane) __builtin_prefetch(rows + lane * stride + j);
  }

  template <class C>
  [[gnu::noinline]] void read_large_angles(const Model<C>& arm, const Operand& q,
                                           Joint<T>* joints) const {
    read(q, arm.chain.n, [&](int j, T x) EQUIDYN_INLINE_LAMBDA {
      if (arm.chain.link[j].kind.revolute)
        large_sincos(x + T(arm.offset[j]), T(arm.sign[j]), joints[j].s, joints[j].c);
    });
  }

  std::ptrdiff_t first_, end_;
};

/// One arm for all rows, where others have many (model_lanes-inl.hpp).
struct SameModel {
  using Constant = Number;
  const Model<Number>& arm;

  EQUIDYN_INLINE const Model<Number>& model() const { return arm; }
  EQUIDYN_INLINE const Model<Number>& of_rows(std::ptrdiff_t, std::ptrdiff_t) const { return arm; }
  EQUIDYN_INLINE static void set(int, std::ptrdiff_t) {}
};

}  // namespace equidyn::EQUIDYN_TARGET
