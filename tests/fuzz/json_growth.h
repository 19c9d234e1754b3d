#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <vector>

namespace texelscope::tests {

/// The parts of a kind of JSON file that may be longer, by key. The key of an entry of a list is that of the list.
struct JsonGrowth {
  /// The form of a name that has to be valid: repeated parts, and an end.
  struct Name {
    std::vector<std::string_view> parts;
    std::string_view end{};
    /// At most; some are longer than readers accept.
    std::size_t max_bytes = 5000;
  };

  /// May be any text.
  std::set<std::string_view> texts{};
  std::map<std::string_view, Name> names{};
  /// Lists whose entries may be repeated.
  std::set<std::string_view> lists{};
  /// Texts or numbers that an entry must not share with another.
  std::set<std::string_view> unique{};
  /// Objects with any names, whose values are alike.
  std::set<std::string_view> objects{};
  /// May be any value.
  std::set<std::string_view> any{};
  double max_text_bytes = 5000;
  /// The length of a copied text that gets a number to be unique.
  std::size_t max_unique_bytes = 4000;

  [[nodiscard]] bool can_grow(const nlohmann::ordered_json& node, std::string_view key) const {
    return any.contains(key) || (node.is_string() && (texts.contains(key) || names.contains(key))) ||
           // A rectangle or a size has a fixed number of numbers.
           (node.is_array() && !node.empty() && !node.front().is_number() && lists.contains(key)) ||
           (node.is_object() && !node.empty() && objects.contains(key));
  }
};

}  // namespace texelscope::tests
