#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/core/layout_map.h"
#include "app/core/picture.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Draws where the elements of a layout lie: a grid of indices for each 2D slice, with the offsets, and the memory
/// strip, with the indices, in the same colours. Gaps are hatched, offsets of several elements marked. Of large layouts
/// it draws a part, and says so. `title` stands above; `slice` chooses rows and columns, without it the last two axes.
[[nodiscard]] Picture layout_picture(const gpu::StridedLayout& layout, const std::string& title,
                                     const std::optional<SliceChoice>& slice = std::nullopt);

/// Writes it as SVG, or as PNG with two pixels for each of the picture. @throws FileError.
void save_svg(const std::filesystem::path& path, const Picture& picture);
void save_picture_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace texelscope::app
