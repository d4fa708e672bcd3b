/// @file rows-inl.hpp
/// States in memory, one row each: as many at a time as a register has lanes, number j of every row
/// becoming lane after lane of register j; or a single one.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using Operand = kernels::Operand<Number>;

/// One joint of as many states as a register has lanes.
struct JointOfStates {
  using L = Lanes<Register>;
  int j;

  EQUIDYN_INLINE L constant(const Number* of_joints) const { return L(of_joints[j]); }
  template <class Block>
  EQUIDYN_INLINE L rate(const Block& block) const {
    return block.joints[j].rate;
  }
  template <class Block>
  EQUIDYN_INLINE L acceleration(const Block& block) const {
    return block.joints[j].acceleration;
  }
  EQUIDYN_INLINE L read(const L* numbers) const { return numbers[j]; }
  EQUIDYN_INLINE void write(L* numbers, L value) const { numbers[j] = value; }
};

/// Sines and cosines of joint angles, which stand where the cosines will. Says whether all angles
/// are small enough; where they are not, large_sincos takes them.
EQUIDYN_INLINE bool turn(const Model<Number>& arm, Joint<Lanes<Register>>* joints) {
  Lanes<Register> squares(0.0);
  for (int j = 0; j < arm.chain.n; ++j) {
    if (!arm.chain.link[j].kind.revolute) continue;
    const Lanes<Register> angle = joints[j].c;
    squares = squares + angle * angle;
    reduced_sincos(angle, Lanes<Register>(arm.sign[j]), joints[j].s, joints[j].c);
  }
  return all(all_reducible(squares));
}

/// As many states as a register has lanes; behind the last row of a batch, that row again.
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
      const T position = x + T(arm.offset[j]);
      joints[j].c = joints[j].d = position;  // an angle, until its cosine is known
    });
    if (!turn(arm, joints)) read_large_angles(arm, q, joints);
    return sum;
  }

  /// Writes n numbers for each state to rows of `out`; returns their sum.
  EQUIDYN_INLINE T write(const T* from, int n, Number* out) const { return write(from, n, out, n); }
  /// The same where rows are `stride` numbers apart.
  EQUIDYN_INLINE T write(const T* from, int n, Number* out, std::ptrdiff_t stride) const {
    const std::ptrdiff_t rows = count();
    Number* to = out + first_ * stride;
    T sum(0.0);
    if (alone()) {
      for (int j = 0; j < n; ++j) to[j] = from[j].v[0], sum = sum + from[j];
      return sum;
    }
    Register columns[kLanes];
    int j = 0;
    for (; j + kLanes <= n; j += kLanes) {
      for (int k = 0; k < kLanes; ++k) columns[k] = from[j + k].v, sum = sum + from[j + k];
      transpose(columns);
      for (std::ptrdiff_t lane = 0; lane < rows; ++lane)
        store(to + lane * stride + j, columns[lane]);
    }
    if (j == n) return sum;
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
  /// How many rows there are.
  EQUIDYN_INLINE std::ptrdiff_t count() const {
    return end_ - first_ < kLanes ? end_ - first_ : kLanes;
  }

  EQUIDYN_INLINE static bool finite(T sum) { return all((sum.v - sum.v) == Register{}); }

 private:
  /// Whether one state fills all lanes.
  EQUIDYN_INLINE bool alone() const { return end_ - first_ == 1; }

  [[gnu::noinline]] void read_large_angles(const Model<Number>& arm, const Operand& q,
                                           Joint<T>* joints) const {
    read(q, arm.chain.n, [&](int j, T x) EQUIDYN_INLINE_LAMBDA {
      if (arm.chain.link[j].kind.revolute)
        large_sincos(x + T(arm.offset[j]), T(arm.sign[j]), joints[j].s, joints[j].c);
    });
  }

  std::ptrdiff_t first_, end_;
};

/// As many joints of one state as a register has lanes, from joint j on, `count` of them.
struct JointsOfState {
  using L = Lanes<Register>;
  int j, count;

