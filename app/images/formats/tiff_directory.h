#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// The number of values of a field in the page whose directory is at `directory`, for TIFF or BigTIFF in either byte
/// order; 0 if the field is missing. libtiff does not provide it. @throws FileError if the file ends too early.
[[nodiscard]] std::uint64_t tiff_value_count(const PictureFile& file, std::uint64_t directory, std::uint32_t tag);

/// The first value of such a field of 8-, 16- or 32-bit numbers; nothing if the field is missing or of another type.
[[nodiscard]] std::optional<std::uint64_t> tiff_value(const PictureFile& file, std::uint64_t directory,
                                                      std::uint32_t tag);

/// The positions of the directories of the first `count` pages. The caller must know that there are as many: nothing
/// else ends a loop. @throws FileError if the file ends too early.
[[nodiscard]] std::vector<std::uint64_t> tiff_directories(const PictureFile& file, std::size_t count);

}  // namespace texelscope::app
