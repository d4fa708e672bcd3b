/// @file peak-inl.hpp
/// As many multiply-adds as the registers allow: the speed that those of the kernels are parts of.
///
/// Included once for each instruction set (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Replaces x by x * factor + term, again and again, in several registers side by side, so that
/// none waits for another. Where nothing is fused this is a product and then a sum.
template <int... kChain>
[[gnu::noinline]] double multiply_add_in_chains(std::ptrdiff_t rounds, double factor, double term,
                                                std::integer_sequence<int, kChain...>) {
  const Register a = broadcast(factor, Register{}), b = broadcast(term, Register{});
  // different numbers, or one register would be enough for all
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
