#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace texelscope::app {

/// What a file is, with its article, such as "a GIF picture": by its first bytes, where these are of a format that is
/// known and not read. Empty for none.
[[nodiscard]] std::string_view unread_format(std::span<const std::byte> bytes);

}  // namespace texelscope::app
