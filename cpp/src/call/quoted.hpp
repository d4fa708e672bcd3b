/// @file quoted.hpp
/// Quoting of user strings in messages.
#pragma once

#include <string>
#include <string_view>

namespace equidyn {

/// A string in quotes, on one line: control characters are escaped.
inline std::string quoted(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string shown = "'";
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (code >= 0x20 && code != 0x7f)
      shown += character;
    else
      shown += {'\\', 'x', kDigits[code / 16], kDigits[code % 16]};
  }
  return shown + "'";
}

}  // namespace equidyn
