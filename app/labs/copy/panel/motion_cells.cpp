#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/labs/layout/warp_access.h"

namespace texelscope::app {
namespace {

/// The state of an item.
struct ItemState {
  bool is_read = false;
  bool is_written = false;
  bool is_moved_now = false;
};

/// Cells with the caption above them.
struct Box {
  const char* title;
  int columns;
  int rows;
};

class CellsPanel {
 public:
  explicit CellsPanel(const CopyContext& context)
      : context_{context},
        theme_{context.theme()},
        lab_{context.lab},
        motion_{lab_.motion()},
        source_{motion_grid(motion_, CopySideName::source)},
        destination_{motion_grid(motion_, CopySideName::destination)},
        done_{lab_.moves_done()},
        states_(motion_.items.size()),
        places_{1 + *std::ranges::max_element(source_.cell_of)} {
    for (std::size_t number = 0; number < done_; ++number) {
      const CopyMove& move = motion_.moves[number];
      for (const std::int32_t item : move.items) {
        ItemState& state = states_[static_cast<std::size_t>(item)];
        state.is_read = true;
        state.is_written = state.is_written || move.kind != MoveKind::read;
        state.is_moved_now = number + 1 == done_;
      }
    }
    fill_stage();
  }

  void draw(ImVec2 room) {
    std::vector<Box> boxes{{"SOURCE", source_.columns, source_.rows}};
    if (!stage_.empty()) {
      const char* title = motion_.method == gpu::CopyMethod::channels ? "REGISTERS" : "TILE";
      boxes.push_back(is_turned_ ? Box{title, motion_.stage.rows, motion_.stage.columns}
                                 : Box{title, motion_.stage.columns, motion_.stage.rows});
    }
    boxes.push_back({"DESTINATION", destination_.columns, destination_.rows});
    place(boxes, room);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    invisible_button("cells", room);
    context_.record("motion.cells");
    const bool is_hovered = ImGui::IsItemHovered();
    const auto hovered = lab_.hovered_item;
    lab_.hovered_item.reset();
    ImVec2 at{std::round(corner.x + (room.x - extent_.x) / 2), std::round(corner.y + (room.y - extent_.y) / 2)};
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Box& box = boxes[i];
      const bool is_source = i == 0;
      const bool is_stage = i == 1 && boxes.size() == 3;
      draw_title(box, at);
      const std::vector<std::int32_t>& cells = is_source ? source_.cells : is_stage ? stage_ : destination_.cells;
      const ImVec2 cells_at{at.x, at.y + title_};
      const ImVec2 extent{side_ * static_cast<float>(box.columns), side_ * static_cast<float>(box.rows)};
      context_.state().drawn.widgets[fmt::format("copies.motion.{}", is_source  ? "source"
                                                                     : is_stage ? "stage"
                                                                                : "destination")] = {
          cells_at.x, cells_at.y, extent.x, extent.y};
      if (is_hovered) {
        take_mouse(box, cells, cells_at);
      }
      draw_cells(box, cells, cells_at,
                 is_stage    ? nullptr
                 : is_source ? &MotionItem::source
                             : &MotionItem::destination,
                 is_source, hovered);
      if (is_beside_) {
        at.x += std::max(extent.x, title_width(box)) + gap_;
        if (i + 1 < boxes.size()) {
          draw_arrow({at.x - gap_ / 2, corner.y + room.y / 2 + title_ / 2});
        }
      } else {
        at.y += title_ + extent.y + gap_ / 2;
      }
    }
  }

