#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/files/file_error.h"

/// Entries of JSON that a stranger may have written: nothing is converted, nothing is read over.
namespace texelscope::app {

/// Refuses an entry that a file has beside these, which would else be read over. @throws FileError, naming both.
inline void allow_only(const nlohmann::ordered_json& json, std::initializer_list<std::string_view> names) {
  for (const auto& [name, value] : json.items()) {
    if (std::ranges::find(names, name) == names.end()) {
      throw FileError(fmt::format("there is no entry '{}' here; there are {}", name, fmt::join(names, ", ")));
    }
  }
}

/// The entry of an object. @throws FileError, naming it, where it is missing, or the object is none.
inline const nlohmann::ordered_json& required_entry(const nlohmann::ordered_json& json, std::string_view name) {
  const auto found = json.find(name);
  if (found == json.end()) {
    throw FileError(fmt::format("{} is missing", name));
  }
  return *found;
}

/// A whole number of a range; the library would make a large one of −1. @throws FileError, naming the entry.
inline std::int64_t whole_number(const nlohmann::ordered_json& json, std::string_view name, std::int64_t least,
                                 std::int64_t most) {
  const nlohmann::ordered_json& value = required_entry(json, name);
  const bool is_small = !value.is_number_unsigned() || value.get<std::uint64_t>() <= INT64_MAX;
  if (!value.is_number_integer() || !is_small || value.get<std::int64_t>() < least ||
      value.get<std::int64_t>() > most) {
    throw FileError(fmt::format("{} is {}; give a whole number from {} to {}", name, value.dump(), least, most));
  }
  return value.get<std::int64_t>();
}

/// A text. @throws FileError, naming the entry.
inline std::string text_entry(const nlohmann::ordered_json& json, std::string_view name) {
  const nlohmann::ordered_json& value = required_entry(json, name);
  if (!value.is_string()) {
    throw FileError(fmt::format("{} is {}; give a text", name, value.dump()));
  }
  return value.get<std::string>();
}

}  // namespace texelscope::app
