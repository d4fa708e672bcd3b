/// @file single_row-inl.hpp
/// A single state in memory.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Joints of one state in the lanes of a register: `count` of them, from joint j on.
struct JointsOfState {
  using L = Lanes<Register>;
  int j, count;

  EQUIDYN_INLINE L constant(const Number* of_joints) const {
    return L::of(count == kLanes ? load(of_joints + j) : load_part(of_joints + j, count));
  }
  template <class Block>
  EQUIDYN_INLINE L velocity(const Block& block) const {
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

/// One state. Sines, cosines and drives of several joints are computed at a time, which gives the
/// same bits.
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
        Lanes<Register> large_s = s, large_c = c;  // s and c are in registers: no address is taken
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

  /// Its numbers.
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
