#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/layout/panel/lab_panel.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

/// The positions of the grid's cells on the screen.
struct Placement {
  ImVec2 corner;
  float side = 1;
  /// The part of the child window beside the labels.
  Rect cells;

  [[nodiscard]] ImVec2 at(std::int64_t row, std::int64_t column) const {
    return {corner.x + static_cast<float>(column) * side, corner.y + static_cast<float>(row) * side};
  }
};

/// The first and the last visible cell of `count` cells.
std::pair<std::int64_t, std::int64_t> visible(float begin, float first, float last, float side, std::int64_t count) {
  const auto low = static_cast<std::int64_t>(std::floor((first - begin) / side));
  const auto high = static_cast<std::int64_t>(std::ceil((last - begin) / side));
  return {std::clamp<std::int64_t>(low, 0, count), std::clamp<std::int64_t>(high, 0, count)};
}

float fitting_side(const Theme& theme, ImVec2 room, std::int64_t rows, std::int64_t columns) {
  const float fit = std::floor(std::min(room.x / static_cast<float>(columns), room.y / static_cast<float>(rows)));
  return std::clamp(fit, std::floor(theme(9)), std::floor(theme(largest_grid_cell)));
}

class GridPanel {
 public:
  GridPanel(const LayoutContext& context, const gpu::StridedLayout& layout)
      : context_{context},
        theme_{context.theme()},
        layout_{layout},
        grid_{index_grid(layout, context.lab.slice)},
        colors_{context.lab, layout} {}

  void draw(MapLink& link) {
    const float glyph = text_size(theme_.tiny_value, "0").x;
    const std::string widest = fmt::format("{}", std::max<std::int64_t>(grid_.first_row + grid_.shown_rows - 1, 0));
    const ImVec2 label{std::round(glyph * static_cast<float>(widest.size()) + theme_(10)), std::round(theme_(16))};
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float bar = ImGui::GetStyle().ScrollbarSize;
    ImVec2 cell_room{room.x - label.x - theme_(1), room.y - label.y - theme_(1)};
    float side = fitting_side(theme_, cell_room, grid_.shown_rows, grid_.shown_columns);
    // Room for scrollbars if the cells do not fit.
    if (side * static_cast<float>(grid_.shown_rows) > cell_room.y) {
      cell_room.x -= bar;
    }
    if (side * static_cast<float>(grid_.shown_columns) > cell_room.x) {
      cell_room.y -= bar;
    }
    side = fitting_side(theme_, cell_room, grid_.shown_rows, grid_.shown_columns);
    scroll_to_wanted(side, cell_room);

    const ImVec2 window = ImGui::GetWindowPos();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    place_ = {{start.x + label.x, start.y + label.y},
              side,
              {window.x + label.x, window.y + label.y, cell_room.x, cell_room.y}};
    invisible_button("cells", {label.x + side * static_cast<float>(grid_.shown_columns),
                               label.y + side * static_cast<float>(grid_.shown_rows)});
    context_.record("grid");
    context_.state().drawn.widgets["layouts.grid.cells"] = {
        place_.corner.x, place_.corner.y, std::min(side * static_cast<float>(grid_.shown_columns), cell_room.x),
        std::min(side * static_cast<float>(grid_.shown_rows), cell_room.y)};
    take_mouse();
    draw_cells();
    draw_labels(window, label);
    mark_hovered(link);
  }

 private:
  void scroll_to_wanted(float side, ImVec2 room) {
    auto& wanted = context_.lab.wanted_position;
    if (!wanted) {
      return;
    }
    if (const auto cell = find_cell(layout_, context_.lab.slice, *wanted)) {
      const float x = static_cast<float>(cell->column - grid_.first_column) * side;
      const float y = static_cast<float>(cell->row - grid_.first_row) * side;
      ImGui::SetScrollX(std::max(0.0F, x - room.x / 2));
      ImGui::SetScrollY(std::max(0.0F, y - room.y / 2));
    }
    wanted.reset();
  }

