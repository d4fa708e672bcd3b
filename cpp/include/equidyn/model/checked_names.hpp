/// @file checked_names.hpp
/// Names that XML, HTML and code can hold, and that tell apart what they name.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "equidyn/model/words.hpp"

namespace equidyn::model {

/// The first character of a text that XML cannot hold, as Python escapes it: a control character,
/// half of a surrogate pair, U+FFFE or U+FFFF. Empty where there is none.
inline std::string not_in_xml(std::string_view text) {
  const auto escaped = [](const char* kind, unsigned code, int digits) {
    std::string written = kind;
    while (digits-- > 0) written += "0123456789abcdef"[code >> (4 * digits) & 0xf];
    return written;
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = [text, k](std::size_t further) {
      return k + further < text.size() ? static_cast<unsigned char>(text[k + further]) : 0U;
    };
    const unsigned first = byte(0);
    if (first < 0x20 && first != '\t' && first != '\n' && first != '\r')
      return escaped("\\x", first, 2);
    // three bytes of UTF-8 write these
    const bool surrogate = first == 0xed && byte(1) >= 0xa0;
    const bool no_character = first == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe;
    if (surrogate || no_character)
      return escaped("\\u", (first & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f), 4);
  }
  return {};
}

/// Refuses what XML, HTML and code cannot all represent; `where` follows the character in messages.
inline void require_writable(const std::string& what, std::string_view text,
                             const std::string& where = "") {
  const std::string found = not_in_xml(text);
  if (!found.empty())
    refuse(what + ": expected characters that XML can hold, got '" + found + "'" + where);
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
  std::map<std::string_view, std::size_t> numbers;
  for (std::size_t k = 0; k < n; ++k) {
    require_name(what, names[k], at(item, k));
    const auto [other, is_new] = numbers.emplace(names[k], k);
    if (!is_new)
      refuse(what + ": must differ, got " + quoted(names[k]) + at(item + "s", other->second) +
             " and " + std::to_string(k + 1));
  }
}

/// Refuses names of frames that are empty, not distinct, or not to be written.
inline void require_frame_names(const Names& names) {
  std::set<std::string_view> found;
  for (const std::string& name : names) {
    const std::string number = std::to_string(found.size() + 1);
    require_writable("frames", name, " as the name of frame " + number);
    if (name.empty() || !found.insert(name).second)
      refuse("frames: expected distinct names, got " + quoted(name) + " as frame " + number);
  }
}

}  // namespace equidyn::model
