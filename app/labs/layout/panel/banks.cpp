#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/labs/layout/panel/lab_panel.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

/// A lane loads at most 16 bytes.
constexpr auto tile_itemsizes = std::span{itemsizes}.first<5>();
constexpr auto tile_itemsize_names = std::span{itemsize_names}.first<5>();
constexpr std::array<std::string_view, 3> direction_names = {"a row", "a column", "a diagonal"};

void draw_settings(const LayoutContext& context) {
  LayoutLab& lab = context.lab;
  SharedMemoryTile& tile = lab.tile;
  const Theme& theme = context.theme();
  const float room = ImGui::GetContentRegionAvail().x;
  const int columns = std::clamp(static_cast<int>(room / theme(136)), 2, 6);
  const float gap = theme(8);
  const float width = std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  int count = 0;
  const auto next = [&] {
    if (count++ % columns != 0) {
      ImGui::SameLine(0, gap);
    }
    ImGui::SetNextItemWidth(width);
  };
  next();
  drag_number(context, "tile_rows", tile.rows, 1, 64, "%lld rows");
  tooltip(theme, "The rows of the tile in shared memory.");
  next();
  drag_number(context, "tile_columns", tile.columns, 1, 64, "%lld columns");
  tooltip(theme, "The columns of the tile, without its padding.");
  next();
  const auto found = std::ranges::find(tile_itemsizes, tile.itemsize);
  auto chosen = static_cast<std::size_t>(found - tile_itemsizes.begin()) % tile_itemsizes.size();
  choose(context, "tile_itemsize", tile_itemsize_names, chosen);
  tooltip(theme, "The size of an element.");
  tile.itemsize = static_cast<int>(tile_itemsizes[chosen]);
  next();
  drag_number(context, "tile_padding", tile.padding, 0, 32, "padding %lld");
  tooltip(theme, "Unused elements at the end of each row.");
  next();
  toggle_button(context,
                {"tile_swizzle", "XOR swizzle",
                 "Stores column c of a row in column c XOR (row mod p), where p is the largest power of two that "
                 "divides the number of columns."},
                tile.is_swizzled, {width, 0});
  next();
  choose(context, "tile_access", direction_names, lab.access.direction);
  tooltip(theme, "The elements that the warp reads with one load.");
  next();
  drag_number(context, "tile_line", lab.access.line, 0, 63, "number %lld");
  tooltip(theme, "Which row, column or diagonal.");
  settle(tile, lab.access);
}

std::string verdict_text(const LayoutLab& lab, const BankConflicts& conflicts) {
  const auto phases = static_cast<int>(conflicts.phases.size());
  const std::string served =
      phases == 1 ? "" : fmt::format(" {}-byte elements are served in {} phases.", lab.tile.itemsize, phases);
  if (!conflicts.has_conflicts()) {
    return fmt::format("No conflicts: no bank has to serve two words{}.{}", phases == 1 ? "" : " in one phase", served);
  }
  return fmt::format("{}-way conflict: the load takes {} passes instead of {}.{}", conflicts.degree(), conflicts.passes,
                     phases, served);
}

void draw_advice(const LayoutContext& context) {
  LayoutLab& lab = context.lab;
  const Theme& theme = context.theme();
  const PaddingAdvice& advice = lab.padding_advice();
  const std::optional<int> padding = lab.access.direction == TileDirection::diagonal ? advice.diagonal : advice.column;
  const char* what = lab.access.direction == TileDirection::diagonal ? "diagonals" : "columns";
  const std::string text =
      !padding ? fmt::format("No padding up to 32 elements allows reads of all rows and {} without conflicts.", what)
      : *padding == lab.tile.padding
          ? fmt::format("Padding {} allows reads of all rows and {} without conflicts.", *padding, what)
          : fmt::format("With padding {}, all rows and {} are read without conflicts.", *padding, what);
  wrapped_text_in(theme.small_text, color::text_dim, text);
  context.record("padding_advice");
  if (!padding || *padding == lab.tile.padding) {
    return;
  }
  const std::string use = fmt::format("Use {}", *padding);
  const float end = ImGui::GetItemRectMax().x + theme(60);
  if (end < ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) {
    ImGui::SameLine();
  }
  if (link_button(theme, use.c_str())) {
    lab.tile.padding = *padding;
  }
  context.describe("use_padding", "Sets the padding of the tile.");
}