  void take_mouse() {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsItemHovered() || !place_.cells.contains(mouse.x, mouse.y)) {
      return;
    }
    const auto row = static_cast<std::int64_t>(std::floor((mouse.y - place_.corner.y) / place_.side));
    const auto column = static_cast<std::int64_t>(std::floor((mouse.x - place_.corner.x) / place_.side));
    if (row < 0 || column < 0 || row >= grid_.shown_rows || column >= grid_.shown_columns) {
      return;
    }
    const std::int64_t full_row = row + grid_.first_row;
    const std::int64_t full_column = column + grid_.first_column;
    const HoveredElement hovered{grid_.position_at(full_row, full_column), grid_.offset_at(full_row, full_column),
                                 false};
    context_.lab.hovered = hovered;
    if (ImGui::IsItemClicked()) {
      context_.lab.wanted_offset = hovered.offset;
      if (context_.lab.tab == LayoutTab::warp) {
        context_.lab.warp_start = *hovered.position;
      }
    }
  }

  void draw_cells() {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Rect& cells = place_.cells;
    draw->PushClipRect({cells.x, cells.y}, {cells.right(), cells.bottom()}, true);
    const auto [first_row, last_row] = visible(place_.corner.y, cells.y, cells.bottom(), place_.side, grid_.shown_rows);
    const auto [first_column, last_column] =
        visible(place_.corner.x, cells.x, cells.right(), place_.side, grid_.shown_columns);
    const float gap = place_.side >= theme_(7) ? std::max(1.0F, std::floor(theme_(1))) : 0;
    ImFont* font = cell_font(theme_, place_.side - gap, widest_offset(layout_));
    for (std::int64_t row = first_row; row < last_row; ++row) {
      for (std::int64_t column = first_column; column < last_column; ++column) {
        const std::int64_t position = grid_.position_at(row + grid_.first_row, column + grid_.first_column);
        const std::int64_t offset = grid_.offset_at(row + grid_.first_row, column + grid_.first_column);
        const Rgb fill = colors_.of(position);
        const ImVec2 corner = place_.at(row, column);
        draw->AddRectFilled(corner, {corner.x + place_.side - gap, corner.y + place_.side - gap}, packed(fill));
        if (offset < 0) {
          draw->AddRectFilled({corner.x, corner.y + place_.side - gap - theme_(2)},
                              {corner.x + place_.side - gap, corner.y + place_.side - gap}, packed(color::error));
        }
        draw_cell_text(font, draw, corner, place_.side - gap, fmt::format("{}", offset), packed(ink_on(fill)));
      }
    }
    draw->PopClipRect();
  }

  /// Labels beside and above the cells, which do not scroll with them.
  void draw_labels(ImVec2 window, ImVec2 label) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    ImFont* font = theme_.tiny_value;
    const Rect& cells = place_.cells;
    const auto [first_row, last_row] = visible(place_.corner.y, cells.y, cells.bottom(), place_.side, grid_.shown_rows);
    const auto [first_column, last_column] =
        visible(place_.corner.x, cells.x, cells.right(), place_.side, grid_.shown_columns);
    const auto step_for = [&](float extent) {
      std::int64_t step = 1;
      while (static_cast<float>(step) * place_.side < extent) {
        step *= step % 5 == 0 || step == 1 ? 2 : 5;
        step = step == 20 ? 10 : step;
      }
      return step;
    };
    draw->PushClipRect({window.x, cells.y}, {cells.x, cells.bottom()}, true);
    const std::int64_t row_step = step_for(line_height(font));
    for (std::int64_t row = first_row; row < last_row && context_.lab.slice.row_axis >= 0; ++row) {
      if ((row + grid_.first_row) % row_step != 0) {
        continue;
      }
      const std::string text = fmt::format("{}", row + grid_.first_row);
      const ImVec2 extent = text_size(font, text);
      draw_text(
          draw, font,
          {std::round(cells.x - theme_(5) - extent.x), std::round(place_.at(row, 0).y + (place_.side - extent.y) / 2)},
          packed(color::text_dim), text);
    }
    draw->PopClipRect();
    draw->PushClipRect({cells.x, window.y}, {cells.right(), cells.y}, true);
    const std::string widest = fmt::format("{}", grid_.first_column + grid_.shown_columns);
    const std::int64_t column_step = step_for(text_size(font, widest).x + theme_(3));
    for (std::int64_t column = first_column; column < last_column && context_.lab.slice.column_axis >= 0; ++column) {
      if ((column + grid_.first_column) % column_step != 0) {
        continue;
      }
      const std::string text = fmt::format("{}", column + grid_.first_column);
      const ImVec2 extent = text_size(font, text);
      draw_text(draw, font,
                {std::round(place_.at(0, column).x + (place_.side - extent.x) / 2),
                 std::round(window.y + (label.y - extent.y) / 2)},
                packed(color::text_dim), text);
    }
    draw->PopClipRect();
  }

  void mark_hovered(MapLink& link) {
    if (!context_.hovered) {
      return;
    }
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const Rect& cells = place_.cells;
    draw->PushClipRect({cells.x - 2, cells.y - 2}, {cells.right() + 2, cells.bottom() + 2}, true);
    const auto mark = [&](std::int64_t position, bool is_linked) {
      const auto cell = find_cell(layout_, context_.lab.slice, position);
      if (!cell) {
        return;
      }
      const ImVec2 corner = place_.at(cell->row - grid_.first_row, cell->column - grid_.first_column);
      const ImVec2 middle{corner.x + place_.side / 2, corner.y + place_.side / 2};
      draw->AddRect({corner.x - 1, corner.y - 1}, {corner.x + place_.side, corner.y + place_.side},
                    packed(color::accent), 0, 0, std::max(1.5F, theme_(2)));
      if (is_linked && cells.contains(middle.x, middle.y)) {
        link.in_grid = ImVec2{middle.x, corner.y + place_.side};
      }
    };
    if (context_.hovered->is_in_memory) {
      constexpr std::size_t max_marks = 256;
      bool is_first = true;
      for (const std::int64_t position : ElementFinder{layout_}.elements_at(context_.hovered->offset, max_marks)) {
        mark(position, is_first || !link.in_grid);
        is_first = false;
      }
    } else if (context_.hovered->position) {
      mark(*context_.hovered->position, true);
    }
    draw->PopClipRect();
  }

  const LayoutContext& context_;
  const Theme& theme_;
  const gpu::StridedLayout& layout_;
  IndexGrid grid_;
  CellColors colors_;
  Placement place_;
};

}  // namespace

void draw_index_grid(const LayoutContext& context, const gpu::StridedLayout& layout, MapLink& link) {
  GridPanel{context, layout}.draw(link);
}

}  // namespace texelscope::app
