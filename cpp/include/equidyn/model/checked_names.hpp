/// @file checked_names.hpp
/// Names that XML, HTML and code can hold, and that tell apart what they name.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "equidyn/model/words.hpp"

namespace equidyn::model {

/// Refuses control characters, halves of surrogate pairs, and U+FFFE and U+FFFF, which XML cannot
/// hold; `where` follows the character in messages.
inline void require_writable(const std::string& what, std::string_view text,
                             const std::string& where = "") {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = [text, k](std::size_t further) {
      return k + further < text.size() ? static_cast<unsigned char>(text[k + further]) : 0u;
    };
    const unsigned code = byte(0) < 0x80 ? byte(0)
                                         : (byte(0) & 0xf) << 12 | (byte(1) & 0x3f) << 6 |
                                               (byte(2) & 0x3f);  // where three bytes write it
    const bool control = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
    const bool surrogate = byte(0) == 0xed && byte(1) >= 0xa0;
    const bool no_character = byte(0) == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe;
    if (!(byte(0) < 0x80 ? control : surrogate || no_character)) continue;
    std::string found = code < 0x20 ? "\\x" : "\\u";
    for (int shift = code < 0x20 ? 4 : 12; shift >= 0; shift -= 4)
      found += kDigits[code >> shift & 0xf];
    refuse(what + ": expected characters that XML can hold, got '" + found + "'" + where);
  }
}

/// Refuses a name that is empty, or not to be written.
inline void require_name(const std::string& what, const std::string& name,
                         const std::string& where = "") {
  require_writable(what, name, where);
  if (name.empty()) refuse(what + ": must not be empty, got ''" + where);
}

/// Refuses names of n joints or links (`item`) that are of another number, or not distinct.
inline void require_names(const std::string& what, const Names& names, std::size_t n,
                          const std::string& item) {
  if (names.size() != n)
    refuse(what + ": expected one for each of " + std::to_string(n) + " " + item + "s, got " +
           std::to_string(names.size()));
  std::unordered_map<std::string_view, std::size_t> numbers;
  for (std::size_t k = 0; k < n; ++k) {
    const std::string number = std::to_string(k + 1);
    require_name(what, names[k], " at " + item + " " + number);
    const auto [other, is_new] = numbers.emplace(names[k], k + 1);
    if (!is_new)
      refuse(what + ": must differ, got " + quoted(names[k]) + " at " + item + "s " +
             std::to_string(other->second) + " and " + number);
  }
}

/// Refuses names of frames that are empty, not distinct, or not to be written.
inline void require_frame_names(const Names& names) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    const std::string number = std::to_string(name - names.begin() + 1);
    require_writable("frames", *name, " as the name of frame " + number);
    if (name->empty() || std::find(names.begin(), name, *name) != name)
      refuse("frames: expected distinct names, got " + quoted(*name) + " as frame " + number);
  }
}

}  // namespace equidyn::model
