#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include "app/labs/stream/panel/stream_panel.h"
#include "app/text/duration_text.h"

namespace texelscope::app {
namespace {

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
    // Each time is printed to the left of its mark, since the mark at the right edge is the present.
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
    const TimelineLane& of = plot.timeline.lanes[lane];
    if (of.kind == LaneKind::stream && !of.name.empty() &&
        ImGui::IsMouseHoveringRect({plot.corner.x, top}, {plot.left(), top + plot.lane_height})) {
      tooltip(plot.context.theme(), fmt::format("{}: stream {:#x}", of.name, of.id));
    }
  }
}

/// Below the bars.
void draw_measured_wash(const Plot& plot, ImDrawList* draw) {
  if (const std::optional<gpu::ActivitySpan>& measured = plot.context.lab.measured) {
    draw->AddRectFilled({plot.x(measured->start), plot.corner.y}, {plot.x(measured->end), plot.end.y},
                        packed(color::accent_wash));
  }
}

/// The measured range, and its length.
void draw_measured(const Plot& plot, ImDrawList* draw) {
  const Theme& theme = plot.context.theme();
  const std::optional<gpu::ActivitySpan>& measured = plot.context.lab.measured;
  if (!measured) {
    return;
  }
  const float left = plot.x(measured->start);
  const float right = plot.x(measured->end);
  for (const float x : {left, right}) {
    draw->AddLine({x, plot.corner.y}, {x, plot.end.y}, packed(color::accent), theme(1));
  }
  const std::string text = duration_text(seconds_of(measured->end - measured->start));
  const float width = ImGui::CalcTextSize(text.c_str()).x;
  const float text_left = std::clamp((left + right - width) / 2, plot.left() + theme(4),
                                     std::max(plot.end.x - width - theme(4), plot.left() + theme(4)));
  draw->AddRectFilled({text_left - theme(3), plot.corner.y},
                      {text_left + width + theme(3), plot.corner.y + plot.axis_height}, packed(color::raised));
  draw->AddText({text_left, plot.corner.y}, packed(color::accent), text.c_str());
}

void take_mouse(const Plot& plot) {
  StreamLab& lab = plot.context.lab;
  const ImGuiIO& io = ImGui::GetIO();
  const double position = static_cast<double>((io.MousePos.x - plot.left()) / plot.width());
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const double at = lab.is_paused ? std::clamp(position, 0.0, 1.0) : 1.0;
    zoom(lab.view, std::pow(0.8, static_cast<double>(io.MouseWheel)), at);
  }
  if (ImGui::IsItemActivated()) {
    lab.measures = io.KeyShift;
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    lab.set_paused(true);
    if (lab.measures) {
      const auto from = lab.view.time_at(static_cast<double>((io.MouseClickedPos[0].x - plot.left()) / plot.width()));
      const auto to = lab.view.time_at(position);
      lab.measured = gpu::ActivitySpan{std::min(from, to), std::max(from, to)};
    } else {
      pan(lab.view, -static_cast<double>(io.MouseDelta.x / plot.width()));
    }
  }
  const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  const bool is_clicked = ImGui::IsItemDeactivated() && std::abs(dragged.x) < plot.context.theme()(3);
  if (is_clicked && lab.measures) {
    lab.measured.reset();
  }
  const TimelineItem* const item = ImGui::IsItemHovered() ? item_at(plot, io.MousePos) : nullptr;
  if (item == nullptr) {
    return;
  }
  const gpu::ActivityRecord* const record = lab.find(item->number);
  lab.hovered = item->number;
  value_tooltip(plot.context.panel,
                record != nullptr
                    ? call_text(*record)
                    : fmt::format("{}: {}", item->name, duration_text(seconds_of(item->time.end - item->time.start))));
  if (is_clicked && item->number != 0) {
    lab.select(item->number, false);
  }
}

}  // namespace

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
  draw_measured_wash(plot, draw);
  draw_axis(plot, draw);
  draw_items(plot, draw);
  draw_measured(plot, draw);
  draw->PopClipRect();
  if (timeline.lanes.empty()) {
    draw->AddText({plot.left() + theme(8), corner.y + plot.axis_height + theme(6)}, packed(color::text_dim),
                  "Nothing ran in this interval.");
  }
  draw->PopClipRect();
}

}  // namespace texelscope::app
