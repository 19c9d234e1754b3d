#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "app/labs/layout/panel/lab_panel.h"
#include "app/window/panels/imgui_versions.h"

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
  const float gap = theme(2);
  const float width = std::floor((ImGui::GetContentRegionAvail().x + gap) / lanes_in_row - gap);
  const float height = std::min(width, theme(24));
  ImGui::BeginGroup();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const CellColors colors{context.lab, layout};
  for (std::size_t i = 0; i < access.lanes.size(); ++i) {
    const WarpLane& lane = access.lanes[i];
    const auto row = static_cast<int>(i) / lanes_in_row;
    const auto column = static_cast<int>(i) % lanes_in_row;
    const ImVec2 at{corner.x + static_cast<float>(column) * (width + gap),
                    corner.y + static_cast<float>(row) * (height + gap)};
    const ImVec2 end{at.x + width, at.y + height};
    const Rgb fill = colors.of(lane.position);
    draw->AddRectFilled(at, end, packed(fill), theme(2));
    const std::string text = fmt::format("{}", i);
    const ImVec2 extent = text_size(theme.tiny_value, text);
    draw_text(draw, theme.tiny_value,
              {std::round((at.x + end.x - extent.x) / 2), std::round((at.y + end.y - extent.y) / 2)},
              packed(ink_on(fill)), text);
    if (context.hovered && context.hovered->position == lane.position) {
      draw->AddRect(at, end, packed(color::accent), theme(2), 0, std::max(1.5F, theme(2)));
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(static_cast<int>(i));
    invisible_button("lane", {width, height});
    context.record(fmt::format("lane{}", i));
    if (ImGui::IsItemHovered()) {
      context.lab.hovered = HoveredElement{lane.position, lane.offset, false};
      value_tooltip(context.panel, fmt::format("lane {}: index {}, offset {}, byte {}", i,
                                               to_string(index_at(layout, lane.position)), lane.offset, lane.address));
    }
    ImGui::PopID();
  }
  const auto rows = (static_cast<int>(access.lanes.size()) + lanes_in_row - 1) / lanes_in_row;
  ImGui::SetCursorScreenPos({corner.x, corner.y + static_cast<float>(rows) * (height + gap)});
  ImGui::Dummy({0, 0});
  ImGui::EndGroup();
  context.record("warp.lanes_by_sector");
}

void draw_lines(const LayoutContext& context, const WarpAccess& access) {
  const Theme& theme = context.theme();
  text_in(theme.heading, color::text_dim, "LINES, WITH THE LANES AT EACH SECTOR");
  const float label = theme(76);
  const float gap = theme(2);
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
    const std::string text = fmt::format("{}", line.number * line_bytes);
    draw_text(draw, theme.tiny_value, {corner.x, corner.y + (height - line_height(theme.tiny_value)) / 2},
              packed(line.number < 0 ? color::error : color::text_dim), ("byte " + text));
    for (int part = 0; part < sectors_of_line; ++part) {
      const std::int64_t number = line.number * sectors_of_line + part;
      const std::size_t found = access.find_sector(number);
      const ImVec2 at{corner.x + label + static_cast<float>(part) * (width + gap), corner.y};
      const ImVec2 end{at.x + width, at.y + height};
      if (found == access.sectors.size()) {
        draw->AddRectFilled(at, end, packed(color::raised), theme(2));
        continue;
      }
      const Rgb fill = category_color(static_cast<std::int64_t>(found));
      draw->AddRectFilled(at, end, packed(fill), theme(2));
      const std::string lanes = fmt::format("{}", std::popcount(access.sectors[found].lanes));
      const ImVec2 extent = text_size(theme.tiny_value, lanes);
      draw_text(draw, theme.tiny_value,
                {std::round((at.x + end.x - extent.x) / 2), std::round((at.y + end.y - extent.y) / 2)},
                packed(ink_on(fill)), lanes);
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
