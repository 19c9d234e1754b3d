#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/text/count_text.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

constexpr std::array racer_titles = {"this copy", "memcpy", "element by element"};
constexpr std::array racer_names = {"copy", "memcpy", "naive"};
constexpr std::array racer_texts = {
    "The plan shown.",
    "A contiguous copy of the same size in the same memory: the upper limit.",
    "A kernel with one thread per element that computes both offsets: the obvious first version.",
};

/// Three significant digits.
std::string speed_text(double speed) {
  const int decimals = speed >= 100 ? 0 : speed >= 10 ? 1 : speed >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}", speed, decimals);
}

/// A bar with its title above it and its value at its end.
struct Bar {
  std::string title;
  double speed = 0;
  /// CopyOutcome::spread(); 0 shows none.
  double spread = 0;
  /// Shown in place of a figure.
  std::string note{};
  ImVec4 ink = color::text_dim;
  /// The position of a tick; 0 for none.
  double mark = 0;
};

void draw_bar(const Theme& theme, const Bar& bar, double longest) {
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float row = theme(20);
  const float height = theme(8);
  ImGui::Dummy({width, row + height + theme(4)});
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const std::string figure =
      bar.note.empty() ? fmt::format("{} GB/s{}", speed_text(bar.speed), spread_text(bar.spread)) : bar.note;
  ImFont* font = bar.note.empty() ? theme.value : theme.small_text;
  const float figure_width = text_size(font, figure).x;
  ImGui::PushFont(theme.small_text);
  const std::string title = shortened(bar.title, width - figure_width - theme(10));
  draw->AddText({corner.x, std::round(corner.y + (row - ImGui::GetFontSize()) / 2)}, packed(color::text),
                title.c_str());
  ImGui::PopFont();
  draw_text(draw, font, {corner.x + width - figure_width, std::round(corner.y + (row - line_height(font)) / 2)},
            packed(bar.note.empty() ? color::text : color::text_disabled), figure);
  const float top = std::round(corner.y + row);
  draw->AddRectFilled({corner.x, top}, {corner.x + width, top + height}, packed(color::raised), theme(2));
  if (bar.speed > 0 && longest > 0) {
    const float length = std::max(theme(2), width * static_cast<float>(bar.speed / longest));
    draw->AddRectFilled({corner.x, top}, {corner.x + length, top + height}, packed(bar.ink), theme(2));
  }
  if (bar.mark > 0 && longest > 0) {
    const float x = std::round(corner.x + (width - theme(2)) * static_cast<float>(bar.mark / longest));
    draw->AddRectFilled({x, top - theme(1)}, {x + std::max(1.0F, theme(2)), top + height + theme(1)},
                        packed(color::text_dim));
  }
}

void draw_verdict(const CopyContext& context, const CopyOutcome& outcome) {
  const Theme& theme = context.theme();
  if (!outcome.differences) {
    return;
  }
  if (*outcome.differences == 0) {
    wrapped_text_in(theme.small_text, color::text,
                    fmt::format("checked: {} equal", count_text(outcome.elements, "element")));
  } else {
    wrapped_text_in(theme.small_text, color::error,
                    fmt::format("WRONG: {} of {} elements differ from the source; report this with the plan",
                                *outcome.differences, outcome.elements));
  }
  context.record("verdict");
}

void draw_race(const CopyContext& context, const CopyOutcome& outcome) {
  const Theme& theme = context.theme();
  text_in(theme.heading, color::text_dim, "LAST RUN");
  wrapped_line(context, "outcome", color::text, fmt::format("{}: {}", outcome.method, outcome.description));
  ImGui::Dummy({0, theme(4)});
  double longest = 0;
  std::array<double, copy_racers> speeds{};
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    speeds[i] = outcome.gigabytes_per_second(static_cast<CopyRacer>(i));
    longest = std::max(longest, speeds[i]);
  }
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double spread = outcome.spread(static_cast<CopyRacer>(i));
    Bar bar{racer_titles[i], speeds[i], spread, {}, i == 0 ? color::accent : color::text_disabled};
    std::string text = racer_texts[i];
    if (speeds[i] == 0) {
      const bool is_left_out = i == static_cast<std::size_t>(CopyRacer::naive) && !outcome.naive_reason.empty();
      bar.note = is_left_out || !context.lab.is_running() ? "not measured" : "…";
      text += is_left_out ? " Not measured: " + outcome.naive_reason + "." : "";
    }
    ImGui::BeginGroup();
    draw_bar(theme, bar, longest);
    ImGui::EndGroup();
    context.describe(fmt::format("bar.{}", racer_names[i]), text);
  }
  draw_verdict(context, outcome);
  if (speeds[0] > 0 && speeds[1] > 0) {
    std::string text = fmt::format("{:.2f}× memcpy", speeds[0] / speeds[1]);
    if (speeds[2] > 0) {
      text += fmt::format(", {:.1f}× element by element", speeds[0] / speeds[2]);
    }
    wrapped_text_in(theme.small_text, color::text_dim,
                    fmt::format("{}. {}, {} to {} memory: {} read and the same amount written.", text, outcome.device,
                                to_string(outcome.source_memory), to_string(outcome.destination_memory),
                                bytes_text(outcome.bytes)));
  }
  if (outcome.is_disturbed()) {
    wrapped_text_in(theme.small_text, color::warning,
                    "Timings vary widely: the machine is busy. Run again when it is idle.");
    context.record("disturbed");
  }
}

void draw_history(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  if (lab.records.empty()) {
    return;
  }
  ImGui::BeginGroup();
  heading(theme, "HISTORY");
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::SameLine(right - theme(40));
  const bool is_cleared = link_button(theme, "Clear");
  context.record("history.clear");
  double longest = 0;
  for (const CopyRecord& record : lab.records) {
    longest = std::max({longest, record.speeds[0], record.speeds[1]});
  }
  for (std::size_t i = 0; i < lab.records.size(); ++i) {
    const CopyRecord& record = lab.records[i];
    ImGui::BeginGroup();
    draw_bar(theme, {record.description, record.speeds[0], 0, {}, color::accent_dim, record.speeds[1]}, longest);
    ImGui::EndGroup();
    context.record(fmt::format("history.{}", i));
    const std::string naive = record.speeds[2] > 0 ? speed_text(record.speeds[2]) + " GB/s" : "not measured";
    value_tooltip(context.panel, fmt::format("{}\n{}, {}, {} memory, {}\nmemcpy {} GB/s, element by element {}",
                                             record.description, record.method, record.device, record.memory,
                                             bytes_text(record.bytes), speed_text(record.speeds[1]), naive));
  }
  ImGui::EndGroup();
  context.record("history");
  if (is_cleared) {
    lab.records.clear();
  }
}

}  // namespace

void draw_copy_speed(const CopyContext& context) {
  CopyLab& lab = context.lab;
  if (!lab.run_error().empty()) {
    error_text(context, "run", lab.run_error());
  }
  if (const CopyOutcome* outcome = lab.outcome(); outcome != nullptr && lab.run_error().empty()) {
    ImGui::BeginGroup();
    draw_race(context, *outcome);
    ImGui::EndGroup();
    context.record("race");
  } else if (lab.run_error().empty()) {
    wrapped_line(context, "speed.none", color::text_dim,
                 "Run measures this copy, a memcpy of the same size and an element-by-element copy in turn, and checks "
                 "every element.");
  }
  draw_history(context);
}

}  // namespace texelscope::app
