/// @file split.hpp
/// Lists as one text, as the host hands them over.
#pragma once

#include <string_view>
#include <vector>

namespace equidyn {

/// The parts of a text between separators.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end; (end = text.find(separator)) != std::string_view::npos;
       text.remove_prefix(end + 1))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

}  // namespace equidyn
