#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/files/file_error.h"

namespace texelscope::app {

/// Refuses an entry that a file has beside these, which would else be read over. @throws FileError, naming both.
inline void allow_only(const nlohmann::ordered_json& json, std::initializer_list<std::string_view> names) {
  for (const auto& [name, value] : json.items()) {
    if (std::ranges::find(names, name) == names.end()) {
      throw FileError(fmt::format("there is no entry '{}' here; there are {}", name, fmt::join(names, ", ")));
    }
  }
}

}  // namespace texelscope::app