 private:
  /// The staged items, row by row as they were read.
  void fill_stage() {
    if (motion_.stage.rows == 0) {
      return;
    }
    stage_.assign(static_cast<std::size_t>(motion_.stage.columns * motion_.stage.rows), -1);
    std::size_t first = 0;
    for (std::size_t number = 0; number < done_; ++number) {
      first = motion_.moves[number].begins_tile ? number : first;
    }
    // If more rows are read than are written, the stage is drawn transposed, as the rows that are written.
    is_turned_ = motion_.stage.rows > motion_.stage.columns;
    const auto columns = static_cast<std::size_t>(motion_.stage.columns);
    const auto rows = static_cast<std::size_t>(motion_.stage.rows);
    std::size_t slot = 0;
    for (std::size_t number = first; number < done_; ++number) {
      const CopyMove& move = motion_.moves[number];
      if (move.kind != MoveKind::read) {
        continue;
      }
      for (const std::int32_t item : move.items) {
        const std::size_t cell = is_turned_ ? slot % columns * rows + slot / columns : slot;
        stage_[std::min(cell, stage_.size() - 1)] = item;
        ++slot;
      }
      // Rows at the edge are shorter.
      slot = move.items.size() < columns ? (slot + columns - 1) / columns * columns : slot;
    }
  }

  [[nodiscard]] float title_width(const Box& box) const { return text_size(theme_.heading, box.title).x; }

  /// The extent of boxes with cells of a given side.
  [[nodiscard]] ImVec2 extent_of(const std::vector<Box>& boxes, float side, bool is_beside) const {
    const float gaps = static_cast<float>(boxes.size() - 1) * (is_beside ? gap_ : gap_ / 2);
    ImVec2 extent = is_beside ? ImVec2{gaps, 0} : ImVec2{0, gaps};
    for (const Box& box : boxes) {
      const float wide = std::max(side * static_cast<float>(box.columns), title_width(box));
      const float high = title_ + side * static_cast<float>(box.rows);
      extent = is_beside ? ImVec2{extent.x + wide, std::max(extent.y, high)}
                         : ImVec2{std::max(extent.x, wide), extent.y + high};
    }
    return extent;
  }

  /// The largest cells that fit, beside or below each other.
  void place(const std::vector<Box>& boxes, ImVec2 room) {
    const bool is_small = room.y < theme_(220);
    title_ = theme_(is_small ? 16 : 20);
    gap_ = theme_(is_small ? 20 : 30);
    constexpr float smallest = 2;
    const auto fits = [&](bool is_beside) {
      const ImVec2 extent = extent_of(boxes, side_, is_beside);
      return extent.x <= room.x && extent.y <= room.y;
    };
    for (side_ = std::floor(theme_(24)); side_ > smallest && !fits(true) && !fits(false);) {
      side_ -= 1;
    }
    is_beside_ = fits(true) || !fits(false);
    extent_ = extent_of(boxes, side_, is_beside_);
  }

  void draw_title(const Box& box, ImVec2 at) const {
    draw_text(ImGui::GetWindowDrawList(), theme_.heading, at, packed(color::text_dim), box.title);
  }

  void draw_arrow(ImVec2 middle) const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float reach = theme_(6);
    const float width = std::max(1.0F, theme_(1.5F));
    const ImU32 ink = packed(color::text_disabled);
    draw->AddLine({middle.x - reach, middle.y}, {middle.x + reach, middle.y}, ink, width);
    draw->AddLine({middle.x + reach - theme_(4), middle.y - theme_(4)}, {middle.x + reach, middle.y}, ink, width);
    draw->AddLine({middle.x + reach - theme_(4), middle.y + theme_(4)}, {middle.x + reach, middle.y}, ink, width);
  }

