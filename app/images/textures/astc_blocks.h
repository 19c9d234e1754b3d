#pragma once

#include <cstddef>
#include <vector>

#include "app/images/image.h"
#include "app/images/textures/texel_format.h"

namespace texelscope::app {

/// Decodes ASTC's LDR profile with Arm's library as uint8 with four channels. @throws gpu::InvalidArgument for blocks
/// with an error, which the specification shows in magenta, and if the program was built without the library.
void decode_astc(const TexelFormat& format, const std::vector<std::byte>& stored, Image& image);

}  // namespace texelscope::app
