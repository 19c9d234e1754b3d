#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/layout/panel/lab_panel.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

/// The number of cells per row: a multiple of 8, or of 4, if there is room.
std::int64_t cells_in_row(float width, float side) {
  const auto fitting = std::max<std::int64_t>(static_cast<std::int64_t>(width / side), 1);
  return fitting >= 16 ? fitting / 8 * 8 : fitting >= 4 ? fitting / 4 * 4 : fitting;
}

/// The text of a cell: the index of its element, the position in C order, or the lane of the warp that reads it.
enum class CellText : std::uint8_t { index, position, lane };

class StripPanel {
 public:
  StripPanel(const LayoutContext& context, const gpu::StridedLayout& layout)
      : context_{context},
        theme_{context.theme()},
        layout_{layout},
        range_{memory_range(layout, context.lab.slice.first_offset)},
        finder_{layout},
        colors_{context.lab, layout} {}

  void draw(MapLink& link) {
    const std::string low = fmt::format("{}", range_.first_shown);
    const std::string high = fmt::format("{}", range_.first_shown + range_.shown - 1);
    const float label =
        std::round(std::max(text_size(theme_.tiny_value, low).x, text_size(theme_.tiny_value, high).x) + theme_(10));
    const ImVec2 room = ImGui::GetContentRegionAvail();
    choose_side({room.x - label, room.y});
    choose_text(cells_.pitch.x - cells_.gap);
    scroll_to_wanted(room.y);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    cells_.corner = {start.x + label, start.y};
    Rect box = cells_.box();
    box.width = cells_.pitch.x * static_cast<float>(std::min(cells_.columns, range_.shown));
    invisible_button("cells", {label + box.width, box.height});
    context_.record("memory");
    context_.record("memory.cells", {box.x, box.y, box.width, std::min(box.height, room.y)});
    take_mouse();
    const ScreenGrid::Range seen = cells_.seen();
    // The boundaries of a row reach into the gap above it.
    const std::int64_t last = std::min(seen.last.row + 1, cells_.rows);
    for (std::int64_t row = seen.first.row; row < last; ++row) {
      draw_row(row);
    }
    mark_hovered(link);
  }

 private:
  void arrange(float width, float side) {
    cells_.pitch = {side, side};
    cells_.columns = cells_in_row(width, side);
    cells_.rows = (range_.shown + cells_.columns - 1) / cells_.columns;
  }

  /// The largest cells that fit without scrolling.
  void choose_side(ImVec2 room) {
    cells_.gap = std::max(1.0F, std::floor(theme_(1)));
    // Two digits fit.
    const float smallest = std::floor(theme_(14));
    float side = std::floor(theme_(40));
    for (; side > smallest; side -= 1) {
      arrange(room.x, side);
      if (cells_.box().height <= room.y) {
        return;
      }
    }
    arrange(room.x - ImGui::GetStyle().ScrollbarSize, side);
  }

  void scroll_to_wanted(float height) {
    auto& wanted = context_.lab.wanted_offset;
    if (!wanted) {
      return;
    }
    const std::int64_t cell = *wanted - range_.first_shown;
    if (cell >= 0 && cell < range_.shown) {
      const float y = cells_.at(cell).y;
      if (y < ImGui::GetScrollY() || y + cells_.pitch.y > ImGui::GetScrollY() + height) {
        ImGui::SetScrollY(std::max(0.0F, y - height / 2));
      }
    } else {
      context_.lab.slice.first_offset = *wanted;
    }
    wanted.reset();
  }

  void take_mouse() {
    const auto place = cells_.hovered();
    const std::int64_t cell = place ? place->row * cells_.columns + place->column : range_.shown;
    if (cell >= range_.shown) {
      return;
    }
    const std::int64_t offset = range_.first_shown + cell;
    const OffsetElements found = finder_.at(offset);
    context_.lab.hovered = HoveredElement{found.count > 0 ? std::optional{found.first} : std::nullopt, offset, true};
    if (ImGui::IsItemClicked() && found.count > 0) {
      show_position(context_.lab.slice, layout_, found.first);
      context_.lab.wanted_position = found.first;
    }
  }

