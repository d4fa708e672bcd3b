/// @file json_text.hpp
/// Records as JSON.
#pragma once

#include <string>
#include <string_view>

#include "equidyn/model/host_numbers.hpp"

namespace equidyn {

/// A string in quotes.
inline std::string json(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string written = "\"";
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\')
      written += {'\\', character};
    else if (code < 0x20)
      written += {'\\', 'u', '0', '0', kDigits[code / 16], kDigits[code % 16]};
    else
      written += character;
  }
  return written + "\"";
}
inline std::string json(int number) { return std::to_string(number); }
/// All digits of a finite number.
inline std::string json(double number) {
  char written[32];
  model::host_write_number(number, true, written);
  return written;
}

/// A list or an object, item by item.
class JsonText {
 public:
  explicit JsonText(char opening) : text_(1, opening) {}

  void append(std::string_view item) {
    if (text_.size() > 1) text_ += ',';
    text_ += item;
  }
  template <class Value>
  void set(std::string_view key, const Value& value) {
    append(json(key) + ":" + json(value));
  }
  void set_written(std::string_view key, std::string_view written) {
    append(json(key) + ":" + std::string(written));
  }
  std::string closed() const { return text_ + (text_[0] == '[' ? ']' : '}'); }

 private:
  std::string text_;
};

/// A list of names.
template <class Names>
std::string json_list(const Names& names) {
  JsonText list('[');
  for (const auto& name : names) list.append(json(std::string_view(name)));
  return list.closed();
}

}  // namespace equidyn
