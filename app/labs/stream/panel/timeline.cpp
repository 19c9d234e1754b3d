#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

#include "app/labs/stream/panel/stream_panel.h"
#include "app/text/duration_text.h"

namespace texelscope::app {
namespace {

/// Where the parts of the timeline lie on the screen.
struct Plot {
  const StreamContext& context;
  const Timeline& timeline;
  ImVec2 corner;
  ImVec2 end;
  float label_width = 0;
  float axis_height = 0;
  float lane_height = 0;

  [[nodiscard]] float left() const { return corner.x + label_width; }
  [[nodiscard]] float width() const { return end.x - left(); }
  [[nodiscard]] float x(gpu::CallClock::time_point time) const {
    const double position = std::clamp(context.lab.view.position(time), -1.0, 2.0);
    return left() + static_cast<float>(position) * width();
  }
  [[nodiscard]] float top(std::size_t lane) const {
    return corner.y + axis_height + static_cast<float>(lane) * lane_height;
  }
  [[nodiscard]] float bar_top(std::size_t lane) const { return top(lane) + std::round(lane_height * 0.14F); }
  [[nodiscard]] float bar_bottom(std::size_t lane) const { return top(lane + 1) - std::round(lane_height * 0.14F); }
  [[nodiscard]] float middle(std::size_t lane) const { return (bar_top(lane) + bar_bottom(lane)) / 2; }
};

bool is_of_one_call(std::uint64_t number, std::uint64_t other) { return number != 0 && number == other; }

void draw_axis(const Plot& plot, ImDrawList* draw) {
  const Theme& theme = plot.context.theme();
  const TimeView& view = plot.context.lab.view;
  const double distance = mark_distance(view.seconds, plot.width() / theme(110));
  const gpu::ActivitySpan shown = view.span();
  const double first = std::ceil(seconds_of(shown.start - plot.context.lab.zero) / distance);
  const double last = std::floor(seconds_of(shown.end - plot.context.lab.zero) / distance);
  for (double mark = first; mark <= last; ++mark) {
    const auto time = plot.context.lab.zero + std::chrono::duration_cast<gpu::CallClock::duration>(
                                                  std::chrono::duration<double>(mark * distance));
    const float x = std::round(plot.x(time));
    draw->AddLine({x, plot.corner.y + plot.axis_height}, {x, plot.end.y}, packed(color::line), 1);
    // A time stands to the left of its mark: that at the right edge is now.
    const std::string text = mark_text(mark * distance);
    const float text_width = ImGui::CalcTextSize(text.c_str()).x;
    if (x - text_width >= plot.left()) {
      draw->AddText({x - text_width - theme(3), plot.corner.y}, packed(color::text_dim), text.c_str());
    }
  }
}

void draw_lanes(const Plot& plot, ImDrawList* draw) {
  const Theme& theme = plot.context.theme();
  for (std::size_t lane = 0; lane < plot.timeline.lanes.size(); ++lane) {
    const float top = plot.top(lane);
    if (lane % 2 == 0) {
      draw->AddRectFilled({plot.corner.x, top}, {plot.end.x, top + plot.lane_height}, packed(color::panel));
    }
    const std::string title = shortened(to_string(plot.timeline.lanes[lane]), plot.label_width - theme(8));
    if (plot.lane_height >= ImGui::GetFontSize() - theme(3)) {
      draw->AddText({plot.corner.x + theme(4), std::round(top + (plot.lane_height - ImGui::GetFontSize()) / 2)},
                    packed(color::text_dim), title.c_str());
    }
  }
}

void draw_item(const Plot& plot, const TimelineItem& item, ImDrawList* draw) {
  const Theme& theme = plot.context.theme();
  const StreamLab& lab = plot.context.lab;
  const float left = plot.x(item.time.start);
  const float right = std::max(plot.x(item.time.end), left + theme(1.5F));
  const float top = plot.bar_top(item.lane);
  const float bottom = plot.bar_bottom(item.lane);
  const ImU32 ink = item.has_failed ? packed(color::error) : work_color(item.kind);
  if (item.kind == WorkKind::record) {
    const float half = std::min((bottom - top) / 2, theme(5));
    const float y = plot.middle(item.lane);
    draw->AddQuadFilled({left - half, y}, {left, y - half}, {left + half, y}, {left, y + half}, ink);
  } else if (item.kind == WorkKind::wait) {
    draw_hatch(theme, draw, {left, top}, {right, bottom}, color::text_disabled);
    draw->AddRect({left, top}, {right, bottom}, ink);
  } else {
    draw->AddRectFilled({left, top}, {right, bottom}, ink, theme(1));
  }
  const bool is_selected = is_of_one_call(item.number, lab.selected);
  if (is_selected || is_of_one_call(item.number, lab.hovered)) {
    draw->AddRect({left - theme(1), top - theme(1)}, {right + theme(1), bottom + theme(1)},
                  packed(is_selected ? color::text : color::text_dim), 0, 0, theme(1.4F));
  }
  std::string_view name = item.name;
  name.remove_prefix(name.starts_with("cu") ? 2 : 0);
  const std::string text{name};
  const float text_left = std::max(left, plot.left()) + theme(4);
  if (right - text_left > ImGui::CalcTextSize(text.c_str()).x + theme(3) &&
      bottom - top >= ImGui::GetFontSize() - theme(3)) {
    draw->AddText({text_left, std::round(plot.middle(item.lane) - ImGui::GetFontSize() / 2)},
                  packed(item.kind == WorkKind::wait ? color::text : color::on_fill), text.c_str());
  }
}

/// Items that would lie on one pixel are drawn once, so that a long view costs no more than a short one.
void draw_items(const Plot& plot, ImDrawList* draw) {
  struct Drawn {
    float until = -1e9F;
    std::optional<WorkKind> kind;
  };
  std::vector<Drawn> drawn(plot.timeline.lanes.size());
  for (const TimelineItem& item : plot.timeline.items) {
    Drawn& before = drawn[item.lane];
    const float right = plot.x(item.time.end);
    const bool is_marked =
        is_of_one_call(item.number, plot.context.lab.selected) || is_of_one_call(item.number, plot.context.lab.hovered);
    if (right < before.until + 0.7F && item.kind == before.kind && !is_marked) {
      continue;
    }
    before = {std::max(right, plot.x(item.time.start) + 1), item.kind};
    draw_item(plot, item, draw);
  }
}

void draw_arrows(const Plot& plot, ImDrawList* draw) {
  const Theme& theme = plot.context.theme();
  const StreamLab& lab = plot.context.lab;
  for (const TimelineArrow& arrow : plot.timeline.arrows) {
    const bool is_marked = is_of_one_call(arrow.wait, lab.hovered) || is_of_one_call(arrow.record, lab.hovered) ||
                           is_of_one_call(arrow.wait, lab.selected) || is_of_one_call(arrow.record, lab.selected);
    const ImU32 ink = packed(is_marked ? color::text : color::text_dim);
    const bool goes_down = arrow.to_lane > arrow.from_lane;
    const ImVec2 from{plot.x(arrow.from), plot.middle(arrow.from_lane)};
    const ImVec2 to{plot.x(arrow.to), goes_down ? plot.bar_top(arrow.to_lane) : plot.bar_bottom(arrow.to_lane)};
    const float bend = std::max(std::abs(to.y - from.y) / 2, theme(6)) * (goes_down ? 1.0F : -1.0F);
    const float side = theme(4);
    const float back = goes_down ? -side : side;
    draw->AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, {to.x, to.y + back}, ink,
                         theme(is_marked ? 2.0F : 1.3F));
    draw->AddTriangleFilled({to.x, to.y}, {to.x - side * 0.7F, to.y + back}, {to.x + side * 0.7F, to.y + back}, ink);
  }
}

/// The item under the mouse: the shortest, which is the hardest to meet.
const TimelineItem* item_at(const Plot& plot, ImVec2 mouse) {
  const float reach = plot.context.theme()(2);
  const TimelineItem* found = nullptr;
  for (const TimelineItem& item : plot.timeline.items) {
    const float half = item.kind == WorkKind::record ? plot.context.theme()(5) : reach;
    const bool is_inside = mouse.x >= plot.x(item.time.start) - half && mouse.x <= plot.x(item.time.end) + half &&
                           mouse.y >= plot.bar_top(item.lane) && mouse.y <= plot.bar_bottom(item.lane);
    if (is_inside && (found == nullptr || item.time.end - item.time.start <= found->time.end - found->time.start)) {
      found = &item;
    }
  }
  return found;
}

void take_mouse(const Plot& plot) {
  StreamLab& lab = plot.context.lab;
  const ImGuiIO& io = ImGui::GetIO();
  const double position = static_cast<double>((io.MousePos.x - plot.left()) / plot.width());
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const double at = lab.is_paused ? std::clamp(position, 0.0, 1.0) : 1.0;
    zoom(lab.view, std::pow(0.8, static_cast<double>(io.MouseWheel)), at);
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    lab.set_paused(true);
    pan(lab.view, -static_cast<double>(io.MouseDelta.x / plot.width()));
  }
  const TimelineItem* const item = ImGui::IsItemHovered() ? item_at(plot, io.MousePos) : nullptr;
  if (item == nullptr) {
    return;
  }
  const gpu::ActivityRecord* const record = lab.find(item->number);
  lab.hovered = item->number;
  tooltip(plot.context.theme(),
          record != nullptr
              ? call_text(*record)
              : fmt::format("{}: {}", item->name, duration_text(seconds_of(item->time.end - item->time.start))));
  const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  if (ImGui::IsItemDeactivated() && std::abs(dragged.x) < plot.context.theme()(3) && item->number != 0) {
    lab.select(item->number, false);
  }
}

}  // namespace

