#include "app/labs/layout/layout_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;

constexpr Rgb background = rgb(0x1B1C1F);
constexpr Rgb gap_fill = rgb(0x222327);
constexpr Rgb line_ink = rgb(0x4A4D55);
constexpr Rgb text_ink = rgb(0xE4E5E8);
constexpr Rgb dim_ink = rgb(0x9DA1AA);
constexpr Rgb accent = rgb(0xF2A33A);
constexpr Rgb error_ink = rgb(0xEF6A5B);

constexpr float margin = 24;
constexpr float content_width = 1120;
constexpr float label_width = 64;
/// Cells of all grids, and of the strip.
constexpr std::int64_t max_picture_cells = 4096;
constexpr std::int64_t max_slices = 64;
constexpr std::int64_t max_grid_side = 64;

/// Large if few cells leave room for readable numbers.
float cell_side(std::int64_t cells) { return cells <= 1024 ? 33 : cells <= 2048 ? 22 : 12; }

/// The largest font size at which a text fits into a cell; 0 if none fits.
float text_size(std::string_view widest, float side) {
  for (const float size : {13.0F, 11.0F, 9.0F}) {
    if (static_cast<float>(widest.size()) * 0.6F * size <= side - 4) {
      return size;
    }
  }
  return 0;
}

class LayoutPainter {
 public:
  LayoutPainter(const StridedLayout& layout, SliceChoice choice) : layout_{layout}, choice_{std::move(choice)} {
    settle(choice_, layout_);
    picture_.background = background;
    picture_.width = content_width + 2 * margin;
    y_ = margin;
  }

  Drawing draw(const std::string& title) {
    text({margin, y_ + 9, title, text_ink, 15, FontUse::value});
    text({margin, y_ + 32, to_string(layout_), dim_ink, 13, FontUse::value});
    y_ += 56;
    if (layout_.is_empty()) {
      text({margin, y_ + 8, "There are no elements: an extent is 0.", dim_ink, 13, FontUse::text});
      y_ += 24;
    } else {
      draw_slices();
      draw_memory();
    }
    picture_.height = y_ + margin;
    return std::move(picture_);
  }

 private:
  void text(DrawingText text) { picture_.shapes.emplace_back(std::move(text)); }
  void heading(const std::string& title) {
    text({margin, y_ + 7, title, dim_ink, 12, FontUse::heading});
    y_ += 26;
  }

  void cell_text(float x, float y, float side, const std::string& text_in_cell, Rgb ink, float size) {
    if (size > 0) {
      text({x + side / 2 - 0.5F, y + side / 2 - 0.5F, text_in_cell, ink, size, FontUse::value, TextAnchor::middle});
    }
  }

  [[nodiscard]] bool is_shown(std::size_t axis) const {
    return static_cast<int>(axis) == choice_.row_axis || static_cast<int>(axis) == choice_.column_axis;
  }

  void next_slice() {
    for (std::size_t axis = layout_.ndim(); axis-- > 0;) {
      if (is_shown(axis)) {
        continue;
      }
      if (++choice_.index[axis] < layout_.shape()[axis]) {
        return;
      }
      choice_.index[axis] = 0;
    }
  }

  void draw_slices() {
    const IndexGrid first = index_grid(layout_, choice_);
    const std::int64_t rows = std::min(first.rows, max_grid_side);
    const std::int64_t columns = std::min(first.columns, rows <= max_grid_side / 2 ? 2 * max_grid_side : max_grid_side);
    const std::int64_t slices = layout_.volume() / (first.rows * first.columns);
    const std::int64_t drawn =
        std::clamp<std::int64_t>(max_picture_cells / (rows * columns), 1, std::min(slices, max_slices));
    if (drawn == slices) {
      choice_.index = gpu::Dimensions::filled(layout_.ndim(), 0);
    }
    const float side =
        std::min(cell_side(rows * columns * drawn),
                 std::max(6.0F, std::floor((content_width - label_width) / static_cast<float>(columns))));
    heading("INDICES, WITH THE OFFSET OF EACH ELEMENT");
    if (rows < first.rows || columns < first.columns || drawn < slices) {
      clipped(fmt::format("Drawn: {} of {} rows, {} of {} columns, {} of {} slices.", rows, first.rows, columns,
                          first.columns, drawn, slices));
    }
    const float width = label_width + static_cast<float>(columns) * side;
    const float height = 40 + static_cast<float>(rows) * side;
    float x = margin;
    for (std::int64_t slice = 0; slice < drawn; ++slice) {
      if (x > margin && x + width > margin + content_width) {
        x = margin;
        y_ += height + 12;
      }
      draw_slice(x, side, rows, columns);
      x += width + 16;
      next_slice();
    }
    y_ += height + 20;
  }

