#include "app/images/formats/tiff_directory.h"

#include <array>
#include <cstddef>
#include <span>

namespace texelscope::app {

std::uint64_t tiff_value_count(const PictureFile& file, std::uint64_t directory, std::uint32_t tag) {
  std::array<std::byte, 4> start{};
  if (file.source.read(0, start) != start.size()) {
    fail_truncated(file);
  }
  const bool is_big_endian = start[0] == std::byte{'M'};
  const auto number = [&](std::uint64_t place, std::size_t bytes) {
    std::array<std::byte, 8> stored{};
    if (file.source.read(place, std::span(stored).first(bytes)) != bytes) {
      fail_truncated(file);
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      value = value << 8U | std::to_integer<std::uint64_t>(stored[is_big_endian ? i : bytes - 1 - i]);
    }
    return value;
  };
  const bool is_big = number(2, 2) == 43;
  const std::size_t count_bytes = is_big ? 8 : 2;
  const std::size_t field_bytes = is_big ? 20 : 12;
  const std::uint64_t fields = number(directory, count_bytes);
  for (std::uint64_t i = 0; i < fields; ++i) {
    const std::uint64_t field = directory + count_bytes + i * field_bytes;
    if (number(field, 2) == tag) {
      return number(field + 4, is_big ? 8 : 4);
    }
  }
  return 0;
}

}  // namespace texelscope::app
