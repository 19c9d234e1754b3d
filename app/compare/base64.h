#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace texelscope::app {

/// RFC 4648, with padding.
[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

}  // namespace texelscope::app
