#pragma once

#include <cstdint>

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// How many values a field of the page has whose directory lies at `directory`, of TIFF or BigTIFF in either order of
/// bytes; 0 for a field that it does not have. libtiff does not tell. @throws FileError where the file ends before.
[[nodiscard]] std::uint64_t tiff_value_count(const PictureFile& file, std::uint64_t directory, std::uint32_t tag);

}  // namespace texelscope::app
