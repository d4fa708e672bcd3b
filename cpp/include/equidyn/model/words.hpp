/// @file words.hpp
/// Sentences of errors: values, names, and proposals for unknown names.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "equidyn/model/host_numbers.hpp"

namespace equidyn::model {

using Names = std::vector<std::string>;

/// Raises an error of input: argument, expected, got.
[[noreturn]] inline void refuse(const std::string& sentence) {
  throw std::invalid_argument(sentence);
}

/// Characters of a text in UTF-8.
inline std::size_t characters(std::string_view text) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return static_cast<std::size_t>(std::ranges::count_if(text, begins));
}

/// The first characters of a text, and an ellipsis where there are more.
inline std::string cut(std::string_view text, std::size_t most) {
  if (characters(text) <= most) return std::string(text);
  std::size_t end = 0;
  for (std::size_t left = most + 1; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xc0) != 0x80 && --left == 0) break;
  return std::string(text.substr(0, end)) + "…";
}

/// A text in quotation marks, as Python writes it, or several. An object, because <iomanip> has a
/// function of this name.
struct Quoted {
  std::string operator()(std::string_view text) const {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto has = [text](char c) { return text.find(c) != std::string_view::npos; };
    const char mark = has('\'') && !has('"') ? '"' : '\'';
    std::string written(1, mark);
    for (std::size_t k = 0; k < text.size(); ++k) {
      const char c = text[k];
      const unsigned next = k + 1 < text.size() ? static_cast<unsigned char>(text[k + 1]) : 0;
      const bool further = c == '\xc2' && next >= 0x80 && next < 0xa0;  // U+0080 to U+009F
      const unsigned code = further ? next : static_cast<unsigned char>(c);
      if (further) ++k;
      const std::size_t letter = std::string_view("\n\r\t").find(c);
      if (c == mark || c == '\\')
        written += {'\\', c};
      else if (letter != std::string_view::npos)
        written += {'\\', "nrt"[letter]};
      else if (code < 0x20 || code == 0x7f || further)  // terminals may obey them
        written += {'\\', 'x', kDigits[code / 16], kDigits[code % 16]};
      else
        written += c;
    }
    return written + mark;
  }
  std::string operator()(const Names& names) const;
};
inline constexpr Quoted quoted;  // NOLINT(readability-identifier-naming): used as a function

/// Six digits of a number.
inline std::string shown(double number) {
  if (std::isnan(number)) return "nan";  // without the sign
  char written[32];
#if defined(__wasm__)
  host_write_number(number, false, written);
#else
  std::snprintf(written, sizeof written, "%.6g", number);
#endif
  return written;
}

/// Six digits of each number, in brackets.
inline std::string shown(std::span<const double> numbers) {
  std::string written;
  for (const double number : numbers) written += (written.empty() ? "(" : ", ") + shown(number);
  return written + ")";
}

/// Place of an entry, counted from 1, for the end of a message.
inline std::string at(const std::string& item, std::size_t k) {
  return " at " + item + " " + std::to_string(k + 1);
}

inline std::string joined(const Names& items, std::string_view between) {
  std::string text;
  for (const std::string& item : items) {
    if (&item != items.data()) text += between;
    text += item;
  }
  return text;
}

/// The first of several items, and how many more there are.
inline std::string listed(const Names& items) {
  constexpr std::size_t kMost = 20, kWidth = 420;
  std::size_t most = 0, width = 0;
  while (most < std::min(items.size(), kMost)) {
    width += characters(items[most]) + 2;
    if (width > kWidth + 2) break;
    ++most;
  }
  most = std::max(most, std::min<std::size_t>(items.size(), 1));
  const Names first(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(most));
  const std::size_t more = items.size() - most;
  return joined(first, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

inline std::string Quoted::operator()(const Names& names) const {
  Names written;
  for (const std::string& name : names) written.push_back(quoted(name));
  return listed(written);
}

/// Names without repetition, in the order of their first.
inline Names distinct(const Names& names) {
  Names found;
  for (const std::string& name : names)
    if (std::ranges::find(found, name) == found.end()) found.push_back(name);
  return found;
}

/// Proposal of a known name for an unknown one.
class Proposal {
 public:
  /// The nearest known name by part or by likeness; empty where none is near.
  static std::string nearest(std::string_view value, const Names& known) {
    const std::string word = plain(value);
    if (characters(word) < 3) return {};
    const std::string* best = nullptr;
    for (const std::string& name : known) {
      const bool part = name.find(word) != std::string::npos || word.starts_with(name);
      if (part && (best == nullptr || rank(word, name) < rank(word, *best))) best = &name;
    }
    return best != nullptr ? *best : likest(word, known);
  }

 private:
  /// In lower case, with one underscore for whatever is neither letter nor digit.
  static std::string plain(std::string_view value) {
    std::string word;
    for (const char c : value) {
      const auto code = static_cast<unsigned char>(c);
      const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || code >= 0x80;
      if (letter)
        word += c;
      else if (c >= 'A' && c <= 'Z')
        word += static_cast<char>(c - 'A' + 'a');
      else if (word.empty() || word.back() != '_')
        word += '_';
    }
    return word;
  }

  /// Prefers names that share a prefix.
  static std::size_t rank(std::string_view word, std::string_view name) {
    constexpr std::size_t kOther = 1'000'000'000;
    return (name.substr(0, 3) == word.substr(0, 3) ? 0 : kOther) + characters(name);
  }

  /// Ratcliff and Obershelp's likeness: twice the characters in common to those of both.
  static std::string likest(std::string_view word, const Names& known) {
    std::string best;
    double most = 0.6;
    for (const std::string& name : known) {
      const double likeness = 2.0 * static_cast<double>(common(name, word)) /
                              static_cast<double>(name.size() + word.size());
      if (likeness > most || (likeness == most && name > best)) {
        best = name;
        most = likeness;
      }
    }
    return best;
  }

  /// Characters of the longest piece that two words share, and of what is on either side of it.
  static std::size_t common(std::string_view a, std::string_view b) {
    std::size_t size = 0, end_a = 0, end_b = 0;
    std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1);
    for (std::size_t i = 1; i <= a.size(); ++i, before.swap(row))
      for (std::size_t j = 1; j <= b.size(); ++j) {
        row[j] = a[i - 1] == b[j - 1] ? before[j - 1] + 1 : 0;
        if (row[j] > size) {
          size = row[j];
          end_a = i;
          end_b = j;
        }
      }
    if (size == 0) return 0;
    return common(a.substr(0, end_a - size), b.substr(0, end_b - size)) + size +
           common(a.substr(end_a), b.substr(end_b));
  }
};

/// Message about an unknown name.
inline std::string unknown(std::string_view value, const Names& known) {
  constexpr std::size_t kShown = 60;
  const std::string nearest = Proposal::nearest(value, known);
  const std::string proposal = nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?";
  return "there is no " + quoted(cut(value, kShown)) + proposal + " (known: " + listed(known) + ")";
}

/// Refuses a name that is not among the known ones.
inline std::string choice(const std::string& what, const std::string& value, const Names& known) {
  if (std::ranges::find(known, value) == known.end()) refuse(what + ": " + unknown(value, known));
  return value;
}

}  // namespace equidyn::model
