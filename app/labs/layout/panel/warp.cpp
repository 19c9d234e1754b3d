#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "app/labs/layout/panel/lab_panel.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

constexpr int lanes_in_row = 8;
constexpr int sectors_of_line = static_cast<int>(line_bytes / sector_bytes);

void draw_start(const LayoutContext& context, const gpu::StridedLayout& layout) {
  std::int64_t& start = context.lab.warp_start;
  const std::int64_t last = std::max<std::int64_t>(layout.volume() - 1, 0);
  start = std::clamp<std::int64_t>(start, 0, last);
  ImGui::SetNextItemWidth(-1);
  slide_number(context, "warp_start", start, 0, last, "from element %lld");
  tooltip(context.theme(),
          fmt::format("Lane 0 reads this element, in C order; lane 1 reads the next, and so on. Double-click to type "
                      "it{}.",
                      context.shows_map() ? ", or click an element of the map" : ""));
}

void figure(const LayoutContext& context, const char* name, const std::string& value, const std::string& text) {
  value_row(context, name, color::text, value, color::text);
  context.describe(fmt::format("warp.{}", name), text);
}

void draw_figures(const LayoutContext& context, const WarpAccess& access) {
  const auto sectors = static_cast<std::int64_t>(access.sectors.size());
  figure(context, "lanes", fmt::format("{}", access.lanes.size()), "Fewer than 32 if the elements run out.");
  figure(context, "bytes requested", fmt::format("{}", access.asked_bytes), "Lanes times the bytes per element.");
  figure(context, "sectors", fmt::format("{}", sectors), "32-byte units fetched.");
  figure(context, "ideal sectors", fmt::format("{}", access.ideal_sectors),
         "The minimum number of sectors for this many bytes.");
  figure(context, "lines", fmt::format("{}", access.lines.size()), "128-byte cache lines touched.");
  figure(context, "load efficiency", fmt::format("{:g} %", std::round(1000 * access.efficiency()) / 10),
         "Bytes requested, divided by bytes fetched; above 100 % where lanes share elements.");
  const Theme& theme = context.theme();
  ImGui::Dummy({0, 0});
  if (sectors <= access.ideal_sectors) {
    wrapped_text_in(theme.small_text, color::accent,
                    sectors < access.ideal_sectors ? "Coalesced: lanes share elements, so fewer sectors suffice."
                                                   : "Coalesced: no more sectors than needed.");
  } else if (access.is_misaligned) {
    wrapped_text_in(theme.small_text, color::warning,
                    fmt::format("Misaligned: {} sectors where {} would suffice.", sectors, access.ideal_sectors));
  } else {
    wrapped_text_in(theme.small_text, color::warning,
                    fmt::format("Not coalesced: {:.3g}× the sectors that the bytes need.",
                                static_cast<double>(sectors) / static_cast<double>(access.ideal_sectors)));
  }
  context.record("warp.verdict");
}

void draw_lanes(const LayoutContext& context, const gpu::StridedLayout& layout, const WarpAccess& access) {
  const Theme& theme = context.theme();
  ImGui::Dummy({0, 0});
  text_in(theme.heading, color::text_dim, "LANES, COLORED BY SECTOR");
  const float gap = theme(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x + gap) / lanes_in_row - gap);
  const auto rows = (static_cast<int>(access.lanes.size()) + lanes_in_row - 1) / lanes_in_row;
  ImGui::BeginGroup();
  const ScreenGrid cells{
      ImGui::GetCursorScreenPos(), {width + gap, std::min(width, theme(24)) + gap}, lanes_in_row, rows, gap};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const CellColors colors{context.lab, layout};
  for (std::size_t i = 0; i < access.lanes.size(); ++i) {
    const WarpLane& lane = access.lanes[i];
    const Rect cell = cells.at(static_cast<std::int64_t>(i));
    draw_cell(draw, cell, colors.of(lane.position), theme.tiny_value, fmt::format("{}", i), theme(2));
    if (context.hovered && context.hovered->position == lane.position) {
      frame_box(draw, cell, packed(color::accent), std::max(1.5F, theme(2)), theme(2));
    }
    ImGui::SetCursorScreenPos({cell.x, cell.y});
    ImGui::PushID(static_cast<int>(i));
    invisible_button("lane", {cell.width, cell.height});
    context.record(fmt::format("lane{}", i));
    if (ImGui::IsItemHovered()) {
      context.lab.hovered = HoveredElement{lane.position, lane.offset, false};
      value_tooltip(context.panel, fmt::format("lane {}: index {}, offset {}, byte {}", i,
                                               to_string(index_at(layout, lane.position)), lane.offset, lane.address));
    }
    ImGui::PopID();
  }
  ImGui::SetCursorScreenPos({cells.corner.x, cells.box().bottom()});
  ImGui::Dummy({0, 0});
  ImGui::EndGroup();
  context.record("warp.lanes_by_sector");
}

void draw_lines(const LayoutContext& context, const WarpAccess& access) {
  const Theme& theme = context.theme();
  text_in(theme.heading, color::text_dim, "LINES, WITH THE LANES AT EACH SECTOR");
  const float label = theme(76);
  const float gap = theme(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - label + gap) / sectors_of_line - gap);
  const float height = theme(18);
  // The height of a cover must not reveal the number of lines.
  constexpr float covered_lines = 8;
  const std::array<std::string, 1> lines{"warp.lanes_of_lines"};
  if (reserve_if_hidden(context, lines, covered_lines * (height + ImGui::GetStyle().ItemSpacing.y))) {
    return;
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImGui::BeginGroup();
  for (const WarpSegment& line : access.lines) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy({label + static_cast<float>(sectors_of_line) * (width + gap) - gap, height});
    if (!ImGui::IsItemVisible()) {
      continue;
    }
    draw_text(draw, theme.tiny_value, {corner.x, corner.y + (height - line_height(theme.tiny_value)) / 2},
              packed(line.number < 0 ? color::error : color::text_dim),
              fmt::format("byte {}", line.number * line_bytes));
    const ScreenGrid cells{{corner.x + label, corner.y}, {width + gap, height + gap}, sectors_of_line, 1, gap};
    for (int part = 0; part < sectors_of_line; ++part) {
      const std::size_t found = access.find_sector(line.number * sectors_of_line + part);
      if (found == access.sectors.size()) {
        fill_box(draw, cells.at(part), packed(color::raised), theme(2));
      } else {
        draw_cell(draw, cells.at(part), category_color(static_cast<std::int64_t>(found)), theme.tiny_value,
                  fmt::format("{}", std::popcount(access.sectors[found].lanes)), theme(2));
      }
    }
  }
  ImGui::EndGroup();
  context.record("warp.lanes_of_lines");
}

}  // namespace

void draw_lab_warp(const LayoutContext& context, const gpu::StridedLayout& layout) {
  const Theme& theme = context.theme();
  if (layout.is_empty()) {
    wrapped_text_in(theme.small_text, color::text_dim, "There are no elements to read.");
    return;
  }
  wrapped_text_in(
      theme.small_text, color::text_dim,
      "One load of a warp: 32 lanes read consecutive elements, in C order. Offset 0 is at the start of a line.");
  draw_start(context, layout);
  const WarpAccess access = warp_access(layout, context.lab.warp_start);
  draw_figures(context, access);
  draw_lanes(context, layout, access);
  draw_lines(context, access);
}

}  // namespace texelscope::app
