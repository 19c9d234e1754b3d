#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/labs/interop/panel/interop_panel.h"

namespace texelscope::app {
namespace {

/// Three significant digits.
std::string microseconds_text(double us) {
  return us >= 9950  ? fmt::format("{:.1f} ms", us / 1000)
         : us >= 100 ? fmt::format("{:.0f} µs", us)
                     : fmt::format("{:.1f} µs", us);
}

std::string title_of(const PresentPathDeclaration& way) {
  return way.renderer.empty() ? std::string{way.title}
                              : fmt::format("{}: {}", way.renderer == "gl" ? "OpenGL" : "Vulkan", way.title);
}

struct Row {
  const PresentPathDeclaration& way;
  const PresentationFigure& figure;
  double longest_us = 0;
  double kernel_us = 0;
  bool is_fastest = false;
};

void draw_bar(const Theme& theme, const Row& row, ImVec2 corner, ImVec2 end, ImDrawList* draw) {
  draw->AddRectFilled(corner, end, packed(color::panel), theme(2));
  const auto x = [&](double us) { return corner.x + (end.x - corner.x) * static_cast<float>(us / row.longest_us); };
  const double whole = row.figure.median.whole_us;
  const ImVec4 ink = row.way.renderer.empty() ? color::text_disabled
                     : row.is_fastest         ? color::accent
                                              : color::accent_dim;
  draw->AddRectFilled(corner, {x(whole), end.y}, packed(ink), theme(2));
  // The kernel's share, which every path includes.
  draw->AddRectFilled(corner, {x(std::min(row.kernel_us, whole)), end.y}, packed(color::text_disabled), theme(2));
  const float host = std::round(x(std::min(row.figure.median.host_us, whole)));
  draw->AddRectFilled({host - theme(2), corner.y}, {host, end.y}, packed(color::text));
}

void draw_row(const InteropContext& context, const Row& row, float height, float title_width) {
  const Theme& theme = context.theme();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({width, height});
  context.record(fmt::format("way.{}", row.way.name));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float text_top = std::round(corner.y + (height - ImGui::GetFontSize()) / 2);
  draw->AddText({corner.x, text_top}, packed(row.is_fastest ? color::accent : color::text),
                shortened(title_of(row.way), title_width - theme(8)).c_str());
  const float left = corner.x + title_width;
  const float right = corner.x + width;
  std::string tip = std::string{row.way.text};
  if (!row.figure.reason.empty() || row.figure.rounds == 0) {
    const std::string reason = row.figure.reason.empty() ? "…" : row.figure.reason;
    draw->AddText({left, text_top}, packed(color::text_disabled), shortened(reason, right - left).c_str());
    tip += row.figure.reason.empty() ? "" : "\nNot available: " + reason;
  } else {
    const std::string figure = microseconds_text(row.figure.median.whole_us);
    const float figure_width = ImGui::CalcTextSize("0000.0 µs").x;
    const float bar_end = right - figure_width - theme(10);
    const float bar_height = std::min(height - theme(6), theme(16));
    const float top = std::round(corner.y + (height - bar_height) / 2);
    draw_bar(theme, row, {left, top}, {bar_end, top + bar_height}, draw);
    draw->AddText({right - ImGui::CalcTextSize(figure.c_str()).x, text_top},
                  packed(row.is_fastest ? color::accent : color::text), figure.c_str());
    tip += fmt::format("\n{} until a texel is read back (minimum {}); {} until the host is free. Medians of {} rounds.",
                       figure, microseconds_text(row.figure.minimum_whole_us),
                       microseconds_text(row.figure.median.host_us), row.figure.rounds);
  }
  value_tooltip(context.panel, tip);
}

/// The verdict, and the legend of a bar.
void draw_legend(const InteropContext& context, const std::vector<PresentationFigure>& figures,
                 PresentPathKind fastest) {
  std::string text =
      "A bar ends when the renderer has read back a texel of the frame; its mark shows when the host was free; gray "
      "is the kernel alone.";
  if (fastest != PresentPathKind::kernel_alone) {
    const double kernel = figures.front().median.whole_us;
    const double best = figures[static_cast<std::size_t>(fastest)].median.whole_us;
    text = fmt::format("{} {} {}", title_of(present_path_kinds()[static_cast<std::size_t>(fastest)]),
                       best > kernel ? fmt::format("adds {} to the kernel's {}.", microseconds_text(best - kernel),
                                                   microseconds_text(kernel))
                                     : std::string{"is within noise of the kernel alone."},
                       text);
  }
  wrapped_line(context, "cost.text", color::text_dim, text);
}

}  // namespace

void draw_presentation_cost(const InteropContext& context) {
  const Theme& theme = context.theme();
  const PresentationCost* const cost = context.lab.cost();
  if (cost == nullptr || cost->rounds() == 0) {
    return;
  }
  titled(context, "COST",
         cost->is_done() ? fmt::format("to present {} × {}, medians of {} rounds", cost->width(), cost->height(),
                                       cost->rounds_done())
                         : fmt::format("to present {} × {}, round {} of {}", cost->width(), cost->height(),
                                       cost->rounds_done() + 1, cost->rounds()),
         color::text);
  context.record(cost->is_done() ? "cost.done" : "cost.measuring");
  ImGui::PushFont(theme.small_text);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{theme(8), theme(1)});
  const std::vector<PresentationFigure> figures = cost->figures();
  const PresentPathKind fastest = cost->fastest();
  double longest = 1e-9;
  for (const PresentationFigure& figure : figures) {
    longest = figure.reason.empty() ? std::max(longest, figure.median.whole_us) : longest;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float text_height = ImGui::GetFontSize() * (room.x < theme(700) ? 4 : 2.4F);
  const float height = std::floor(std::clamp((room.y - text_height) / static_cast<float>(figures.size()) - theme(1),
                                             ImGui::GetFontSize() + theme(1), theme(30)));
  const float title_width = std::min(ImGui::CalcTextSize("Vulkan: External memory").x + theme(18), room.x * 0.45F);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Row row{present_path_kinds()[i], figures[i], longest, figures.front().median.whole_us,
                  figures[i].kind == fastest && fastest != PresentPathKind::kernel_alone};
    draw_row(context, row, height, title_width);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  draw_legend(context, figures, fastest);
}

}  // namespace texelscope::app
