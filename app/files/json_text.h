#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace texelscope::app {

/// Maximum nesting of arrays and objects in a file. The JSON library parses any depth, but exhausts the stack when it
/// copies or writes the result.
inline constexpr std::size_t max_json_depth = 64;

/// Parses untrusted JSON; the program parses it only with this function. `first_line` is the number of the text's first
/// line in its file, from 1.
/// @throws FileError, naming the line and the problem, for text that is not JSON or is nested deeper than `max_depth`,
/// and for a duplicate key in an object, which would otherwise be ignored.
[[nodiscard]] nlohmann::ordered_json parse_json(std::string_view text, std::size_t max_depth = max_json_depth,
                                                std::size_t first_line = 1);

/// Parses a file's bytes likewise. @throws FileError.
[[nodiscard]] nlohmann::ordered_json parse_json(std::span<const std::byte> bytes);

}  // namespace texelscope::app
