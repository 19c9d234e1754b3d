#include "app/window/panels/theme_colors.h"

namespace texelscope::app {
namespace {

/// Like ImGui's context, a global of the window's thread.
ColorTheme current = ColorTheme::dark;

}  // namespace

ThemeColor::operator const ImVec4&() const { return in(current); }

ColorTheme theme_in_use() { return current; }

void use_theme(ColorTheme theme) {
  current = theme;
  theme == ColorTheme::dark ? ImGui::StyleColorsDark() : ImGui::StyleColorsLight();
  const auto set = [](ImGuiCol index, const ImVec4& value) { ImGui::GetStyle().Colors[index] = value; };
  set(ImGuiCol_Text, color::text);
  set(ImGuiCol_TextDisabled, color::text_disabled);
  set(ImGuiCol_WindowBg, color::panel);
  set(ImGuiCol_ChildBg, color::transparent);
  set(ImGuiCol_PopupBg, color::bar);
  set(ImGuiCol_MenuBarBg, color::bar);
  set(ImGuiCol_Border, color::line);
  set(ImGuiCol_Separator, color::line);
  set(ImGuiCol_FrameBg, color::raised);
  set(ImGuiCol_FrameBgHovered, color::raised_hovered);
  set(ImGuiCol_FrameBgActive, color::raised_hovered);
  set(ImGuiCol_Button, color::raised);
  set(ImGuiCol_ButtonHovered, color::raised_hovered);
  set(ImGuiCol_ButtonActive, color::accent_dim);
  set(ImGuiCol_Header, color::accent_wash);
  set(ImGuiCol_HeaderHovered, color::raised_hovered);
  set(ImGuiCol_HeaderActive, color::accent_dim);
  set(ImGuiCol_CheckMark, color::accent);
  set(ImGuiCol_SliderGrab, color::accent);
  set(ImGuiCol_SliderGrabActive, color::accent);
  set(ImGuiCol_ScrollbarBg, color::transparent);
  set(ImGuiCol_ScrollbarGrab, color::line);
  set(ImGuiCol_ScrollbarGrabHovered, color::text_disabled);
  set(ImGuiCol_ScrollbarGrabActive, color::text_dim);
  set(ImGuiCol_TextSelectedBg, color::accent_dim);
  set(ImGuiCol_NavHighlight, color::accent);
}

}  // namespace texelscope::app
