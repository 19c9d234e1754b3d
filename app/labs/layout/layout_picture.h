#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/images/drawing.h"
#include "app/labs/layout/layout_map.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Draws the positions of a layout's elements: a grid of indices with offsets for each 2D slice, and the memory strip
/// with indices, in the same colors. Gaps are hatched, offsets of several elements are marked. Draws only a part of
/// large layouts, and says so in the drawing. `title` is the caption; `slice` selects rows and columns, by default the
/// last two axes.
[[nodiscard]] Drawing layout_picture(const gpu::StridedLayout& layout, const std::string& title,
                                     const std::optional<SliceChoice>& slice = std::nullopt);

/// Writes the drawing as SVG, or as PNG at double resolution. @throws FileError.
void save_svg(const std::filesystem::path& path, const Drawing& picture);
void save_picture_png(const std::filesystem::path& path, const Drawing& picture);

}  // namespace texelscope::app
