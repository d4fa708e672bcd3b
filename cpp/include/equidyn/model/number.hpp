/// @file number.hpp
/// Numbers as files write them, whatever the language of the machine.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "equidyn/model/host_numbers.hpp"

namespace equidyn::model {

/// The digits of a number, without leading zeros; its magnitude is that integer times a power of 10.
struct Decimal {
  std::string digits;
  long exponent = 0;
};

/// The digits of a word that is a number, as XML schemas write it; nothing for other words.
inline std::optional<Decimal> decimal_of(std::string_view word) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::size_t kLongestPower = 9;
  const auto begins_with = [&word](std::string_view any) {
    return !word.empty() && any.find(word.front()) != std::string_view::npos;
  };
  const auto take_digits = [&word, kDigits] {
    const std::string_view taken = word.substr(0, word.find_first_not_of(kDigits));
    word.remove_prefix(taken.size());
    return taken;
  };
  if (begins_with("+-")) word.remove_prefix(1);
  std::string digits(take_digits());
  std::string_view behind;
  if (begins_with(".")) {
    word.remove_prefix(1);
    behind = take_digits();
  }
  digits += behind;
  if (digits.empty()) return std::nullopt;
  long power = 0;
  if (begins_with("eE")) {
    word.remove_prefix(1);
    const bool negative = begins_with("-");
    if (begins_with("+-")) word.remove_prefix(1);
    const std::string_view written = take_digits();
    if (written.empty() || written.size() > kLongestPower) return std::nullopt;
    for (const char digit : written) power = 10 * power + (digit - '0');
    if (negative) power = -power;
  }
  if (!word.empty()) return std::nullopt;
  digits.erase(0, digits.find_first_not_of('0'));
  return Decimal{digits, power - static_cast<long>(behind.size())};
}

/// The finite number that a word is, if it is one.
inline std::optional<double> number_of(std::string_view word) {
  const std::optional<Decimal> written = decimal_of(word);
  if (!written) return std::nullopt;
  double value = 0;
#if defined(__wasm__)
  value = host_read_number(std::string(word).c_str());
#elif defined(__cpp_lib_to_chars)
  if (word.front() == '+') word.remove_prefix(1);
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ec == std::errc::result_out_of_range) {
    const bool huge = static_cast<long>(written->digits.size()) + written->exponent > 0;
    value = std::copysign(huge ? HUGE_VAL : 0.0, word.front() == '-' ? -1.0 : 1.0);
  }
#else
  value = std::strtod(std::string(word).c_str(), nullptr);
#endif
  if (std::isinf(value)) return std::nullopt;
  return value;
}

}  // namespace equidyn::model
