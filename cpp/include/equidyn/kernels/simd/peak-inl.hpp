/// @file peak-inl.hpp
/// Multiply-adds at the highest throughput of the registers: the reference for the speed of the
/// kernels.
///
/// Included once for each instruction set (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Repeats x = x * factor + term in several registers, so that none waits for another. Without a
/// fused multiply-add this is a product and a sum.
template <int... kChain>
[[gnu::noinline]] double multiply_add_in_chains(std::ptrdiff_t rounds, double factor, double term,
                                                std::integer_sequence<int, kChain...>) {
  const Register a = broadcast(factor, Register{}), b = broadcast(term, Register{});
  // different numbers, or the compiler would use one register for all
  Register x[] = {broadcast(kChain, Register{})...};
  for (std::ptrdiff_t round = 0; round < rounds; ++round)
    ((x[kChain] = fused(x[kChain], a, b)), ...);

  const Register sum = (x[kChain] + ...);
  double total = 0;
  for (int lane = 0; lane < kLanes; ++lane) total += sum[lane];
  return total;
}

inline double multiply_add(std::ptrdiff_t rounds, double factor, double term) {
  return multiply_add_in_chains(rounds, factor, term, std::make_integer_sequence<int, kChains>{});
}

}  // namespace equidyn::EQUIDYN_TARGET