  void take_mouse(const Box& box, const std::vector<std::int32_t>& cells, ImVec2 at) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto column = static_cast<int>(std::floor((mouse.x - at.x) / side_));
    const auto row = static_cast<int>(std::floor((mouse.y - at.y) / side_));
    if (column >= 0 && column < box.columns && row >= 0 && row < box.rows) {
      const std::int32_t item = cells[static_cast<std::size_t>(row * box.columns + column)];
      lab_.hovered_item = item < 0 ? lab_.hovered_item : std::optional{item};
    }
  }

  /// The sectors of a side that the last move requested.
  [[nodiscard]] std::set<std::int64_t> touched_sectors(std::int64_t MotionItem::*side) const {
    std::set<std::int64_t> sectors;
    if (side == nullptr || done_ == 0) {
      return sectors;
    }
    const CopyMove& move = motion_.moves[done_ - 1];
    const bool is_other_side = move.kind == (side == &MotionItem::source ? MoveKind::write : MoveKind::read);
    for (const std::int32_t item : is_other_side ? std::vector<std::int32_t>{} : move.items) {
      sectors.insert(sector_of(motion_.items[static_cast<std::size_t>(item)].*side));
    }
    return sectors;
  }

  [[nodiscard]] static std::int64_t sector_of(std::int64_t byte) {
    return byte >= 0 ? byte / sector_bytes : -((sector_bytes - 1 - byte) / sector_bytes);
  }

  void draw_cells(const Box& box, const std::vector<std::int32_t>& cells, ImVec2 at, std::int64_t MotionItem::*side,
                  bool is_source, std::optional<std::int32_t> hovered) const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const std::set<std::int64_t> sectors = touched_sectors(side);
    const float line = side_ >= 5 ? std::max(1.0F, std::floor(theme_(1))) : 0.0F;
    const bool has_move = done_ > 0;
    const MoveKind kind = has_move ? motion_.moves[done_ - 1].kind : MoveKind::copy;
    const bool takes_part =
        side == nullptr || kind == MoveKind::copy || kind == (is_source ? MoveKind::read : MoveKind::write);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      const std::int32_t item = cells[cell];
      const auto column = static_cast<float>(cell % static_cast<std::size_t>(box.columns));
      const std::size_t rows_above = cell / static_cast<std::size_t>(box.columns);
      const auto row = static_cast<float>(rows_above);
      const ImVec2 corner{at.x + column * side_, at.y + row * side_};
      const ImVec2 end{corner.x + side_ - line, corner.y + side_ - line};
      if (item < 0) {
        draw->AddRectFilled(corner, end, packed(side == nullptr ? color::panel : color::canvas));
        if (side == nullptr) {
          draw->AddRect(corner, end, packed(color::raised));
        }
        continue;
      }
      const ItemState& state = states_[static_cast<std::size_t>(item)];
      const bool is_now = state.is_moved_now && takes_part;
      const Rgb full = color_of(item);
      const bool is_bright = is_source         ? !state.is_read || is_now
                             : side == nullptr ? !state.is_written || is_now
                                               : state.is_written;
      const bool is_empty = !is_source && side != nullptr && !state.is_written;
      draw->AddRectFilled(corner, end, is_empty ? packed(color::raised) : packed(is_bright ? full : faded(full)));
      const bool is_sector =
          side != nullptr && sectors.contains(sector_of(motion_.items[static_cast<std::size_t>(item)].*side));
      if (is_now && side_ < 4) {
        draw->AddRectFilled(corner, end, packed(color::accent));
      } else if (is_now) {
        draw->AddRect(corner, end, packed(color::accent), 0, 0,
                      side_ < theme_(8) ? 1.0F : std::max(1.0F, std::floor(theme_(2))));
      } else if (is_sector && side_ >= 4) {
        draw->AddRect(corner, end, packed(color::text_dim));
      }
      if (hovered == item) {
        draw->AddRect({corner.x - 1, corner.y - 1}, {end.x + 1, end.y + 1}, packed(color::text), 0, 0,
                      std::max(1.0F, std::floor(theme_(2))));
      }
    }
  }

  /// By its position in the source's memory.
  [[nodiscard]] Rgb color_of(std::int32_t item) const {
    return position_color(source_.cell_of[static_cast<std::size_t>(item)], places_);
  }

  const CopyContext& context_;
  const Theme& theme_;
  CopyLab& lab_;
  const CopyMotion& motion_;
  MotionGrid source_;
  MotionGrid destination_;
  std::size_t done_;
  std::vector<ItemState> states_;
  /// Cells of the source up to the last item.
  std::int64_t places_;
  std::vector<std::int32_t> stage_;
  bool is_turned_ = false;
  float title_ = 0;
  float gap_ = 0;
  float side_ = 0;
  bool is_beside_ = true;
  ImVec2 extent_{};
};

}  // namespace

void draw_motion_cells(const CopyContext& context, ImVec2 room) { CellsPanel{context}.draw(room); }

}  // namespace texelscope::app
