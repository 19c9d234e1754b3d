#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/layout/panel/lab_panel.h"

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
    ImFont* font = theme_.tiny_value;
    const std::string low = fmt::format("{}", range_.first_shown);
    const std::string high = fmt::format("{}", range_.first_shown + range_.shown - 1);
    const float glyph = text_size(font, "0").x;
    label_ = std::round(glyph * static_cast<float>(std::max(low.size(), high.size())) + theme_(10));
    const ImVec2 room = ImGui::GetContentRegionAvail();
    choose_side(room);
    const std::int64_t rows = (range_.shown + per_row_ - 1) / per_row_;
    choose_text(side_ - gap());
    scroll_to_wanted(room.y);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    corner_ = {start.x + label_, start.y};
    invisible_button("cells", {label_ + side_ * static_cast<float>(std::min(per_row_, range_.shown)),
                               side_ * static_cast<float>(rows)});
    context_.record("memory");
    context_.state().drawn.widgets["layouts.memory.cells"] = {
        corner_.x, corner_.y, side_ * static_cast<float>(std::min(per_row_, range_.shown)),
        std::min(side_ * static_cast<float>(rows), room.y)};
    take_mouse();
    const ImVec2 window = ImGui::GetWindowPos();
    const float bottom = window.y + ImGui::GetWindowHeight();
    const auto first = std::max<std::int64_t>(static_cast<std::int64_t>((window.y - corner_.y) / side_), 0);
    const auto last = std::min(rows, static_cast<std::int64_t>((bottom - corner_.y) / side_) + 1);
    for (std::int64_t row = first; row < last; ++row) {
      draw_row(row);
    }
    mark_hovered(link);
  }

 private:
  /// Between cells.
  [[nodiscard]] float gap() const { return std::max(1.0F, std::floor(theme_(1))); }

  /// The largest cells that fit without scrolling.
  void choose_side(ImVec2 room) {
    // Two digits fit.
    const float smallest = std::floor(theme_(14));
    for (side_ = std::floor(theme_(40)); side_ > smallest; side_ -= 1) {
      per_row_ = cells_in_row(room.x - label_, side_);
      const std::int64_t rows = (range_.shown + per_row_ - 1) / per_row_;
      if (static_cast<float>(rows) * side_ <= room.y) {
        return;
      }
    }
    per_row_ = cells_in_row(room.x - label_ - ImGui::GetStyle().ScrollbarSize, side_);
  }

  void scroll_to_wanted(float height) {
    auto& wanted = context_.lab.wanted_offset;
    if (!wanted) {
      return;
    }
    const std::int64_t cell = *wanted - range_.first_shown;
    if (cell >= 0 && cell < range_.shown) {
      const std::int64_t row = cell / per_row_;
      const float y = static_cast<float>(row) * side_;
      if (y < ImGui::GetScrollY() || y + side_ > ImGui::GetScrollY() + height) {
        ImGui::SetScrollY(std::max(0.0F, y - height / 2));
      }
    } else {
      context_.lab.slice.first_offset = *wanted;
    }
    wanted.reset();
  }

  [[nodiscard]] ImVec2 at(std::int64_t cell) const {
    const std::int64_t row = cell / per_row_;
    const std::int64_t column = cell % per_row_;
    return {corner_.x + static_cast<float>(column) * side_, corner_.y + static_cast<float>(row) * side_};
  }

  void take_mouse() {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsItemHovered() || mouse.x < corner_.x) {
      return;
    }
    const auto column = static_cast<std::int64_t>((mouse.x - corner_.x) / side_);
    const auto row = static_cast<std::int64_t>((mouse.y - corner_.y) / side_);
    const std::int64_t cell = row * per_row_ + column;
    if (row < 0 || column >= per_row_ || cell >= range_.shown) {
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
    const std::int64_t first = row * per_row_;
    const std::int64_t last = std::min(first + per_row_, range_.shown);
    draw_label(draw, first);
    const float gap = this->gap();
    std::int64_t gap_begin = -1;
    const auto end_gap = [&](std::int64_t end) {
      if (gap_begin >= 0) {
        const ImVec2 corner = at(gap_begin);
        const ImVec2 opposite{corner.x + static_cast<float>(end - gap_begin) * side_ - gap, corner.y + side_ - gap};
        draw->AddRectFilled(corner, opposite, packed(color::panel));
        draw_hatch(theme_, draw, corner, opposite, color::line);
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
      draw_cell(draw, cell, found, gap);
    }
    end_gap(last);
    draw_boundaries(draw, first, last, gap);
  }

  void draw_label(ImDrawList* draw, std::int64_t cell) {
    ImFont* font = theme_.tiny_value;
    const std::int64_t offset = range_.first_shown + cell;
    const std::string text = fmt::format("{}", offset);
    const ImVec2 extent = text_size(font, text);
    draw_text(draw, font,
              {std::round(corner_.x - theme_(6) - extent.x), std::round(at(cell).y + (side_ - extent.y) / 2)},
              packed(offset < 0 ? color::error : color::text_dim), text);
  }

  void draw_cell(ImDrawList* draw, std::int64_t cell, const OffsetElements& found, float gap) {
    const ImVec2 corner = at(cell);
    const ImVec2 end{corner.x + side_ - gap, corner.y + side_ - gap};
    const std::int64_t offset = range_.first_shown + cell;
    const Rgb fill = colors_.at(offset, found.first);
    draw->AddRectFilled(corner, end, packed(fill));
    if (font_ != nullptr) {
      draw_cell_text(font_, draw, corner, side_ - gap, cell_text(offset, found.first), packed(ink_on(fill)));
    }
    if (found.count > 1 && !colors_.is_warp()) {
      // A folded corner marks several elements at one offset.
      const float fold = std::round(side_ * 0.36F);
      draw->AddTriangleFilled({end.x - fold, corner.y}, {end.x, corner.y}, {end.x, corner.y + fold},
                              packed(color::accent));
    }
    if (offset < 0) {
      draw->AddRectFilled({corner.x, end.y - theme_(2)}, end, packed(color::error));
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
  void draw_boundaries(ImDrawList* draw, std::int64_t first, std::int64_t last, float gap) {
    if (!colors_.is_warp()) {
      return;
    }
    for (std::int64_t cell = first; cell < last; ++cell) {
      const std::int64_t address = (range_.first_shown + cell) * layout_.itemsize();
      if (address % sector_bytes != 0) {
        continue;
      }
      const bool is_line = address % line_bytes == 0;
      const ImVec2 corner = at(cell);
      const float x = corner.x - gap;
      draw->AddRectFilled({x, corner.y - gap}, {x + (is_line ? 2 : 1) * gap, corner.y + side_},
                          packed(is_line ? color::accent : color::text_dim));
    }
  }

  void mark_hovered(MapLink& link) {
    if (!context_.hovered) {
      return;
    }
    const std::int64_t cell = context_.hovered->offset - range_.first_shown;
    if (cell < 0 || cell >= range_.shown) {
      return;
    }
    const ImVec2 corner = at(cell);
    ImGui::GetWindowDrawList()->AddRect({corner.x - 1, corner.y - 1}, {corner.x + side_, corner.y + side_},
                                        packed(color::accent), 0, 0, std::max(1.5F, theme_(2)));
    const ImVec2 window = ImGui::GetWindowPos();
    const ImVec2 top{corner.x + side_ / 2, corner.y};
    if (top.y >= window.y - 1 && top.y < window.y + ImGui::GetWindowHeight()) {
      link.in_memory = top;
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
  float label_ = 0;
  float side_ = 1;
  std::int64_t per_row_ = 1;
  ImVec2 corner_{};
};

}  // namespace

void draw_memory_strip(const LayoutContext& context, const gpu::StridedLayout& layout, MapLink& link) {
  StripPanel{context, layout}.draw(link);
}

}  // namespace texelscope::app
