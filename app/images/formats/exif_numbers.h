#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace texelscope::app {

/// Numbers in data that begins like a TIFF file with its byte order (EXIF, CIPA's picture index); 0 beyond its end.
struct ExifNumbers {
  std::span<const std::byte> bytes;
  bool is_little_endian;

  /// A number of 1–4 bytes.
  [[nodiscard]] std::uint32_t at(std::size_t position, std::size_t size) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t place = position + (is_little_endian ? size - 1 - i : i);
      value = value << 8U | std::to_integer<std::uint32_t>(place < bytes.size() ? bytes[place] : std::byte{0});
    }
    return value;
  }
};

}  // namespace texelscope::app