  void draw_slice(float x, float side, std::int64_t rows, std::int64_t columns) {
    const IndexGrid grid = index_grid(layout_, choice_);
    text({x + label_width - 4, y_ + 8, slice_text(layout_, choice_), text_ink, 13, FontUse::value});
    const float left = x + label_width;
    const float top = y_ + 38;
    const gpu::OffsetBounds bounds = layout_.offset_bounds();
    const std::string low = fmt::format("{}", bounds.min);
    const std::string high = fmt::format("{}", bounds.max);
    const float size = text_size(low.size() > high.size() ? low : high, side);
    const bool has_labels = text_size(fmt::format("{}", columns - 1), side) > 0;
    for (std::int64_t column = 0; column < columns; ++column) {
      const std::string label = fmt::format("{}", column);
      if ((has_labels || column % 8 == 0) && choice_.column_axis >= 0) {
        text({left + (static_cast<float>(column) + 0.5F) * side, top - 10, label, dim_ink, 11, FontUse::value,
              TextAnchor::middle});
      }
    }
    for (std::int64_t row = 0; row < rows; ++row) {
      const float cell_y = top + static_cast<float>(row) * side;
      if (side >= 12 && choice_.row_axis >= 0) {
        text({left - 8, cell_y + side / 2, fmt::format("{}", row), dim_ink, 11, FontUse::value, TextAnchor::end});
      }
      for (std::int64_t column = 0; column < columns; ++column) {
        const Rgb fill = position_color(grid.position_at(row, column), layout_.volume());
        const float cell_x = left + static_cast<float>(column) * side;
        picture_.shapes.emplace_back(DrawingRect{cell_x, cell_y, side - 1, side - 1, fill});
        cell_text(cell_x, cell_y, side, fmt::format("{}", grid.offset_at(row, column)), ink_on(fill), size);
      }
    }
  }

  void draw_memory() {
    const MemoryRange range = memory_range(layout_);
    const std::int64_t count = std::min(range.count, max_picture_cells);
    const float side = cell_side(count);
    const bool tells_index = text_size(index_text(layout_, layout_.volume() - 1), side) > 0;
    heading(tells_index ? "MEMORY, WITH THE INDEX OF THE ELEMENT AT EACH OFFSET"
                        : "MEMORY, WITH THE POSITION IN C ORDER OF THE ELEMENT AT EACH OFFSET");
    if (count < range.count) {
      clipped(fmt::format("Drawn: the first {} of {} offsets.", count, range.count));
    }
    const auto fitting = static_cast<std::int64_t>((content_width - label_width) / side);
    const std::int64_t per_row = std::max<std::int64_t>(fitting / 8 * 8, 1);
    const ElementFinder finder(layout_);
    const float top = y_;
    for (std::int64_t cell = 0; cell < count; ++cell) {
      const std::int64_t offset = range.lowest + cell;
      const float x = margin + label_width + static_cast<float>(cell % per_row) * side;
      const std::int64_t row = cell / per_row;
      const float y = top + static_cast<float>(row) * side;
      if (cell % per_row == 0 && side >= 12) {
        text({x - 8, y + side / 2, fmt::format("{}", offset), offset < 0 ? error_ink : dim_ink, 11, FontUse::value,
              TextAnchor::end});
      }
      draw_memory_cell(finder.at(offset), x, y, side, offset < 0);
    }
    const std::int64_t rows = (count + per_row - 1) / per_row;
    y_ = top + static_cast<float>(rows) * side + 20;
    draw_legend();
  }

  void draw_memory_cell(const OffsetElements& found, float x, float y, float side, bool is_below) {
    const float index_size = text_size(index_text(layout_, layout_.volume() - 1), side);
    const bool tells_index = index_size > 0;
    const float size = tells_index ? index_size : text_size(fmt::format("{}", layout_.volume() - 1), side);
    if (found.count == 0) {
      picture_.shapes.emplace_back(DrawingRect{x, y, side - 1, side - 1, gap_fill});
      picture_.shapes.emplace_back(DrawingHatch{x, y, side - 1, side - 1, line_ink});
    } else {
      const Rgb fill = position_color(found.first, layout_.volume());
      picture_.shapes.emplace_back(DrawingRect{x, y, side - 1, side - 1, fill});
      cell_text(x, y, side, tells_index ? index_text(layout_, found.first) : fmt::format("{}", found.first),
                ink_on(fill), size);
      if (found.count > 1) {
        picture_.shapes.emplace_back(DrawingRect{x + side - 1 - side / 3, y, side / 3, side / 6, accent});
      }
    }
    if (is_below) {
      picture_.shapes.emplace_back(DrawingRect{x, y + side - 3, side - 1, 2, error_ink});
    }
  }

  void draw_legend() {
    float x = margin;
    const auto entry = [&](const char* label) {
      text({x + 22, y_ + 7, label, dim_ink, 12, FontUse::text});
      x += 22 + 5.8F * static_cast<float>(std::string_view{label}.size()) + 20;
    };
    picture_.shapes.emplace_back(DrawingRect{x, y_, 14, 14, gap_fill});
    picture_.shapes.emplace_back(DrawingHatch{x, y_, 14, 14, line_ink});
    entry("gap: no element");
    picture_.shapes.emplace_back(DrawingRect{x, y_, 14, 14, rgb(0x5B7F8C)});
    picture_.shapes.emplace_back(DrawingRect{x + 7, y_, 7, 4, accent});
    entry("overlap: several elements, the first is named");
    picture_.shapes.emplace_back(DrawingRect{x, y_, 14, 14, rgb(0x5B7F8C)});
    picture_.shapes.emplace_back(DrawingRect{x, y_ + 12, 14, 2, error_ink});
    entry("below offset 0");
    y_ += 16;
  }

  void clipped(const std::string& what) {
    text({margin, y_ + 6, what, accent, 12, FontUse::text});
    y_ += 22;
  }

  const StridedLayout& layout_;
  SliceChoice choice_;
  Drawing picture_;
  float y_ = 0;
};

}  // namespace

Drawing layout_picture(const StridedLayout& layout, const std::string& title, const std::optional<SliceChoice>& slice) {
  return LayoutPainter{layout, slice.value_or(SliceChoice{})}.draw(title);
}

void save_svg(const std::filesystem::path& path, const Drawing& picture) {
  write_file(path, [&](std::ostream& out) { out << to_svg(picture); });
}

void save_picture_png(const std::filesystem::path& path, const Drawing& picture) {
  save_png(path, to_image(picture, 2));
}

}  // namespace texelscope::app
