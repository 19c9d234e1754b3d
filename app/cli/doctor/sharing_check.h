#pragma once

#include <cstdint>

#include "app/interop/shared/shared_image.h"

namespace texelscope::app {

/// Pixels that the renderer reads and a kernel did not write, over two loans of one image: a loan that works once and
/// not again is a failure too. @throws gpu::Error, render::Error.
[[nodiscard]] std::uint64_t count_sharing_differences(const ImageSharing& images);

}  // namespace texelscope::app
