/// @file angles.hpp
/// Recovery of multiples of pi/4 that were written with few digits.
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

#include "equidyn/model/number.hpp"

namespace equidyn::model {

/// The first digits of a number, rounded, a half upwards.
inline std::string rounded_digits(const std::string& digits, std::size_t kept) {
  std::string found = digits.substr(0, kept);
  if (kept >= digits.size() || digits[kept] < '5') return found;
  std::size_t k = kept;
  while (k > 0 && found[k - 1] == '9') found[--k] = '0';
  if (k == 0) return "1" + found;
  ++found[k - 1];
  return found;
}

/// The digits of a small multiple of pi/4, up to the 51st place.
inline std::string digits_of_quarters(int quarters) {
  std::string digits = "785398163397448309615660845819875721049292349843776";
  int carried = 0;
  for (std::size_t k = digits.size(); k-- > 0; carried /= 10) {
    carried += (digits[k] - '0') * quarters;
    digits[k] = static_cast<char>('0' + carried % 10);
  }
  return carried > 0 ? std::to_string(carried) + digits : digits;
}

/// The multiple of pi/4 that a number equals to all digits written, else the number.
inline double meant_angle(std::string_view word) {
  constexpr double kQuarter = std::numbers::pi / 4;
  constexpr double kMostQuarters = 16;  // two turns
  constexpr long kPlaces = 51;
  // digits compared: more than identify a number
  constexpr std::size_t kRead = 40;
  // 1.57 means pi/2; 1.6 need not. Digits are mostly rounded; the last of many may be cut
  constexpr std::size_t kRounded = 3, kCut = 5;

  const double value = number_of(word).value_or(0);
  const double quarters = std::abs(value) < 100 ? std::nearbyint(value / kQuarter) : 0.0;
  if (quarters == 0 || std::abs(quarters) > kMostQuarters) return value;
  const Decimal written = decimal_of(word).value_or(Decimal());
  const std::string digits = rounded_digits(written.digits, kRead);
  if (digits.size() < kRounded) return value;
  const std::string exact = digits_of_quarters(static_cast<int>(std::abs(quarters)));
  const std::string cut = exact.substr(0, digits.size());
  const bool aligned = static_cast<long>(written.digits.size()) + written.exponent ==
                       static_cast<long>(exact.size()) - kPlaces;
  const bool meant =
      rounded_digits(exact, digits.size()) == digits || (digits.size() >= kCut && cut == digits);
  return aligned && meant ? quarters * kQuarter : value;
}

/// True if the rounding of an angle is large enough to report.
inline bool is_told_angle(std::string_view word) {
  constexpr double kTold = 1e-11;
  return std::abs(meant_angle(word) - number_of(word).value_or(0)) > kTold;
}

}  // namespace equidyn::model
