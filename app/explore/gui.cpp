#include "app/explore/gui.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace texelscope::app {

Gui::Gui(Screen& screen, float scale) : screen_{screen} {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  // Nothing is written beside the user's files.
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  screen_.begin_widgets();
  theme_ = make_theme(scale > 0 ? scale : screen_.window().content_scale());
}

Gui::~Gui() {
  screen_.end_widgets();
  ImGui::DestroyContext();
}

void Gui::begin_frame() {
  screen_.begin_widget_frame();
  ImGui::NewFrame();
}

void Gui::draw() {
  ImGui::Render();
  screen_.draw_widgets(*ImGui::GetDrawData());
}

bool Gui::wants_text() const { return ImGui::GetIO().WantTextInput; }
bool Gui::is_busy() const { return ImGui::IsAnyItemActive() && !wants_text(); }

bool Gui::close_popups() {
  const bool is_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (is_open) {
    ImGui::ClosePopupToLevel(0, true);
  }
  return is_open;
}

Rect Gui::window_area() const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {0, 0, size.x, size.y};
}

float Gui::pixels_per_unit() const { return ImGui::GetIO().DisplayFramebufferScale.x; }
void Gui::copy_to_clipboard(const std::string& text) const { ImGui::SetClipboardText(text.c_str()); }

}  // namespace texelscope::app
