#include "app/images/tiff/tiff_directory.h"

#include <array>
#include <span>

namespace texelscope::app {

TiffDirectories::TiffDirectories(const PictureFile& file) : file_{file} {
  std::array<std::byte, 1> start{};
  is_big_endian_ = file.source.read(0, start) == start.size() && start[0] == std::byte{'M'};
  is_big_ = number(2, 2) == 43;
}

std::uint64_t TiffDirectories::number(std::uint64_t place, std::size_t bytes) const {
  std::array<std::byte, 8> stored{};
  if (file_.source.read(place, std::span(stored).first(bytes)) != bytes) {
    fail_truncated(file_);
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value = value << 8U | std::to_integer<std::uint64_t>(stored[is_big_endian_ ? i : bytes - 1 - i]);
  }
  return value;
}

std::optional<std::uint64_t> TiffDirectories::find(std::uint64_t directory, std::uint32_t tag) const {
  const std::uint64_t fields = field_count(directory);
  for (std::uint64_t i = 0; i < fields; ++i) {
    if (const std::uint64_t field = field_place(directory, i); number(field, 2) == tag) {
      return field;
    }
  }
  return std::nullopt;
}

std::vector<std::uint64_t> TiffDirectories::places(std::size_t count) const {
  std::vector<std::uint64_t> directories;
  std::uint64_t place = is_big_ ? 8 : 4;
  while (directories.size() < count) {
    directories.push_back(number(place, offset_bytes()));
    place = field_place(directories.back(), field_count(directories.back()));
  }
  return directories;
}

std::uint64_t TiffDirectories::value_count(std::uint64_t directory, std::uint32_t tag) const {
  const std::optional<std::uint64_t> field = find(directory, tag);
  return field ? number(*field + 4, offset_bytes()) : 0;
}

std::optional<std::uint64_t> TiffDirectories::value(std::uint64_t directory, std::uint32_t tag) const {
  const std::optional<std::uint64_t> field = find(directory, tag);
  // BYTE, SHORT and LONG.
  constexpr std::array<std::size_t, 5> sizes{0, 1, 0, 2, 4};
  const std::uint64_t type = field ? number(*field + 2, 2) : 0;
  const std::size_t size = type < sizes.size() ? sizes[type] : 0;
  const std::uint64_t count = size != 0 ? number(*field + 4, offset_bytes()) : 0;
  if (count == 0) {
    return std::nullopt;
  }
  const std::uint64_t place = *field + 4 + offset_bytes();
  const bool is_inline = count <= offset_bytes() / size;
  return number(is_inline ? place : number(place, offset_bytes()), size);
}

}  // namespace texelscope::app
