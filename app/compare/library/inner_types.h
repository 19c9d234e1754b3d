#pragma once

#include "app/images/image.h"
#include "texelscope/compare/image.h"

/// Conversions between the public images and those of the program.
namespace texelscope::compare {

/// A copy without padding. @throws Error for a null pointer, or extents, channels or a type out of range.
[[nodiscard]] app::Image to_inner(const ImageView& view);

/// Valid as long as the image is. @throws Error for an unsupported type.
[[nodiscard]] ImageView view_of(const app::Image& image);

}  // namespace texelscope::compare
