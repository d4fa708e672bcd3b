/// @file finite.hpp
/// The rule for results of every call: they are finite. Otherwise the call raises and names the
/// cause: an operand that is not finite, by name and index (Operands::require_finite), or else an
/// overflow, by the index of the result. Finite results never raise, however large they are.
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace equidyn {

/// True if a number is neither infinite nor NaN: its exponent is not all ones.
template <class T>
bool finite(T value) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  constexpr Bits kExponent = std::bit_cast<Bits>(std::numeric_limits<T>::infinity());
  return (std::bit_cast<Bits>(value) & kExponent) != kExponent;
}

template <class T>
bool all_finite(std::span<const T> values) {
  bool all = true;
  for (T value : values) all &= finite(value);
  return all;
}

/// The index of number `k` of an array of this shape, row after row.
std::vector<pybind11::ssize_t> index_of(pybind11::ssize_t k,
                                        const std::vector<pybind11::ssize_t>& shape);

/// Raises ValueError for the number of a result that is not finite although all operands are.
[[noreturn]] void raise_overflow(const std::string& result, double value,
                                 const std::vector<pybind11::ssize_t>& index, bool single);

/// Raises ValueError if a contiguous result of this shape is not finite.
template <class T>
void require_finite_result(const std::string& result, const T* numbers,
                           const std::vector<pybind11::ssize_t>& shape) {
  std::size_t count = 1;
  for (pybind11::ssize_t extent : shape) count *= static_cast<std::size_t>(extent);
  const std::span<const T> values(numbers, count);
  if (all_finite(values)) return;
  const auto first = std::ranges::find_if_not(values, finite<T>);
  raise_overflow(result, static_cast<double>(*first), index_of(first - values.begin(), shape),
                 std::is_same_v<T, float>);
}

}  // namespace equidyn
