#pragma once

#include <filesystem>
#include <optional>

#include "app/images/png_rows.h"

namespace texelscope::app {

/// The shape of two PNG files whose pixels are the same, bit by bit. Nothing where they are not, or where that is not
/// found out without holding the images: files that are damaged, of a palette, interlaced, turned, or of other colors
/// than sRGB. Both are decoded at once, and files of the same bytes once; all ends at the first difference, and
/// neither is ever whole in memory.
[[nodiscard]] std::optional<PngShape> find_equal_png(const std::filesystem::path& first,
                                                     const std::filesystem::path& second);

}  // namespace texelscope::app
