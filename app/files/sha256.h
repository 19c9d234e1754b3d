#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace texelscope::app {

/// SHA-256 (FIPS 180-4) of the bytes, as 64 hexadecimal digits in lower case.
[[nodiscard]] std::string sha256(std::span<const std::byte> bytes);

}  // namespace texelscope::app
