#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texelscope::app {

/// Whether one name of a person or a file comes before another in a list for people: capital letters and accents of
/// Latin letters do not matter, and digits count as numbers, so that "Student 9" precedes "Student 10". Other letters
/// follow in the order of Unicode. A strict weak order; only equal bytes are equivalent.
[[nodiscard]] bool is_name_before(std::string_view a, std::string_view b);

/// A key of a name: names are in the order of their keys, and those with equal keys in the order of their bytes.
[[nodiscard]] std::u32string name_order_key(std::string_view name);

/// Sorts items by name, computing each key once. `name_of` returns an item's name.
template <class Item, class NameOf>
void sort_by_name(std::vector<Item>& items, const NameOf& name_of) {
  std::vector<std::pair<std::pair<std::u32string, std::string>, Item>> keyed;
  keyed.reserve(items.size());
  for (Item& item : items) {
    std::string name = name_of(item);
    std::u32string key = name_order_key(name);
    keyed.emplace_back(std::pair{std::move(key), std::move(name)}, std::move(item));
  }
  std::ranges::stable_sort(
      keyed, {}, [](const auto& each) -> const auto& { return each.first; });
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = std::move(keyed[i].second);
  }
}

}  // namespace texelscope::app