  EQUIDYN_INLINE L constant(const Number* of_joints) const {
    return L::of(count == kLanes ? load(of_joints + j) : load_part(of_joints + j, count));
  }
  template <class Block>
  EQUIDYN_INLINE L rate(const Block& block) const {
    return constant(block.rows.first(block.x.qd));
  }
  template <class Block>
  EQUIDYN_INLINE L acceleration(const Block& block) const {
    return constant(block.rows.first(block.x.qdd));
  }
  EQUIDYN_INLINE L read(const Lanes<Number>* numbers) const { return constant(&numbers->v); }
  EQUIDYN_INLINE void write(Lanes<Number>* numbers, L value) const {
    if (count == kLanes)
      store(&numbers[j].v, value.v);
    else
      store_part(&numbers[j].v, value.v, count);
  }
};

/// One state. Its angles, and its drives, are taken several at a time, which gives the same bits.
class SingleRow {
 public:
  using T = Lanes<Number>;

  EQUIDYN_INLINE explicit SingleRow(std::ptrdiff_t index) : index_(index) {}

  template <class Set>
  EQUIDYN_INLINE void read(const Operand& operand, int n, Set&& set) const {
    const Number* const row = first(operand);
    for (int j = 0; j < n; ++j) set(j, T(row[j]));
  }

  EQUIDYN_INLINE T read_angles(const Model<Number>& arm, const Operand& q, Joint<T>* joints) const {
    const Number* const row = first(q);
    const int n = arm.chain.n;
    Lanes<Register> sum(0.0);
    for (int j = 0; j < n; j += kLanes) {
      const bool whole = j + kLanes <= n;
      const auto of_joints = [&](const Number* numbers) EQUIDYN_INLINE_LAMBDA {
        return Lanes<Register>::of(whole ? load(numbers + j) : load_part(numbers + j, n - j));
      };
      const Lanes<Register> x = of_joints(row), sign = of_joints(arm.sign);
      const Lanes<Register> angle = x + of_joints(arm.offset);
      Lanes<Register> s, c;
      reduced_sincos(angle, sign, s, c);
      if (!all(reducible(angle))) {
        Lanes<Register> large_s = s, large_c = c;  // those whose address is known stay in memory
        large_sincos(angle, sign, large_s, large_c);
        s = large_s, c = large_c;
      }
      sum = sum + x;
      for (int lane = 0; lane < kLanes; ++lane) {
        if (j + lane == n) break;
        const bool revolute = arm.chain.link[j + lane].kind.revolute;
        if (revolute)
          joints[j + lane].c.v = c.v[lane], joints[j + lane].s.v = s.v[lane];
        else
          joints[j + lane].d.v = angle.v[lane];
      }
    }
    T total(0.0);
    for (int lane = 0; lane < kLanes; ++lane) total = total + T(sum.v[lane]);
    return total;
  }

  EQUIDYN_INLINE T write(const T* from, int n, Number* out) const { return write(from, n, out, n); }
  EQUIDYN_INLINE T write(const T* from, int n, Number* out, std::ptrdiff_t stride) const {
    T sum(0.0);
    for (int j = 0; j < n; ++j) out[index_ * stride + j] = from[j].v, sum = sum + from[j];
    return sum;
  }

  /// The first of its numbers.
  EQUIDYN_INLINE const Number* first(const Operand& operand) const {
    return operand.data + index_ * operand.stride;
  }

  /// Applies `equations` to as many joints at a time as there are lanes.
  template <class Equations>
  EQUIDYN_INLINE static void for_joints(int n, Equations&& equations) {
    for (int j = 0; j < n; j += kLanes)
      equations(JointsOfState{j, n - j < kLanes ? n - j : kLanes});
  }

  EQUIDYN_INLINE static bool finite(T sum) { return sum.v - sum.v == 0; }

 private:
  std::ptrdiff_t index_;
};

}  // namespace equidyn::EQUIDYN_TARGET
