#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "app/labs/stream/stream_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using StreamContext = LabContext<StreamLab>;

// Drawn in the viewport; each fills the current child window.
void draw_timeline(const StreamContext& context);
void draw_call_list(const StreamContext& context);

[[nodiscard]] ImU32 work_color(std::optional<WorkKind> kind);

/// The positions of the timeline's parts on the screen.
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

/// Draws bars, and arrows from records of events to waits for them.
void draw_items(const Plot& plot, ImDrawList* draw);
/// The item under the mouse: the shortest, since that is the hardest to hit. Null if there is none.
[[nodiscard]] const TimelineItem* item_at(const Plot& plot, ImVec2 mouse);

}  // namespace texelscope::app
