#pragma once

#include "app/images/image.h"
#include "app/sources/source.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// Whether an array is shown as a picture: rows and columns, and up to four channels.
[[nodiscard]] bool is_picture(const gpu::StridedMemoryView& view);

/// The picture of a state. For a part, it is the whole picture: the texels between those that were sent show the one
/// before, and those outside the part are 0. Throws gpu::InvalidArgument for too large a picture.
[[nodiscard]] Image picture_of(const SourceFrame& frame);

}  // namespace texelscope::app
