#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace texelscope::app {

/// Maximum nesting of arrays and objects in a file. The JSON library parses any depth, but exhausts the stack when it
/// copies or writes the result.
inline constexpr std::size_t max_json_depth = 64;
/// Maximum number of keys of one object: no kind of file has nearly as many. The JSON library searches an object from
/// its start.
inline constexpr std::size_t max_json_keys = 10'000;

/// Parses untrusted JSON; the program parses it only with this function. `first_line` is the number of the text's first
/// line in its file, from 1. Takes linear time.
/// @throws FileError, naming the line and the problem, for text that is not JSON, is nested deeper than `max_depth`, or
/// has an object with more than max_json_keys keys, and for a duplicate key in an object, which would otherwise be
/// ignored.
[[nodiscard]] nlohmann::ordered_json parse_json(std::string_view text, std::size_t max_depth = max_json_depth,
                                                std::size_t first_line = 1);

/// The number of the line, from 1, of the value at a path such as entries[2].name in text that parse_json() accepts; 1
/// if there is none.
[[nodiscard]] std::size_t line_of_json(std::string_view text, std::string_view path);

/// Parses a file's bytes likewise. @throws FileError.
[[nodiscard]] nlohmann::ordered_json parse_json(std::span<const std::byte> bytes);

/// The objects of `parts`, each applied to the earlier ones as a JSON merge patch (RFC 7396), in linear time.
[[nodiscard]] nlohmann::ordered_json merged_json(std::span<const nlohmann::ordered_json> parts);

}  // namespace texelscope::app