Rgb bank_color(int bank) { return position_color(bank, bank_count); }

/// The largest number of words that a phase requests from each bank, as a bar of boxes, at most `height` high including
/// numbers.
void draw_histogram(const LayoutContext& context, const BankConflicts& conflicts, float height) {
  const Theme& theme = context.theme();
  std::array<int, bank_count> words{};
  for (const BankPhase& phase : conflicts.phases) {
    for (std::size_t bank = 0; bank < words.size(); ++bank) {
      words[bank] = std::max(words[bank], phase.words[bank]);
    }
  }
  const auto most = static_cast<float>(*std::ranges::max_element(words));
  const float label = theme(16);
  const float box = std::min((height - label) / most, theme(14));
  const float column = std::floor(std::min(ImGui::GetContentRegionAvail().x / bank_count, theme(30)));
  const bool has_all = text_size(theme.tiny_value, "00").x + theme(4) <= column;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  // The height of a cover must not reveal the number of words.
  const bool is_covered = is_hidden(context.state().course, "layouts.banks");
  const float base = std::round(corner.y + (is_covered ? height - label : box * most));
  ImGui::Dummy({column * bank_count, base + label - corner.y});
  context.record("banks");
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (std::size_t bank = 0; bank < words.size(); ++bank) {
    const float x = corner.x + static_cast<float>(bank) * column;
    for (int word = 0; word < words[bank]; ++word) {
      const float bottom = base - static_cast<float>(word) * box;
      const float line = box > 3 ? 1.0F : 0.0F;
      draw->AddRectFilled({x, bottom - box + line}, {x + column - std::max(1.0F, theme(1)), bottom},
                          words[bank] > 1 ? packed(color::error) : packed(bank_color(static_cast<int>(bank))));
    }
    draw->AddRectFilled({x, base}, {x + column - std::max(1.0F, theme(1)), base + std::max(1.0F, theme(1))},
                        packed(color::line));
    if (has_all || bank % 4 == 0) {
      draw_text_at(draw, theme.tiny_value, {x + column / 2, base + theme(2)}, {0.5F, 0}, packed(color::text_dim),
                   fmt::format("{}", bank));
    }
  }
}

ScreenGrid tile_cells(const LayoutContext& context, ImVec2 room) {
  const SharedMemoryTile& tile = context.lab.tile;
  const Theme& theme = context.theme();
  const int pitch = tile.columns + tile.padding;
  const float side = fitting_side(room, pitch, tile.rows, theme(8), theme(34));
  return {{}, {side, side}, pitch, tile.rows, std::max(1.0F, std::floor(theme(1)))};
}