ImU32 work_color(std::optional<WorkKind> kind) {
  if (!kind) {
    return packed(color::categories[1]);
  }
  switch (*kind) {
    case WorkKind::host:
      return packed(color::text_disabled);
    case WorkKind::launch:
      return packed(color::categories[0]);
    case WorkKind::copy:
      return packed(color::categories[2]);
    case WorkKind::memory:
      return packed(color::categories[5]);
    case WorkKind::mapping:
      return packed(color::categories[3]);
    case WorkKind::record:
      return packed(color::text);
    case WorkKind::wait:
      return packed(color::text_dim);
  }
  return 0;
}

void draw_timeline(const StreamContext& context) {
  const Theme& theme = context.theme();
  const ScopedFont scoped_font{theme.small_text};
  const Timeline timeline = context.lab.timeline();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  Plot plot{context, timeline, corner, {corner.x + room.x, corner.y + room.y}};
  plot.label_width = std::min(theme(104), room.x / 4);
  plot.axis_height = ImGui::GetFontSize() + theme(3);
  const float lanes = static_cast<float>(std::max<std::size_t>(timeline.lanes.size(), 1));
  plot.lane_height = std::floor(std::clamp((room.y - plot.axis_height) / lanes, theme(7), theme(34)));
  invisible_button("timeline", room);
  context.record("timeline");
  take_mouse(plot);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(corner, plot.end, true);
  draw_lanes(plot, draw);
  draw->PushClipRect({plot.left(), corner.y}, plot.end, true);
  draw_axis(plot, draw);
  draw_items(plot, draw);
  draw_arrows(plot, draw);
  draw->PopClipRect();
  if (timeline.lanes.empty()) {
    draw->AddText({plot.left() + theme(8), corner.y + plot.axis_height + theme(6)}, packed(color::text_dim),
                  "Nothing has run in this time.");
  }
  draw->PopClipRect();
}

}  // namespace texelscope::app
