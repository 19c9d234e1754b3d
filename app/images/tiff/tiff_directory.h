#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// The directories of a TIFF or BigTIFF file in either byte order: numbers that libtiff does not provide. Each function
/// throws FileError if the file ends too early.
class TiffDirectories {
 public:
  /// `file` must outlive this object.
  explicit TiffDirectories(const PictureFile& file);

  /// The positions of the directories of the first `count` pages. The caller must know that there are as many: nothing
  /// else ends a loop.
  [[nodiscard]] std::vector<std::uint64_t> places(std::size_t count) const;
  /// The number of values of a field in the page whose directory is at `directory`; 0 if the field is missing.
  [[nodiscard]] std::uint64_t value_count(std::uint64_t directory, std::uint32_t tag) const;
  /// The first value of such a field of 8-, 16- or 32-bit numbers; nothing if the field is missing or of another type.
  [[nodiscard]] std::optional<std::uint64_t> value(std::uint64_t directory, std::uint32_t tag) const;

 private:
  [[nodiscard]] std::uint64_t number(std::uint64_t place, std::size_t bytes) const;
  [[nodiscard]] std::size_t offset_bytes() const noexcept { return is_big_ ? 8 : 4; }
  [[nodiscard]] std::uint64_t field_count(std::uint64_t directory) const { return number(directory, is_big_ ? 8 : 2); }
  /// The position of a field; of the next directory's offset, if `index` is the number of fields.
  [[nodiscard]] std::uint64_t field_place(std::uint64_t directory, std::uint64_t index) const noexcept {
    return directory + (is_big_ ? 8 : 2) + index * (is_big_ ? 20 : 12);
  }
  /// The position of the field with a tag.
  [[nodiscard]] std::optional<std::uint64_t> find(std::uint64_t directory, std::uint32_t tag) const;

  const PictureFile& file_;
  bool is_big_endian_ = false;
  /// Whether it is a BigTIFF file, with 64-bit numbers.
  bool is_big_ = false;
};

}  // namespace texelscope::app
