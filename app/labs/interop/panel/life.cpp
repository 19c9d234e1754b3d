#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "app/labs/interop/panel/interop_panel.h"
#include "app/text/duration_text.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

const OwnershipRecord& record_of(const InteropContext& context) {
  return context.lab.life()->records()[context.lab.looked_at()];
}

/// The last drawn image. The renderer may see other texels now if the device owns the image.
void draw_picture(const InteropContext& context, const OwnershipRecord& record, ImVec2 room) {
  const Theme& theme = context.theme();
  PanelImage& picture = context.state().drawn.images["interop.picture"];
  picture.is_smooth = false;
  picture.image = record.picture;
  const float scale = std::min((room.x - theme(4)) / 192, (room.y - theme(4)) / 128);
  const ImVec2 extent{std::floor(192 * scale), std::floor(128 * scale)};
  // The border is outside the image.
  const float frame = theme(2);
  const ImVec2 corner{ImGui::GetCursorScreenPos().x + frame, ImGui::GetCursorScreenPos().y + frame};
  ImGui::SetCursorScreenPos(corner);
  const ImVec2 end{corner.x + extent.x, corner.y + extent.y};
  const bool may_look = record.facts.owner == ImageOwner::renderer;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({corner.x - frame, corner.y - frame}, {end.x + frame, end.y + frame},
                      packed(may_look ? owner_color(ImageOwner::renderer) : color::line));
  if (record.picture != nullptr && picture.texture != nullptr) {
    ImGui::Image(texture_id(picture.texture), extent);
  } else {
    ImGui::Dummy(extent);
    draw->AddRectFilled(corner, end, packed(color::canvas));
    draw_hatch(theme, draw, corner, end, color::line);
  }
  context.record("picture");
  wrapped_text_in(theme.small_text, color::text_dim,
                  record.picture == nullptr              ? "Not drawn yet."
                  : record.step == OwnershipState::drawn ? "Drawn by the renderer."
                                                         : "Last drawn by the renderer.");
}

void draw_calls(const InteropContext& context, const OwnershipRecord& record) {
  const Theme& theme = context.theme();
  // Repeated calls are one entry.
  std::vector<std::pair<const LifeCall*, int>> calls;
  double total_us = 0;
  for (const LifeCall& call : record.calls) {
    total_us += call.host_us;
    const auto found = std::ranges::find(calls, call.name, [](const auto& entry) { return entry.first->name; });
    if (found != calls.end()) {
      ++found->second;
    } else {
      calls.emplace_back(&call, 1);
    }
  }
  const std::string took = record.calls.empty() ? "none" : duration_text(total_us / 1e6);
  titled(context, "CALLS", took, color::text_dim);
  context.record("calls");
  const ScopedFont scoped_font{theme.small_text};
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  bool is_first = true;
  for (const auto& [call, count] : calls) {
    const std::string text = count > 1 ? fmt::format("{} ×{}", call->name, count) : call->name;
    if (!is_first) {
      ImGui::SameLine(0, theme(8));
      if (ImGui::GetCursorScreenPos().x + ImGui::CalcTextSize(text.c_str()).x > right) {
        ImGui::NewLine();
      }
    }
    is_first = false;
    text_in(theme.small_text, owner_color(call->is_renderer ? ImageOwner::renderer : ImageOwner::device),
            shortened(text, ImGui::GetContentRegionAvail().x));
    value_tooltip(context.panel, fmt::format("{}: {} on the host", call->name, duration_text(call->host_us / 1e6)));
  }
}

void draw_refusals(const InteropContext& context, const OwnershipRecord& record) {
  const Theme& theme = context.theme();
  if (record.refusals.empty()) {
    return;
  }
  ImGui::Dummy({0, theme(1)});
  text_in(theme.heading, color::text_dim, "REFUSED");
  for (const Refusal& refusal : record.refusals) {
    wrapped_text_in(theme.small_text, color::warning, fmt::format("{}:", refusal.action));
    ImGui::SameLine(0, theme(8));
    wrapped_line(context, fmt::format("refused.{}", refusal.action), color::text, refusal.text);
  }
}

