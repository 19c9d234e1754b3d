#pragma once

#include <ImfFrameBuffer.h>

#include "app/images/formats/picture_decoders.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Reads the written pixels of an incomplete part into the image's buffer, and notes which are missing.
/// @throws FileError if no pixel was written; exceptions of the library.
void read_unfinished(const PictureFile& file, int part, const Imf::FrameBuffer& buffer, Image& image);

}  // namespace texelscope::app
