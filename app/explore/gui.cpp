#include "app/explore/gui.h"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace texelscope::app {

Gui::Gui(const render::gl::Window& window, float scale) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  // Nothing is written beside the user's files.
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 450 core");
  theme_ = make_theme(scale > 0 ? scale : window.content_scale());
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Gui::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Gui::draw() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
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