/// The positions of the diagram's parts on the screen.
struct Lanes {
  const InteropContext& context;
  ImVec2 corner;
  ImVec2 end;
  float left = 0;
  float column = 0;
  float renderer_top = 0;
  float device_top = 0;
  float lane = 0;

  [[nodiscard]] float x(std::size_t at) const { return std::round(left + static_cast<float>(at) * column); }
  [[nodiscard]] float top(ImageOwner owner) const { return owner == ImageOwner::renderer ? renderer_top : device_top; }
};

Lanes lanes_of(const InteropContext& context) {
  const Theme& theme = context.theme();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  Lanes lanes{context, corner, {corner.x + room.x, corner.y + room.y}};
  const float label = room.x >= theme(560) ? theme(76) : theme(64);
  lanes.left = corner.x + label;
  lanes.column = (room.x - label) / static_cast<float>(context.lab.life()->steps().size() + 1);
  const float titles = ImGui::GetFontSize() + theme(8);
  const float values = ImGui::GetFontSize() + theme(8);
  const float rest = room.y - titles - values;
  lanes.lane = std::floor(std::clamp(rest * 0.36F, theme(14), theme(72)));
  lanes.renderer_top = corner.y + titles;
  lanes.device_top =
      std::floor(lanes.renderer_top + lanes.lane + std::clamp(rest - 2 * lanes.lane, theme(8), theme(64)));
  return lanes;
}

