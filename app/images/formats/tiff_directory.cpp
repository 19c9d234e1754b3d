#include "app/images/formats/tiff_directory.h"

#include <array>
#include <cstddef>
#include <span>

namespace texelscope::app {

namespace {

/// The numbers of a file's directories, in its byte order. @throws FileError if the file ends too early.
class DirectoryReader {
 public:
  explicit DirectoryReader(const PictureFile& file) : file_{file} {
    std::array<std::byte, 1> start{};
    is_big_endian_ = file.source.read(0, start) == start.size() && start[0] == std::byte{'M'};
    is_big_ = number(2, 2) == 43;
  }

  [[nodiscard]] std::uint64_t number(std::uint64_t place, std::size_t bytes) const {
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
  /// Whether it is a BigTIFF file, with 64-bit numbers.
  [[nodiscard]] bool is_big() const noexcept { return is_big_; }
  [[nodiscard]] std::size_t offset_bytes() const noexcept { return is_big_ ? 8 : 4; }
  [[nodiscard]] std::uint64_t field_count(std::uint64_t directory) const { return number(directory, is_big_ ? 8 : 2); }
  /// The position of a field; of the next directory's offset, if `index` is the number of fields.
  [[nodiscard]] std::uint64_t field_place(std::uint64_t directory, std::uint64_t index) const noexcept {
    return directory + (is_big_ ? 8 : 2) + index * (is_big_ ? 20 : 12);
  }
  /// The position of the field with a tag.
  [[nodiscard]] std::optional<std::uint64_t> find(std::uint64_t directory, std::uint32_t tag) const {
    const std::uint64_t fields = field_count(directory);
    for (std::uint64_t i = 0; i < fields; ++i) {
      if (const std::uint64_t field = field_place(directory, i); number(field, 2) == tag) {
        return field;
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] std::uint64_t value_count(std::uint64_t field) const { return number(field + 4, offset_bytes()); }

 private:
  const PictureFile& file_;
  bool is_big_endian_ = false;
  bool is_big_ = false;
};

}  // namespace

std::uint64_t tiff_value_count(const PictureFile& file, std::uint64_t directory, std::uint32_t tag) {
  const DirectoryReader reader(file);
  const std::optional<std::uint64_t> field = reader.find(directory, tag);
  return field ? reader.value_count(*field) : 0;
}

std::optional<std::uint64_t> tiff_value(const PictureFile& file, std::uint64_t directory, std::uint32_t tag) {
  const DirectoryReader reader(file);
  const std::optional<std::uint64_t> field = reader.find(directory, tag);
  // BYTE, SHORT and LONG.
  constexpr std::array<std::size_t, 5> sizes{0, 1, 0, 2, 4};
  const std::uint64_t type = field ? reader.number(*field + 2, 2) : 0;
  const std::size_t size = type < sizes.size() ? sizes[type] : 0;
  if (size == 0 || reader.value_count(*field) == 0) {
    return std::nullopt;
  }
  const std::uint64_t place = *field + 4 + reader.offset_bytes();
  const bool is_inline = reader.value_count(*field) <= reader.offset_bytes() / size;
  return reader.number(is_inline ? place : reader.number(place, reader.offset_bytes()), size);
}

std::vector<std::uint64_t> tiff_directories(const PictureFile& file, std::size_t count) {
  const DirectoryReader reader(file);
  std::vector<std::uint64_t> directories;
  std::uint64_t place = reader.is_big() ? 8 : 4;
  while (directories.size() < count) {
    directories.push_back(reader.number(place, reader.offset_bytes()));
    place = reader.field_place(directories.back(), reader.field_count(directories.back()));
  }
  return directories;
}

}  // namespace texelscope::app
