#include <fmt/format.h>

#include <array>

#include "app/labs/layout/layout_code.h"
#include "app/labs/layout/layout_reasons.h"
#include "app/labs/layout/panel/lab_panel.h"
#include "app/window/panels/part.h"

namespace texelscope::app {
namespace {

const ImVec4& verdict_color(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return color::accent;
    case Verdict::fails:
      return color::text_dim;
    case Verdict::unknown:
      return color::warning;
    case Verdict::neutral:
      break;
  }
  return color::text;
}

void draw_property(const LabContext& context, const LayoutReason& property) {
  const Theme& theme = context.theme();
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::BeginGroup();
  text_in(theme.small_text, color::text, property.property);
  ImGui::PushFont(theme.value);
  const float value_width = ImGui::CalcTextSize(property.value.c_str()).x;
  ImGui::SameLine();
  // A value that is too long for the row takes the next.
  if (ImGui::GetCursorPosX() + value_width > right) {
    ImGui::NewLine();
    wrapped_text_in(theme.value, verdict_color(property.verdict), property.value);
  } else {
    ImGui::SetCursorPosX(right - value_width);
    text_in(theme.value, verdict_color(property.verdict), property.value);
  }
  ImGui::PopFont();
  if (!property.is_plain) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - theme(3));
    wrapped_text_in(theme.small_text, color::text_dim, property.reason);
  }
  ImGui::EndGroup();
  tooltip(theme, property.is_plain ? property.reason : "");
  record_item(context.state(), fmt::format("layouts.property.{}", property.property));
  ImGui::Dummy({0, theme(2)});
}

}  // namespace

void draw_lab_properties(const LabContext& context, const gpu::StridedLayout& layout) {
  for (const LayoutReason& property : layout_reasons(layout)) {
    draw_property(context, property);
  }
}

void draw_lab_code(const LabContext& context) {
  LayoutLab& lab = context.lab;
  const Theme& theme = context.theme();
  constexpr std::array titles = {"NumPy", "cuda.core", "C++"};
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const bool is_chosen = static_cast<std::size_t>(lab.code) == i;
    ImGui::PushFont(theme.small_text);
    ImGui::PushStyleColor(ImGuiCol_Button, is_chosen ? color::accent_wash : color::raised);
    ImGui::PushStyleColor(ImGuiCol_Text, is_chosen ? color::accent : color::text_dim);
    if (ImGui::Button(titles[i])) {
      lab.code = static_cast<LayoutCode>(i);
    }
    ImGui::PopStyleColor(2);
    ImGui::PopFont();
    record_item(context.state(), fmt::format("layouts.code.{}", i));
    ImGui::SameLine(0, theme(4));
  }
  ImGui::SameLine(right - theme(38));
  const std::string code = layout_code(lab.code, lab.text, lab.result());
  if (link_button(theme, "Copy")) {
    context.state().requests.copied_text = code;
    context.state().notices.notify(NoticeKind::information, "Copied the code", context.state().now);
  }
  record_item(context.state(), "layouts.code.copy");
  ImGui::Dummy({0, theme(2)});
  begin_part("code", {0, 0}, ImGuiWindowFlags_HorizontalScrollbar);
  text_in(theme.value, color::text, code);
  record_item(context.state(), "layouts.code.text");
  ImGui::EndChild();
}

}  // namespace texelscope::app
