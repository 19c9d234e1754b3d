#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace texelscope::app {

/// Names a format that is known and not supported, by the first bytes of a file and with its article: "a GIF picture".
/// Empty for every other file.
[[nodiscard]] std::string_view unread_format(std::span<const std::byte> bytes);

/// Whether the file begins as only pictures of such a format do: with a mark that is long enough.
[[nodiscard]] bool begins_as_unread_picture(std::span<const std::byte> bytes);

/// Whether a name has the ending of a picture of such a format, capitals or not.
[[nodiscard]] bool is_unread_picture_name(const std::filesystem::path& file);

}  // namespace texelscope::app