void draw_tile(const LayoutContext& context, const BankConflicts& conflicts) {
  const SharedMemoryTile& tile = context.lab.tile;
  const Theme& theme = context.theme();
  ScreenGrid cells = tile_cells(context, ImGui::GetContentRegionAvail());
  begin_part("cells", {0, 0}, ImGuiWindowFlags_HorizontalScrollbar);
  cells.corner = ImGui::GetCursorScreenPos();
  const Rect box = cells.box();
  invisible_button("cells", {box.width, box.height});
  context.record("tile");
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (int row = 0; row < tile.rows; ++row) {
    for (int column = 0; column < tile.columns; ++column) {
      const int bank = tile.byte_address(row, column) / bank_word_bytes % bank_count;
      fill_box(draw, cells.at(column, row), packed(faded(bank_color(bank))));
    }
    if (tile.padding > 0) {
      const Rect first = cells.at(tile.columns, row);
      draw_hatch(theme, draw, {first.x, first.y}, {box.right() - cells.gap, first.bottom()}, color::line);
    }
  }
  ImFont* font = cell_font(theme, cells.pitch.x - cells.gap, "31");
  for (const BankLane& lane : conflicts.lanes) {
    const Rect cell = cells.at(lane.column, lane.row);
    draw_cell(draw, cell, bank_color(lane.bank), font, fmt::format("{}", lane.bank));
    if (conflicts.phases[static_cast<std::size_t>(lane.phase)].words[static_cast<std::size_t>(lane.bank)] > 1) {
      frame_box(draw, cell, packed(color::error), std::max(1.0F, theme(1.5F)));
    }
  }
  if (const auto hovered = cells.hovered()) {
    const auto row = static_cast<int>(hovered->row);
    const auto column = static_cast<int>(hovered->column);
    const bool is_padding = column >= tile.columns;
    const int address =
        is_padding ? (row * (tile.columns + tile.padding) + column) * tile.itemsize : tile.byte_address(row, column);
    const auto lane = std::ranges::find_if(conflicts.lanes,
                                           [&](const BankLane& one) { return one.row == row && one.column == column; });
    value_tooltip(
        context.panel,
        fmt::format(
            "row {}, {} {}: byte {}, bank {}{}", row, is_padding ? "padding" : "column", column, address,
            address / bank_word_bytes % bank_count,
            lane == conflicts.lanes.end() ? "" : fmt::format(", read by lane {}", lane - conflicts.lanes.begin())));
  }
  ImGui::EndChild();
}

}  // namespace

void draw_lab_banks(const LayoutContext& context) {
  LayoutLab& lab = context.lab;
  const Theme& theme = context.theme();
  draw_settings(context);
  const BankConflicts conflicts = bank_conflicts(lab.tile, lab.access);
  ImGui::Dummy({0, 0});
  // Covering the texts would reveal their lengths.
  const std::array<std::string, 3> texts{"bank_verdict", "padding_advice", "use_padding"};
  if (!reserve_if_hidden(context, texts, theme(50))) {
    wrapped_text_in(theme.text, conflicts.has_conflicts() ? color::error : color::accent, verdict_text(lab, conflicts));
    context.record("bank_verdict");
    draw_advice(context);
  }
  ImGui::Dummy({0, theme(4)});
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool is_wide = room.x >= theme(700);
  const auto words = [&](float height) {
    // The histogram shows the maximum over all phases.
    text_in(theme.heading, color::text_dim,
            conflicts.phases.size() > 1 ? "WORDS REQUESTED FROM EACH BANK, IN ONE PHASE"
                                        : "WORDS REQUESTED FROM EACH BANK");
    context.record("bank_words_title");
    draw_histogram(context, conflicts, height);
  };
  if (!is_wide) {
    words(std::clamp(room.y * 0.3F, theme(60), theme(96)));
    ImGui::Dummy({0, theme(4)});
  }
  // As wide as its cells, so that the histogram of words fits next to it.
  const float most = std::round(room.x * 0.6F);
  const float needed = tile_cells(context, {most, room.y - theme(20)}).box().width;
  const float title = theme(370);
  // In a window too short for both parts, the whole view scrolls.
  const float height = is_wide ? 0 : std::max(ImGui::GetContentRegionAvail().y, theme(160));
  begin_part("tile", {is_wide ? std::clamp(needed, title, most) : 0, height});
  text_in(theme.heading, color::text_dim,
          fmt::format("{}-BYTE TILE: BANK OF EACH ELEMENT READ", lab.tile.size_in_bytes()));
  draw_tile(context, conflicts);
  ImGui::EndChild();
  if (is_wide) {
    ImGui::SameLine(0, theme(16));
    begin_part("words", {0, 0});
    words(std::max(theme(200), room.y * 0.7F));
    ImGui::EndChild();
  }
}

}  // namespace texelscope::app