float width_of_line(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

/// Wraps text between words to this width; a wider word has a line of its own.
std::vector<std::string> wrapped_lines(const std::string& text, float width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && width_of_line(lines.back() + ' ' + word) <= width) {
      lines.back() += ' ' + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

/// Draws text centered in a box, wrapped if necessary, or nothing if it does not fit.
void draw_centered(ImDrawList* draw, ImVec2 corner, ImVec2 end, ImU32 ink, const std::string& text) {
  const float width = end.x - corner.x - 4;
  const std::vector<std::string> lines = wrapped_lines(text, width);
  const float line_height = ImGui::GetFontSize();
  const float height = static_cast<float>(lines.size()) * line_height;
  if (height > end.y - corner.y + 2 ||
      std::ranges::any_of(lines, [&](const std::string& line) { return width_of_line(line) > width; })) {
    return;
  }
  float y = std::round((corner.y + end.y - height) / 2);
  for (const std::string& line : lines) {
    draw->AddText({std::round((corner.x + end.x - width_of_line(line)) / 2), y}, ink, line.c_str());
    y += line_height;
  }
}

std::string lane_text(const OwnershipRecord& record, ImageOwner lane) {
  const ImageFacts& facts = record.facts;
  if (lane == ImageOwner::device) {
    return facts.owner != lane                       ? ""
           : record.step == OwnershipState::acquired ? "owns it"
           : facts.is_stream_done                    ? "kernel done"
                                                     : "kernel running";
  }
  if (facts.owner == lane) {
    return record.step == OwnershipState::drawn ? "draws it" : "owns it";
  }
  if (facts.timeline && facts.timeline->renderer_waits_for != 0) {
    const std::uint64_t value = facts.timeline->renderer_waits_for;
    return facts.timeline->value >= value ? fmt::format("{} reached", value) : fmt::format("would wait for {}", value);
  }
  return "must not touch it";
}

void draw_column(const Lanes& lanes, const OwnershipRecord& record, std::size_t at, ImDrawList* draw) {
  const Theme& theme = lanes.context.theme();
  for (const ImageOwner lane : {ImageOwner::renderer, ImageOwner::device}) {
    const ImVec2 corner{lanes.x(at) + theme(1), lanes.top(lane)};
    const ImVec2 end{lanes.x(at + 1) - theme(1), corner.y + lanes.lane};
    const bool is_owner = record.facts.owner == lane;
    if (is_owner) {
      draw->AddRectFilled(corner, end, packed(owner_color(lane)), theme(2));
    } else {
      draw->AddRectFilled(corner, end, packed(color::panel), theme(2));
    }
    draw_centered(draw, corner, end, packed(is_owner ? color::on_fill : color::text_dim), lane_text(record, lane));
  }
  const std::string value = record.facts.timeline                      ? fmt::format("{}", record.facts.timeline->value)
                            : record.facts.owner == ImageOwner::device ? "yes"
                                                                       : "no";
  draw_centered(draw, {lanes.x(at), lanes.device_top + lanes.lane}, {lanes.x(at + 1), lanes.end.y},
                packed(color::text_dim), value);
}

/// The operation that hands the image over between two steps, if any.
struct Handover {
  ImageOwner from = ImageOwner::renderer;
  std::string text;
};

Handover handover_of(const OwnershipRecord& before, const OwnershipRecord& after, RendererKind renderer) {
  const bool is_acquired = before.facts.owner == ImageOwner::renderer;
  if (!after.facts.timeline) {
    return {before.facts.owner, is_acquired ? "map" : "unmap"};
  }
  const std::uint64_t value =
      is_acquired ? after.facts.timeline->stream_waits_for : before.facts.timeline->renderer_waits_for;
  return {before.facts.owner, fmt::format("{} waits for {}", is_acquired ? "the stream" : title_of(renderer), value)};
}

void draw_arrow(const Lanes& lanes, std::size_t at, const Handover& handover, ImDrawList* draw) {
  const Theme& theme = lanes.context.theme();
  const bool goes_down = handover.from == ImageOwner::renderer;
  const float x = lanes.x(at);
  const float upper = lanes.renderer_top + lanes.lane;
  const float lower = lanes.device_top;
  const float side = std::min(theme(5), (lower - upper) / 3);
  const float tip = goes_down ? lower : upper;
  const float back = goes_down ? tip - side * 1.4F : tip + side * 1.4F;
  const ImU32 ink = packed(color::text);
  // From the middle of the releasing step to the middle of the acquiring step.
  const float from = x - std::min(lanes.column * 0.22F, theme(26));
  const float to = x + std::min(lanes.column * 0.22F, theme(26));
  draw->AddBezierCubic({from, goes_down ? upper : lower}, {from, (upper + lower) / 2}, {to, (upper + lower) / 2},
                       {to, back}, ink, theme(1.6F));
  draw->AddTriangleFilled({to, tip}, {to - side, back}, {to + side, back}, ink);
  const float text_left = to + theme(8);
  if (ImGui::CalcTextSize(handover.text.c_str()).x + theme(8) <= lanes.end.x - text_left &&
      lower - upper >= ImGui::GetFontSize()) {
    draw->AddText({text_left, std::round((upper + lower - ImGui::GetFontSize()) / 2)}, ink, handover.text.c_str());
  }
}

/// For narrow columns.
std::string_view word_of(OwnershipState step, RendererKind renderer) {
  switch (step) {
    case OwnershipState::writing:
      return "Kernel";
    case OwnershipState::written:
      return "Done";
    case OwnershipState::made:
    case OwnershipState::acquired:
    case OwnershipState::released:
    case OwnershipState::drawn:
      return title_of(step, renderer);
  }
  return "";
}

/// Titles, and the columns as buttons.
void draw_columns(const Lanes& lanes, ImDrawList* draw) {
  const InteropContext& context = lanes.context;
  const Theme& theme = context.theme();
  InteropLab& lab = context.lab;
  const OwnershipTrace& life = *lab.life();
  const std::vector<OwnershipRecord>& records = life.records();
  for (std::size_t at = 0; at <= life.steps().size(); ++at) {
    const bool is_taken = at < records.size();
    const OwnershipState step = is_taken ? records[at].step : life.steps()[at - 1];
    const ImVec2 corner{lanes.x(at), lanes.corner.y};
    const ImVec2 end{lanes.x(at + 1), lanes.end.y};
    ImGui::SetCursorScreenPos(corner);
    ImGui::PushID(static_cast<int>(at));
    if (invisible_button("column", {end.x - corner.x, end.y - corner.y}) && is_taken) {
      lab.look_at(at);
    }
    ImGui::PopID();
    // A frame starts in the state that ended the previous frame, or with the new image.
    context.record(at == 0 ? "step.begin" : fmt::format("step.{}", name_of(step)));
    const bool is_looked_at = is_taken && at == lab.looked_at();
    if (is_looked_at || (is_taken && ImGui::IsItemHovered())) {
      draw->AddRectFilled(corner, end, packed(is_looked_at ? color::accent_wash : color::bar), theme(3));
    }
    value_tooltip(context.panel, std::string{text_of(step, life.renderer())});
    const bool has_room = ImGui::CalcTextSize("Kernel launched").x + theme(4) <= lanes.column;
    const std::string title{at == 0 && step == OwnershipState::drawn ? "Before"
                            : has_room                               ? title_of(step, life.renderer())
                                                                     : word_of(step, life.renderer())};
    draw_centered(draw, corner, {end.x, lanes.renderer_top},
                  packed(is_looked_at ? color::accent
                         : is_taken   ? color::text
                                      : color::text_disabled),
                  title);
  }
}

}  // namespace

void draw_life_facts(const InteropContext& context) {
  const Theme& theme = context.theme();
  const OwnershipRecord& record = record_of(context);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  begin_part("picture", {std::floor(std::min(room.x * (room.x > theme(560) ? 0.5F : 0.4F), room.y * 1.3F)), 0});
  const ImVec2 inner = ImGui::GetContentRegionAvail();
  draw_picture(context, record, {inner.x, std::max(inner.y - theme(24), theme(30))});
  ImGui::EndChild();
  ImGui::SameLine(0, theme(12));
  begin_part("facts", {0, 0});
  const float left = theme(98);
  for (const auto& [name, value] : rows_of(record.facts)) {
    text_in(theme.small_text, color::text_dim, std::string{name});
    ImGui::SameLine(left);
    const bool is_owner = name == "owner";
    wrapped_line(context, fmt::format("fact.{}", name), is_owner ? owner_color(record.facts.owner) : color::text,
                 value);
  }
  ImGui::EndChild();
}

void draw_life_text(const InteropContext& context) {
  const Theme& theme = context.theme();
  const OwnershipRecord& record = record_of(context);
  wrapped_line(context, "text", color::text, std::string{text_of(record.step, context.lab.life()->renderer())});
  ImGui::Dummy({0, theme(1)});
  draw_calls(context, record);
  draw_refusals(context, record);
}

void draw_life_diagram(const InteropContext& context) {
  const Theme& theme = context.theme();
  const ScopedFont scoped_font{theme.small_text};
  const Lanes lanes = lanes_of(context);
  const OwnershipTrace& life = *context.lab.life();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw_columns(lanes, draw);
  const float text_height = ImGui::GetFontSize();
  const auto label = [&](float top, float height, const ImVec4& ink, const std::string& text) {
    draw->AddText({lanes.corner.x, std::round(top + (height - text_height) / 2)}, packed(ink),
                  shortened(text, lanes.left - lanes.corner.x - theme(4)).c_str());
  };
  label(lanes.renderer_top, lanes.lane, owner_color(ImageOwner::renderer), title_of(life.renderer()));
  label(lanes.device_top, lanes.lane, owner_color(ImageOwner::device), "Device");
  label(lanes.device_top + lanes.lane, lanes.end.y - lanes.device_top - lanes.lane, color::text_dim,
        life.records().front().facts.timeline ? "Timeline" : "Mapped");
  for (const float top : {lanes.renderer_top, lanes.device_top}) {
    draw->AddRect({lanes.x(0), top}, {lanes.end.x, top + lanes.lane}, packed(color::line), theme(2));
  }
  const std::vector<OwnershipRecord>& records = life.records();
  for (std::size_t at = 0; at < records.size(); ++at) {
    draw_column(lanes, records[at], at, draw);
    if (at > 0 && records[at].facts.owner != records[at - 1].facts.owner) {
      draw_arrow(lanes, at, handover_of(records[at - 1], records[at], life.renderer()), draw);
    }
  }
}

}  // namespace texelscope::app
