#pragma once

#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// The differences of two image files besides their pixels, one text each: facts such as the color space, and
/// pictures or samples that are not read, which differ unless the files have the same bytes. Empty if an image is
/// missing, or is not from a file.
[[nodiscard]] std::vector<std::string> file_differences(const ImagePair& pair);

}  // namespace texelscope::app
