#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// Draws in units of the scaled window, around a center.
void draw_icon(ImDrawList* draw, Icon icon, const ImVec2& center, float unit, ImU32 ink) {
  const auto at = [&](float x, float y) { return ImVec2{center.x + x * unit, center.y + y * unit}; };
  const float line = 1.4F * unit;
  switch (icon) {
    case Icon::reset:
      draw->PathArcTo(center, 4.5F * unit, -2.4F, 2.6F, 16);
      draw->PathStroke(ink, 0, line);
      draw->AddTriangleFilled(at(-6.6F, -4.4F), at(-1.6F, -4.6F), at(-4.4F, -0.4F), ink);
      break;
    case Icon::pause:
      draw->AddRectFilled(at(-4, -5), at(-1, 5), ink);
      draw->AddRectFilled(at(1, -5), at(4, 5), ink);
      break;
    case Icon::step:
      draw->AddRectFilled(at(3, -5), at(5, 5), ink);
      [[fallthrough]];
    case Icon::play:
      draw->AddTriangleFilled(at(-4, -5), at(4, 0), at(-4, 5), ink);
      break;
    case Icon::step_back:
      draw->AddRectFilled(at(-5, -5), at(-3, 5), ink);
      draw->AddTriangleFilled(at(4, -5), at(-4, 0), at(4, 5), ink);
      break;
    case Icon::up:
    case Icon::down: {
      const float sign = icon == Icon::up ? -1.0F : 1.0F;
      draw->AddTriangleFilled(at(-4, -2.5F * sign), at(0, 3 * sign), at(4, -2.5F * sign), ink);
      break;
    }
    case Icon::remove:
      draw->AddLine(at(-4, -4), at(4, 4), ink, line);
      draw->AddLine(at(-4, 4), at(4, -4), ink, line);
      break;
    case Icon::fit:
      for (const float x : {-1.0F, 1.0F}) {
        for (const float y : {-1.0F, 1.0F}) {
          draw->AddLine(at(6 * x, 5 * y), at(2.5F * x, 5 * y), ink, line);
          draw->AddLine(at(6 * x, 5 * y), at(6 * x, 1.5F * y), ink, line);
        }
      }
      break;
    case Icon::nearest:
      draw->AddRectFilled(at(-5, -5), at(0, 0), ink);
      draw->AddRectFilled(at(0, 0), at(5, 5), ink);
      draw->AddRect(at(-5, -5), at(5.5F, 5.5F), ink, 0, 0, unit);
      break;
    case Icon::linear:
      for (int i = 0; i < 4; ++i) {
        ImVec4 shade = ImGui::ColorConvertU32ToFloat4(ink);
        shade.w *= 0.25F * static_cast<float>(i + 1);
        draw->AddRectFilled(at(-5 + 2.5F * static_cast<float>(i), -5), at(-2.5F + 2.5F * static_cast<float>(i), 5),
                            packed(shade));
      }
      break;
    case Icon::darker:
    case Icon::brighter:
      draw->AddLine(at(-4, 0), at(4.5F, 0), ink, line);
      if (icon == Icon::brighter) {
        draw->AddLine(at(0, -4), at(0, 4.5F), ink, line);
      }
      break;
    case Icon::range:
      draw->AddTriangleFilled(at(-6, 5), at(6, 5), at(6, -5), ink);
      draw->AddLine(at(-6, 5), at(6, -5), ink, unit);
      break;
    case Icon::flip:
      draw->AddRect(at(-6, -5), at(2, 3), ink, 0, 0, unit);
      draw->AddRectFilled(at(-2, -2), at(6, 6), ink);
      break;
    case Icon::split:
      draw->AddRectFilled(at(-6, -5), at(0, 5), ink);
      draw->AddRect(at(-6, -5), at(6, 5.5F), ink, 0, 0, unit);
      draw->AddLine(at(0, -7), at(0, 7.5F), ink, line);
      break;
    case Icon::difference:
      draw->AddLine(at(0, -6), at(0, 1), ink, line);
      draw->AddLine(at(-3.5F, -2.5F), at(4, -2.5F), ink, line);
      draw->AddLine(at(-3.5F, 5), at(4, 5), ink, line);
      break;
  }
}

}  // namespace

bool icon_button(const PanelContext& context, const std::string& name, Icon icon, const std::string& text,
                 bool is_active, bool is_enabled) {
  const Theme& theme = context.theme;
  const float side = ImGui::GetFrameHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool is_pressed = invisible_button(name.c_str(), {side, side}) && is_enabled;
  const bool is_hovered = ImGui::IsItemHovered() && is_enabled;
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  if (is_hovered || is_active) {
    draw->AddRectFilled(corner, {corner.x + side, corner.y + side},
                        packed(is_hovered ? color::raised_hovered : color::accent_wash), theme(size::rounding));
  }
  ImVec4 ink = is_active ? color::accent : is_hovered ? color::text : color::text_dim;
  if (!is_enabled) {
    ink = color::text_disabled;
    ink.w *= 0.75F;
  }
  draw_icon(draw, icon, {corner.x + side / 2, corner.y + side / 2}, theme(1), packed(ink));
  describe_item(context, name, text);
  return is_pressed;
}

bool folding_heading(const PanelContext& context, const char* widget, const char* title) {
  const Theme& theme = context.theme;
  bool& is_folded = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(widget), false);
  heading(theme, title);
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(low);
  // Keyboard navigation begins with the first row.
  ImGui::PushItemFlag(ImGuiItemFlags_NoNavDefaultFocus, true);
  const bool is_pressed = invisible_button(widget, {high.x - low.x + theme(20), high.y - low.y});
  ImGui::PopItemFlag();
  is_folded = is_folded != is_pressed;
  const ImVec4& ink = ImGui::IsItemHovered() ? color::text : color::text_dim;
  const ImVec2 center{high.x + theme(10), (low.y + high.y) / 2};
  const float unit = theme(1);
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  if (is_folded) {
    draw->AddTriangleFilled({center.x - 2 * unit, center.y - 4 * unit}, {center.x + 3 * unit, center.y},
                            {center.x - 2 * unit, center.y + 4 * unit}, packed(ink));
  } else {
    draw_icon(draw, Icon::down, center, unit, packed(ink));
  }
  describe_item(context, widget, is_folded ? "Shows this section." : "Folds this section; the others get its room.");
  ImGui::SetCursorScreenPos(below);
  end_after_set_cursor();
  return !is_folded;
}

}  // namespace texelscope::app
