#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace texelscope::app {

/// Names a format that is known and not supported, by the first bytes of a file and with its article: "a GIF picture".
/// Empty for every other file.
[[nodiscard]] std::string_view unread_format(std::span<const std::byte> bytes);

}  // namespace texelscope::app
