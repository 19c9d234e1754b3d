#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "app/images/formats/picture_decoders.h"
#include "app/images/textures/texture_file.h"

namespace texelscope::app {

/// Reads the six extents that the headers of KTX and KTX2 files have in the same order: width, height, depth, layers,
/// faces, levels. Zeros become 1, except the width and the faces.
/// @throws FileError if the file ends before.
[[nodiscard]] TextureShape read_ktx_shape(ByteReader& reader);

/// A note about the row order that the key/value data of a KTX or KTX2 file name: rows are read as stored. Empty for
/// the order of pictures, and for none.
[[nodiscard]] std::string ktx_orientation_note(std::span<const std::byte> texts);

}  // namespace texelscope::app
