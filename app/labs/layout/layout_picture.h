#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/images/drawing.h"
#include "app/labs/layout/layout_map.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Draws where the elements of a layout lie: a grid of indices for each 2D slice, with the offsets, and the memory
/// strip, with the indices, in the same colors. Gaps are hatched, offsets of several elements marked. Of large layouts
/// it draws a part, and says so. `title` stands above; `slice` chooses rows and columns, without it the last two axes.
[[nodiscard]] Drawing layout_picture(const gpu::StridedLayout& layout, const std::string& title,
                                     const std::optional<SliceChoice>& slice = std::nullopt);

/// Writes it as SVG, or as PNG with two pixels for each of the picture. @throws FileError.
void save_svg(const std::filesystem::path& path, const Drawing& picture);
void save_picture_png(const std::filesystem::path& path, const Drawing& picture);

}  // namespace texelscope::app
