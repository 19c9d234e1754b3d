#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

/// The state of an item.
struct ItemState {
  bool is_read = false;
  bool is_written = false;
  bool is_moved_now = false;
};

/// A side, or the tile between them.
struct Box {
  const char* name;
  const char* title;
  ScreenGrid cells;
  /// The item in each cell; negative for none.
  const std::vector<std::int32_t>& items;
  /// Null for the tile.
  std::int64_t MotionItem::*byte = nullptr;
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
    const auto box = [](const char* name, const char* title, int columns, int rows,
                        const std::vector<std::int32_t>& items, std::int64_t MotionItem::*byte) {
      return Box{name, title, {{}, {}, columns, rows}, items, byte};
    };
    std::vector<Box> boxes{box("source", "SOURCE", source_.columns, source_.rows, source_.cells, &MotionItem::source)};
    if (!stage_.empty()) {
      const MotionStage& stage = motion_.stage;
      boxes.push_back(box("stage", motion_.method == gpu::CopyMethod::channels ? "REGISTERS" : "TILE",
                          is_turned_ ? stage.rows : stage.columns, is_turned_ ? stage.columns : stage.rows, stage_,
                          nullptr));
    }
    boxes.push_back(box("destination", "DESTINATION", destination_.columns, destination_.rows, destination_.cells,
                        &MotionItem::destination));
    place(boxes, room);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    invisible_button("cells", room);
    context_.record("motion.cells");
    const auto hovered = lab_.hovered_item;
    lab_.hovered_item.reset();
    ImVec2 at{std::round(corner.x + (room.x - extent_.x) / 2), std::round(corner.y + (room.y - extent_.y) / 2)};
    for (Box& each : boxes) {
      draw_text(ImGui::GetWindowDrawList(), theme_.heading, at, packed(color::text_dim), each.title);
      each.cells.corner = {at.x, at.y + title_};
      context_.record(fmt::format("motion.{}", each.name), each.cells.box());
      if (const auto cell = each.cells.hovered()) {
        const std::int32_t item = each.items[static_cast<std::size_t>(cell->row * each.cells.columns + cell->column)];
        lab_.hovered_item = item < 0 ? lab_.hovered_item : std::optional{item};
      }
      draw_cells(each, hovered);
      if (is_beside_) {
        at.x += extent_of(each).x + gap_;
        if (&each != &boxes.back()) {
          draw_arrow({at.x - gap_ / 2, corner.y + room.y / 2 + title_ / 2});
        }
      } else {
        at.y += extent_of(each).y + gap_ / 2;
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

  /// With the title.
  [[nodiscard]] ImVec2 extent_of(const Box& box) const {
    const Rect cells = box.cells.box();
    return {std::max(cells.width, text_size(theme_.heading, box.title).x), title_ + cells.height};
  }

  /// The largest cells that fit, beside or below each other.
  void place(std::vector<Box>& boxes, ImVec2 room) {
    const bool is_small = room.y < theme_(220);
    title_ = theme_(is_small ? 16 : 20);
    gap_ = theme_(is_small ? 20 : 30);
    const auto gaps = static_cast<float>(boxes.size() - 1);
    const auto fits = [&](bool is_beside) {
      extent_ = is_beside ? ImVec2{gaps * gap_, 0} : ImVec2{0, gaps * gap_ / 2};
      for (const Box& box : boxes) {
        const ImVec2 each = extent_of(box);
        extent_ = is_beside ? ImVec2{extent_.x + each.x, std::max(extent_.y, each.y)}
                            : ImVec2{std::max(extent_.x, each.x), extent_.y + each.y};
      }
      is_beside_ = is_beside;
      return extent_.x <= room.x && extent_.y <= room.y;
    };
    constexpr float smallest = 2;
    for (float side = std::floor(theme_(24)); side >= smallest; side -= 1) {
      for (Box& box : boxes) {
        box.cells.pitch = {side, side};
        box.cells.gap = side >= 5 ? std::max(1.0F, std::floor(theme_(1))) : 0.0F;
      }
      if (fits(true) || fits(false)) {
        return;
      }
    }
    fits(true);
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

  /// The sectors of a side that the last move requested.
  [[nodiscard]] std::set<std::int64_t> touched_sectors(std::int64_t MotionItem::*side) const {
    std::set<std::int64_t> sectors;
    if (side == nullptr || done_ == 0) {
      return sectors;
    }
    const CopyMove& move = motion_.moves[done_ - 1];
    const bool is_other_side = move.kind == (side == &MotionItem::source ? MoveKind::write : MoveKind::read);
    for (const std::int32_t item : is_other_side ? std::vector<std::int32_t>{} : move.items) {
      sectors.insert(sector_at(motion_.items[static_cast<std::size_t>(item)].*side));
    }
    return sectors;
  }

  void draw_cells(const Box& box, std::optional<std::int32_t> hovered) const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const std::set<std::int64_t> sectors = touched_sectors(box.byte);
    const float side = box.cells.pitch.x;
    const MoveKind kind = done_ > 0 ? motion_.moves[done_ - 1].kind : MoveKind::copy;
    const bool is_stage = box.byte == nullptr;
    const bool is_source = box.byte == &MotionItem::source;
    const bool takes_part =
        is_stage || kind == MoveKind::copy || kind == (is_source ? MoveKind::read : MoveKind::write);
    for (std::size_t number = 0; number < box.items.size(); ++number) {
      const std::int32_t item = box.items[number];
      const Rect cell = box.cells.at(static_cast<std::int64_t>(number));
      if (item < 0) {
        fill_box(draw, cell, packed(is_stage ? color::panel : color::canvas));
        if (is_stage) {
          frame_box(draw, cell, packed(color::raised));
        }
        continue;
      }
      const ItemState& state = states_[static_cast<std::size_t>(item)];
      const bool is_now = state.is_moved_now && takes_part;
      const Rgb full = color_of(item);
      const bool is_bright = is_source  ? !state.is_read || is_now
                             : is_stage ? !state.is_written || is_now
                                        : state.is_written;
      const bool is_empty = !is_source && !is_stage && !state.is_written;
      fill_box(draw, cell, is_empty ? packed(color::raised) : packed(is_bright ? full : faded(full)));
      if (is_now && side < 4) {
        fill_box(draw, cell, packed(color::accent));
      } else if (is_now) {
        frame_box(draw, cell, packed(color::accent), side < theme_(8) ? 1.0F : std::max(1.0F, std::floor(theme_(2))));
      } else if (!is_stage && side >= 4 &&
                 sectors.contains(sector_at(motion_.items[static_cast<std::size_t>(item)].*box.byte))) {
        frame_box(draw, cell, packed(color::text_dim));
      }
      if (hovered == item) {
        frame_box(draw, {cell.x - 1, cell.y - 1, cell.width + 2, cell.height + 2}, packed(color::text),
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
  bool is_beside_ = true;
  ImVec2 extent_{};
};

}  // namespace

void draw_motion_cells(const CopyContext& context, ImVec2 room) { CellsPanel{context}.draw(room); }

}  // namespace texelscope::app
