#include "app/gui/windowless_gui.h"

#include <imgui.h>

#include "app/gui/imgui_memory.h"
#include "app/lessons/panel/course.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/panel.h"

namespace texelscope::app {
namespace {

constexpr float frame_seconds = 1.0F / 60;

}  // namespace

WindowlessGui::WindowlessGui(int width, int height, float scale) {
  use_memory_of_program();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = frame_seconds;
#if IMGUI_VERSION_NUM < 18700
  // ImGui requires a number for each navigation key, even if none is ever pressed.
  constexpr int first_key = 400;
  for (int key = 0; key < ImGuiKey_COUNT; ++key) {
    io.KeyMap[key] = first_key + key;
  }
#endif
  forget_noted_letters();
  make_fonts(scale, Letters::own);
}

void WindowlessGui::load_letters(Letters letters) {
  if (letters != theme_.letters || theme_.lacks_letters()) {
    make_fonts(theme_.scale, letters);
  }
}

void WindowlessGui::make_fonts(float scale, Letters letters) {
  theme_ = make_theme(scale, 1, letters);
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.GetTexDataAsRGBA32(&fonts_.pixels, &fonts_.width, &fonts_.height);
  atlas.SetTexID(texture_id(&fonts_));
}

WindowlessGui::~WindowlessGui() { ImGui::DestroyContext(); }

Regions draw_windowless(State& state, std::span<const Action> actions, const Theme& theme) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const Regions regions = regions_of(state, size.x, size.y, theme);
  state.viewport.width = regions.viewport.width;
  state.viewport.height = regions.viewport.height;
  state.now += static_cast<double>(frame_seconds);
  settle(state.viewport.view, view_extent(state));
  ImGui::NewFrame();
  draw_panels({state, actions, theme, regions, &draw_course});
  ImGui::Render();
  return regions;
}

}  // namespace texelscope::app
