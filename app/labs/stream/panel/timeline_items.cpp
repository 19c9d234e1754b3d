#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/stream/panel/stream_panel.h"

namespace texelscope::app {
namespace {

bool is_of_one_call(std::uint64_t number, std::uint64_t other) { return number != 0 && number == other; }

/// `free_until` is the start of the lane's next bar.
void draw_item(const Plot& plot, const TimelineItem& item, float free_until, ImDrawList* draw) {
  const Theme& theme = plot.context.theme();
  const StreamLab& lab = plot.context.lab;
  const float left = plot.x(item.time.start);
  const float right = std::max(plot.x(item.time.end), left + theme(1.5F));
  const float top = plot.bar_top(item.lane);
  const float bottom = plot.bar_bottom(item.lane);
  const bool is_range = plot.timeline.lanes[item.lane].kind == LaneKind::range;
  const ImU32 ink = item.has_failed ? packed(color::error)
                    : is_range      ? packed(color::accent_dim)
                                    : work_color(item.kind);
  // An event's record has no duration: it is drawn as a diamond with its name beside it.
  const bool is_moment = item.kind == WorkKind::record;
  const float half = std::min((bottom - top) / 2, theme(5));
  if (is_moment) {
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
  const float text_left = is_moment ? left + half + theme(3) : std::max(left, plot.left()) + theme(4);
  const float text_end = is_moment ? free_until : right;
  if (text_end - text_left > ImGui::CalcTextSize(text.c_str()).x + theme(3) &&
      bottom - top >= ImGui::GetFontSize() - theme(3)) {
    const bool is_on_panel = is_moment || is_range || item.kind == WorkKind::wait;
    draw->AddText({text_left, std::round(plot.middle(item.lane) - ImGui::GetFontSize() / 2)},
                  packed(is_on_panel ? color::text : color::on_fill), text.c_str());
  }
}

/// The start of the next bar of the same lane, for each item.
std::vector<float> free_room(const Plot& plot) {
  std::vector<float> room(plot.timeline.items.size());
  std::vector<float> next(plot.timeline.lanes.size(), plot.end.x);
  for (std::size_t i = room.size(); i-- > 0;) {
    const TimelineItem& item = plot.timeline.items[i];
    room[i] = next[item.lane];
    next[item.lane] = plot.x(item.time.start);
  }
  return room;
}

/// Bars that share one pixel are drawn once, so that a long view is no more expensive than a short view.
void draw_bars(const Plot& plot, ImDrawList* draw) {
  struct Drawn {
    float until = -1e9F;
    std::optional<WorkKind> kind;
  };
  const std::vector<float> room = free_room(plot);
  std::vector<Drawn> drawn(plot.timeline.lanes.size());
  for (std::size_t i = 0; i < room.size(); ++i) {
    const TimelineItem& item = plot.timeline.items[i];
    Drawn& before = drawn[item.lane];
    const float right = plot.x(item.time.end);
    const bool is_marked =
        is_of_one_call(item.number, plot.context.lab.selected) || is_of_one_call(item.number, plot.context.lab.hovered);
    if (right < before.until + 0.7F && item.kind == before.kind && !is_marked) {
      continue;
    }
    before = {std::max(right, plot.x(item.time.start) + 1), item.kind};
    draw_item(plot, item, room[i], draw);
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

}  // namespace

void draw_items(const Plot& plot, ImDrawList* draw) {
  draw_bars(plot, draw);
  draw_arrows(plot, draw);
}

const TimelineItem* item_at(const Plot& plot, ImVec2 mouse) {
  const float reach = plot.context.theme()(2);
  const TimelineItem* found = nullptr;
  if (mouse.x < plot.left()) {
    return found;
  }
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
      return packed(color::categories[4]);
  }
  return 0;
}

}  // namespace texelscope::app
