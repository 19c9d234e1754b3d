#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace texelscope::app {

/// Levels of arrays and objects in each other that a file of the program may have. The library of JSON reads any
/// number, and exhausts the stack where it copies or writes them.
inline constexpr std::size_t max_json_depth = 64;

/// The one way in which the program reads JSON that a stranger may have written. `first_line` is the number of the
/// text's first line in its file, from 1 on.
/// @throws FileError, naming the line and what is wrong, for a text that is no JSON, one that is nested deeper than
/// `max_depth`, and an object that has a key twice, of which one would be read over.
[[nodiscard]] nlohmann::ordered_json parse_json(std::string_view text, std::size_t max_depth = max_json_depth,
                                                std::size_t first_line = 1);

/// The same of a file's bytes. @throws FileError.
[[nodiscard]] nlohmann::ordered_json parse_json(std::span<const std::byte> bytes);

}  // namespace texelscope::app
