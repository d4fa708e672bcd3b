/// @file transpose-inl.hpp
/// Transposition of square matrices of numbers in registers.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Exchanges the blocks of `distance` lanes beside the diagonal of two rows that are `distance`
/// apart.
template <int kDistance, int... kLane>
EQUIDYN_INLINE void exchange(Register& upper, Register& lower,
                             std::integer_sequence<int, kLane...>) {
  const Register u = upper, l = lower;
  upper = EQUIDYN_SHUFFLE(u, l, ((kLane & kDistance) ? kLanes + kLane - kDistance : kLane)...);
  lower = EQUIDYN_SHUFFLE(u, l, ((kLane & kDistance) ? kLanes + kLane : kLane + kDistance)...);
}

/// Blocks of 128 bits of two rows: even ones go to `upper`, odd ones to `lower`.
template <int... kLane>
EQUIDYN_INLINE void deal(Register& upper, Register& lower, std::integer_sequence<int, kLane...>) {
  constexpr int kBlock = 128 / EQUIDYN_BITS;
  const Register u = upper, l = lower;
  upper = EQUIDYN_SHUFFLE(u, l, (kLane + kLane / kBlock * kBlock)...);
  lower = EQUIDYN_SHUFFLE(u, l, (kLane + kLane / kBlock * kBlock + kBlock)...);
}

/// Two rows lane by lane: of each four lanes, the first two in `upper`, the last two in `lower`.
template <int... kLane>
EQUIDYN_INLINE void interleave(Register& upper, Register& lower,
                               std::integer_sequence<int, kLane...>) {
  const Register u = upper, l = lower;
  upper = EQUIDYN_SHUFFLE(u, l, (kLane % 2 * kLanes + kLane / 4 * 4 + kLane % 4 / 2)...);
  lower = EQUIDYN_SHUFFLE(u, l, (kLane % 2 * kLanes + kLane / 4 * 4 + kLane % 4 / 2 + 2)...);
}

/// Transposes rows. In float32 they are interleaved first, which takes half the instructions of an
/// exchange of single lanes and swaps the middle two of each four columns.
template <int kDistance = 1>
EQUIDYN_INLINE void transpose(Register* rows) {
  constexpr std::make_integer_sequence<int, kLanes> lanes{};
  constexpr bool interleaved = EQUIDYN_BITS == 32;
  for (int row = 0; row < kLanes; ++row) {
    if ((row & kDistance) != 0) continue;
    if constexpr (interleaved && kDistance == 1)
      interleave(rows[row], rows[row + 1], lanes);
    else if constexpr (kDistance * EQUIDYN_BITS >= 128)
      deal(rows[row], rows[row + kDistance], lanes);
    else
      exchange<kDistance>(rows[row], rows[row + kDistance], lanes);
  }
  if constexpr (interleaved && kDistance == 2)
    for (int row = 1; row < kLanes; row += 4) {
      const Register column = rows[row];
      rows[row] = rows[row + 1];
      rows[row + 1] = column;
    }
  if constexpr (2 * kDistance < kLanes) transpose<2 * kDistance>(rows);
}

}  // namespace equidyn::EQUIDYN_TARGET