  void draw_row(std::int64_t row) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const std::int64_t first = row * cells_.columns;
    const std::int64_t last = std::min(first + cells_.columns, range_.shown);
    const std::int64_t first_offset = range_.first_shown + first;
    draw_text_at(draw, theme_.tiny_value, {cells_.corner.x - theme_(6), cells_.at(first).y + cells_.pitch.y / 2},
                 {1, 0.5F}, packed(first_offset < 0 ? color::error : color::text_dim), fmt::format("{}", first_offset));
    std::int64_t gap_begin = -1;
    const auto end_gap = [&](std::int64_t end) {
      if (gap_begin >= 0) {
        const Rect begin = cells_.at(gap_begin);
        const Rect box{begin.x, begin.y, cells_.at(end - 1).right() - begin.x, begin.height};
        fill_box(draw, box, packed(color::panel));
        draw_hatch(theme_, draw, {box.x, box.y}, {box.right(), box.bottom()}, color::line);
        gap_begin = -1;
      }
    };
    for (std::int64_t cell = first; cell < last; ++cell) {
      const OffsetElements found = finder_.at(range_.first_shown + cell);
      if (found.count == 0) {
        gap_begin = gap_begin < 0 ? cell : gap_begin;
        continue;
      }
      end_gap(cell);
      draw_found(draw, cell, found);
    }
    end_gap(last);
    draw_boundaries(draw, first, last);
  }

  void draw_found(ImDrawList* draw, std::int64_t cell, const OffsetElements& found) {
    const Rect place = cells_.at(cell);
    const std::int64_t offset = range_.first_shown + cell;
    draw_element(theme_, place, colors_.at(offset, found.first), offset, font_,
                 font_ != nullptr ? cell_text(offset, found.first) : "");
    if (found.count > 1 && !colors_.is_warp()) {
      // A folded corner marks several elements at one offset.
      const float fold = std::round(cells_.pitch.x * 0.36F);
      draw->AddTriangleFilled({place.right() - fold, place.y}, {place.right(), place.y},
                              {place.right(), place.y + fold}, packed(color::accent));
    }
  }

  /// All cells show the same kind of text in one font, if it fits.
  void choose_text(float side) {
    if (colors_.is_warp()) {
      text_ = CellText::lane;
      font_ = cell_font(theme_, side, "31");
      return;
    }
    text_ = CellText::index;
    font_ = cell_font(theme_, side, index_text(layout_, layout_.volume() - 1));
    if (font_ == nullptr) {
      text_ = CellText::position;
      font_ = cell_font(theme_, side, fmt::format("{}", layout_.volume() - 1));
    }
  }

  [[nodiscard]] std::string cell_text(std::int64_t offset, std::int64_t position) const {
    if (text_ == CellText::lane) {
      const int lane = colors_.lane_at(offset);
      return lane >= 0 ? fmt::format("{}", lane) : "";
    }
    if (text_ == CellText::position) {
      return fmt::format("{}", position);
    }
    return index_text(layout_, position);
  }

  /// The boundaries of sectors and lines, in the warp view.
  void draw_boundaries(ImDrawList* draw, std::int64_t first, std::int64_t last) {
    if (!colors_.is_warp()) {
      return;
    }
    const float gap = cells_.gap;
    for (std::int64_t cell = first; cell < last; ++cell) {
      const std::int64_t address = (range_.first_shown + cell) * layout_.itemsize();
      if (address % sector_bytes != 0) {
        continue;
      }
      const bool is_line = address % line_bytes == 0;
      const Rect place = cells_.at(cell);
      fill_box(draw, {place.x - gap, place.y - gap, (is_line ? 2 : 1) * gap, cells_.pitch.y + gap},
               packed(is_line ? color::accent : color::text_dim));
    }
  }

  void mark_hovered(MapLink& link) {
    const std::int64_t cell = context_.hovered ? context_.hovered->offset - range_.first_shown : -1;
    if (cell < 0 || cell >= range_.shown) {
      return;
    }
    const Rect place = cells_.at(cell);
    mark_element(theme_, place, cells_.gap);
    const float top = ImGui::GetWindowPos().y;
    if (place.y >= top - 1 && place.y < top + ImGui::GetWindowHeight()) {
      link.in_memory = ImVec2{place.x + cells_.pitch.x / 2, place.y};
    }
  }

  const LayoutContext& context_;
  const Theme& theme_;
  const gpu::StridedLayout& layout_;
  MemoryRange range_;
  ElementFinder finder_;
  CellColors colors_;
  CellText text_ = CellText::index;
  ImFont* font_ = nullptr;
  ScreenGrid cells_{};
};

}  // namespace

void draw_memory_strip(const LayoutContext& context, const gpu::StridedLayout& layout, MapLink& link) {
  StripPanel{context, layout}.draw(link);
}

}  // namespace texelscope::app
