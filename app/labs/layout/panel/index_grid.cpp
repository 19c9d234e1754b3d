#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/layout/panel/lab_panel.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

class GridPanel {
 public:
  GridPanel(const LayoutContext& context, const gpu::StridedLayout& layout)
      : context_{context},
        theme_{context.theme()},
        layout_{layout},
        grid_{index_grid(layout, context.lab.slice)},
        colors_{context.lab, layout} {}

  void draw(MapLink& link) {
    const std::string widest = fmt::format("{}", std::max<std::int64_t>(grid_.first_row + grid_.shown_rows - 1, 0));
    const ImVec2 label{std::round(text_size(theme_.tiny_value, widest).x + theme_(10)), std::round(theme_(16))};
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float bar = ImGui::GetStyle().ScrollbarSize;
    ImVec2 cell_room{room.x - label.x - theme_(1), room.y - label.y - theme_(1)};
    const auto choose_side = [&] {
      const float side =
          fitting_side(cell_room, grid_.shown_columns, grid_.shown_rows, theme_(9), theme_(largest_grid_cell));
      cells_.pitch = {side, side};
      cells_.gap = side >= theme_(7) ? std::max(1.0F, std::floor(theme_(1))) : 0;
    };
    cells_.columns = grid_.shown_columns;
    cells_.rows = grid_.shown_rows;
    choose_side();
    // Room for scrollbars if the cells do not fit.
    const Rect whole = cells_.box();
    cell_room.x -= whole.height > cell_room.y ? bar : 0;
    cell_room.y -= whole.width > cell_room.x ? bar : 0;
    choose_side();
    scroll_to_wanted(cell_room);
    const ImVec2 window = ImGui::GetWindowPos();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    cells_.corner = {start.x + label.x, start.y + label.y};
    shown_ = {window.x + label.x, window.y + label.y, cell_room.x, cell_room.y};
    const Rect box = cells_.box();
    invisible_button("cells", {label.x + box.width, label.y + box.height});
    context_.record("grid");
    context_.record("grid.cells", {box.x, box.y, std::min(box.width, cell_room.x), std::min(box.height, cell_room.y)});
    take_mouse();
    draw_cells();
    draw_labels(window, label.y);
    mark_hovered(link);
  }

 private:
  void scroll_to_wanted(ImVec2 room) {
    auto& wanted = context_.lab.wanted_position;
    if (!wanted) {
      return;
    }
    if (const auto cell = find_cell(layout_, context_.lab.slice, *wanted)) {
      const Rect place = cell_at(*cell);
      ImGui::SetScrollX(std::max(0.0F, place.x - room.x / 2));
      ImGui::SetScrollY(std::max(0.0F, place.y - room.y / 2));
    }
    wanted.reset();
  }

  [[nodiscard]] Rect cell_at(const GridCell& cell) const {
    return cells_.at(cell.column - grid_.first_column, cell.row - grid_.first_row);
  }

  void take_mouse() {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto cell = cells_.hovered();
    if (!cell || !shown_.contains(mouse.x, mouse.y)) {
      return;
    }
    const std::int64_t row = cell->row + grid_.first_row;
    const std::int64_t column = cell->column + grid_.first_column;
    const HoveredElement hovered{grid_.position_at(row, column), grid_.offset_at(row, column), false};
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
    draw->PushClipRect({shown_.x, shown_.y}, {shown_.right(), shown_.bottom()}, true);
    ImFont* font = cell_font(theme_, cells_.pitch.x - cells_.gap, widest_offset(layout_));
    cells_.for_each_seen([&](std::int64_t column, std::int64_t row) {
      const std::int64_t position = grid_.position_at(row + grid_.first_row, column + grid_.first_column);
      const std::int64_t offset = grid_.offset_at(row + grid_.first_row, column + grid_.first_column);
      draw_element(theme_, cells_.at(column, row), colors_.of(position), offset, font, fmt::format("{}", offset));
    });
    draw->PopClipRect();
  }

  /// Labels beside and above the cells, which do not scroll with them.
  void draw_labels(ImVec2 window, float height) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    ImFont* font = theme_.tiny_value;
    const float side = cells_.pitch.x;
    draw->PushClipRect({window.x, shown_.y}, {shown_.x, shown_.bottom()}, true);
    const std::int64_t row_step = label_step(line_height(font), side);
    const ScreenGrid::Range seen = cells_.seen();
    for (std::int64_t row = seen.first.row; row < seen.last.row && context_.lab.slice.row_axis >= 0; ++row) {
      if ((row + grid_.first_row) % row_step == 0) {
        draw_text_at(draw, font, {shown_.x - theme_(5), cells_.at(0, row).y + side / 2}, {1, 0.5F},
                     packed(color::text_dim), fmt::format("{}", row + grid_.first_row));
      }
    }
    draw->PopClipRect();
    draw->PushClipRect({shown_.x, window.y}, {shown_.right(), shown_.y}, true);
    const std::string widest = fmt::format("{}", grid_.first_column + grid_.shown_columns);
    const std::int64_t column_step = label_step(text_size(font, widest).x + theme_(3), side);
    const ScreenGrid::Range above = cells_.seen();
    for (std::int64_t column = above.first.column; column < above.last.column && context_.lab.slice.column_axis >= 0;
         ++column) {
      if ((column + grid_.first_column) % column_step == 0) {
        draw_text_at(draw, font, {cells_.at(column, 0).x + side / 2, window.y + height / 2}, {0.5F, 0.5F},
                     packed(color::text_dim), fmt::format("{}", column + grid_.first_column));
      }
    }
    draw->PopClipRect();
  }

  void mark_hovered(MapLink& link) {
    if (!context_.hovered) {
      return;
    }
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->PushClipRect({shown_.x - 2, shown_.y - 2}, {shown_.right() + 2, shown_.bottom() + 2}, true);
    const auto mark = [&](std::int64_t position, bool is_linked) {
      const auto cell = find_cell(layout_, context_.lab.slice, position);
      if (!cell) {
        return;
      }
      const Rect place = cell_at(*cell);
      mark_element(theme_, place, cells_.gap);
      const ImVec2 end{place.x + cells_.pitch.x / 2, place.y + cells_.pitch.y};
      if (is_linked && shown_.contains(end.x, place.y + cells_.pitch.y / 2)) {
        link.in_grid = end;
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
  ScreenGrid cells_{};
  /// The part of the child window beside the labels.
  Rect shown_;
};

}  // namespace

void draw_index_grid(const LayoutContext& context, const gpu::StridedLayout& layout, MapLink& link) {
  GridPanel{context, layout}.draw(link);
}

}  // namespace texelscope::app
