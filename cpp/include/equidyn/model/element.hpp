/// @file element.hpp
/// Elements of XML, which each host parses by its own means, and their data, checked.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "equidyn/model/exact.hpp"
#include "equidyn/model/number.hpp"
#include "equidyn/model/words.hpp"

namespace equidyn::model {

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// An element as a host passes it, in a list of all elements in document order.
struct FlatElement {
  std::size_t depth;  ///< 0 of the outermost one
  std::string tag;
  std::string text;  ///< before its first child
  Attributes attributes;
};

struct Element {
  std::string tag, text;
  Attributes attributes;
  std::vector<Element> children;

  /// Null where there is none.
  const std::string* attribute(std::string_view name) const {
    for (const auto& [key, value] : attributes)
      if (key == name) return &value;
    return nullptr;
  }
  std::string attribute_or_nothing(std::string_view name) const {
    const std::string* found = attribute(name);
    return found != nullptr ? *found : std::string();
  }
  /// The first child with a tag; null where there is none.
  const Element* child(std::string_view name) const {
    for (const Element& each : children)
      if (each.tag == name) return &each;
    return nullptr;
  }
  std::vector<const Element*> all(std::string_view name) const {
    std::vector<const Element*> found;
    for (const Element& each : children)
      if (each.tag == name) found.push_back(&each);
    return found;
  }
  /// Those with a tag among this element and all within it, in the order of the file.
  std::vector<const Element*> within(std::string_view name) const {
    std::vector<const Element*> found;
    if (tag == name) found.push_back(this);
    for (const Element& each : children)
      for (const Element* inner : each.within(name)) found.push_back(inner);
    return found;
  }
};

/// The outermost element, with all others in it.
inline Element tree_of(const std::vector<FlatElement>& elements) {
  Element root;
  std::vector<Element*> open;
  for (const FlatElement& each : elements) {
    if (each.depth > open.size() || (each.depth == 0) != open.empty())
      refuse("elements: expected one outermost, and each other one within one before it");
    open.resize(each.depth);
    Element& place = open.empty() ? root : open.back()->children.emplace_back();
    place = {each.tag, each.text, each.attributes, {}};
    open.push_back(&place);
  }
  return root;
}

/// The words of a text between white space, which texts taken from pages have in all its forms.
inline std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::array<std::string_view, 23> kSpaces{
      " ",      "\t",     "\n",     "\r",     "\u0085", "\u00a0", "\u1680", "\u2000",
      "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008",
      "\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"};
  std::vector<std::string_view> found;
  std::size_t begin = 0, at = 0;
  const auto end_word = [&] {
    if (at > begin) found.push_back(text.substr(begin, at - begin));
  };
  while (at < text.size()) {
    const auto here = [&](std::string_view each) { return text.substr(at).starts_with(each); };
    const auto* const space = std::ranges::find_if(kSpaces, here);
    if (space == kSpaces.end()) {
      ++at;
    } else {
      end_word();
      begin = at += space->size();
    }
  }
  end_word();
  return found;
}

/// The beginning of a value, in quotation marks.
inline std::string quoted_beginning(std::string_view text) {
  constexpr std::size_t kMost = 40;
  return quoted(cut(text, kMost));
}

/// Reads data of an owner, such as "joint 'elbow'". The first error is noted, and what is read
/// after it has no meaning: not every chain needs the data.
class ElementReader {
 public:
  explicit ElementReader(std::string owner) : owner_(std::move(owner)) {}

  const std::string& owner() const { return owner_; }
  const std::optional<std::string>& flaw() const { return flaw_; }
  void require_sound() const {
    if (flaw_) refuse(*flaw_);
  }
  void note(const std::string& what) {
    if (!flaw_) flaw_ = owner_ + ": " + what;
  }

  const Element& child(const Element& element, const std::string& tag) {
    static const Element kNone;
    const Element* const found = element.child(tag);
    if (found == nullptr) note("<" + element.tag + "> has no <" + tag + ">");
    return found != nullptr ? *found : kNone;
  }
  std::string attribute(const Element& element, const std::string& name) {
    const std::string* const found = element.attribute(name);
    if (found == nullptr) note("<" + element.tag + "> has no attribute " + quoted(name));
    return found != nullptr ? *found : std::string();
  }

  /// The numbers in an attribute as written; it is required unless it has a default.
  Names words(const Element& element, const std::string& name, std::size_t count,
              const std::string& otherwise = "") {
    std::string text = element.attribute_or_nothing(name);
    if (text.empty()) text = otherwise.empty() ? attribute(element, name) : otherwise;
    const std::vector<std::string_view> found = words_of(text);
    const auto is_number = [](std::string_view word) { return number_of(word).has_value(); };
    if (found.size() == count && std::ranges::all_of(found, is_number))
      return Names(found.begin(), found.end());
    const std::string what = count > 1 ? std::to_string(count) + " numbers" : "a number";
    note("<" + element.tag + " " + name + ">: expected " + what + ", got " +
         quoted_beginning(text));
    return Names(count, "0");
  }
  double number(const Element& element, const std::string& name,
                const std::string& otherwise = "") {
    return number_of(words(element, name, 1, otherwise).front()).value_or(0);
  }
  /// A number that must not be negative.
  double magnitude(const Element& element, const std::string& name,
                   const std::string& otherwise = "") {
    const double value = number(element, name, otherwise);
    if (value < 0)
      note("<" + element.tag + " " + name + ">: must not be negative, got " + shown(value));
    return value;
  }
  Vector vector(const Element& element, const std::string& name,
                const std::string& otherwise = "") {
    const Names found = words(element, name, 3, otherwise);
    return {number_of(found[0]).value_or(0), number_of(found[1]).value_or(0),
            number_of(found[2]).value_or(0)};
  }

 private:
  std::string owner_;
  std::optional<std::string> flaw_;
};

}  // namespace equidyn::model
