#pragma once

#include <cstdint>

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// The number of values of a field in the page whose directory is at `directory`, for TIFF or BigTIFF in either byte
/// order; 0 if the field is missing. libtiff does not provide it. @throws FileError if the file ends too early.
[[nodiscard]] std::uint64_t tiff_value_count(const PictureFile& file, std::uint64_t directory, std::uint32_t tag);

}  // namespace texelscope::app
