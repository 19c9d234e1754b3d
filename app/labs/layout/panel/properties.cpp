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

void draw_property(const LayoutContext& context, const LayoutReason& property) {
  const Theme& theme = context.theme();
  ImGui::BeginGroup();
  value_row(context, std::string{property.property}, color::text, property.value, verdict_color(property.verdict));
  if (!property.is_plain) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - theme(3));
    wrapped_text_in(theme.small_text, color::text_dim, property.reason);
  }
  ImGui::EndGroup();
  tooltip(theme, property.is_plain ? property.reason : "");
  context.record(fmt::format("property.{}", property.property));
  ImGui::Dummy({0, theme(2)});
}

}  // namespace

void draw_lab_properties(const LayoutContext& context, const gpu::StridedLayout& layout) {
  for (const LayoutReason& property : layout_reasons(layout)) {
    draw_property(context, property);
  }
}

void draw_lab_code(const LayoutContext& context) {
  LayoutLab& lab = context.lab;
  const Theme& theme = context.theme();
  constexpr std::array languages = {LabChoice{"code.0", "NumPy"}, LabChoice{"code.1", "cuda.core"},
                                    LabChoice{"code.2", "C++"}};
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::PushFont(theme.small_text);
  choice_row(context, languages, lab.code, theme(4));
  ImGui::PopFont();
  ImGui::SameLine(right - theme(38));
  const std::string code = layout_code(lab.code, lab.text, lab.result());
  draw_copy_link(context, code);
  ImGui::Dummy({0, theme(2)});
  begin_part("code", {0, 0}, ImGuiWindowFlags_HorizontalScrollbar);
  text_in(theme.value, color::text, code);
  context.record("code.text");
  ImGui::EndChild();
}

}  // namespace texelscope::app
