#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace texelscope::app {

/// The name of a known but unsupported format, with its article, by the first bytes of a file: "a GIF image". Empty for
/// any other file.
[[nodiscard]] std::string_view unread_format(std::span<const std::byte> bytes);

/// Whether the file begins with the magic number of such a format, if the number is long enough to rule out other
/// files.
[[nodiscard]] bool begins_as_unread_picture(std::span<const std::byte> bytes);

/// Whether a name has the extension of such a format, ignoring case.
[[nodiscard]] bool is_unread_picture_name(const std::filesystem::path& file);

}  // namespace texelscope::app
