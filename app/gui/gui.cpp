#include "app/gui/gui.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <optional>

#include "app/gui/imgui_memory.h"

namespace texelscope::app {

Gui::Gui(Screen& screen, float scale) : screen_{screen}, chosen_scale_{scale} {
  IMGUI_CHECKVERSION();
  use_memory_of_program();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  // ImGui must not write its settings into the user's folder.
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  // An idle window draws nothing.
  io.ConfigInputTextCursorBlink = false;
  screen_.begin_widgets();
  if (!queues_input) {
    callbacks_.emplace(screen_.window().handle());
  }
  forget_noted_letters();
  theme_ = make_theme(wanted_scale(), screen_.window().pixels_per_unit());
}

Gui::~Gui() {
  callbacks_.reset();
  screen_.end_widgets();
  ImGui::DestroyContext();
}

// The scale refers to pixels, while sizes are in window units.
float Gui::wanted_scale() const {
  const float scale = chosen_scale_ > 0 ? chosen_scale_ : screen_.window().content_scale();
  return scale / screen_.window().pixels_per_unit();
}

bool Gui::begin_frame(bool holds_input, Letters letters) {
  const float scale = wanted_scale();
  const float density = screen_.window().pixels_per_unit();
  if (scale != theme_.scale || density != theme_.density || letters != theme_.letters || theme_.lacks_letters()) {
    theme_ = make_theme(scale, density, letters);
    screen_.renew_fonts();
  }
  std::optional<render::CursorPlace> place;
  if (callbacks_ && !holds_input) {
    place = callbacks_->deliver(wants_text());
  }
  screen_.begin_widget_frame();
  if (screen_.window().is_gone()) {
    // ImGui aborts the process if the window has no size, as is the case once it is destroyed.
    return false;
  }
#if IMGUI_VERSION_NUM >= 18700
  ImVector<ImGuiInputEvent>& events = ImGui::GetCurrentContext()->InputEventsQueue;
  ImVector<ImGuiInputEvent> held;
  if (holds_input) {
    held.swap(events);
  }
  ImGui::NewFrame();
  if (holds_input) {
    events.swap(held);
  }
#else
  // ImGui's backend has set these to what they are now, which may be several frames ahead of the delivered events.
  for (int button = 0; callbacks_ && button < ImGuiMouseButton_COUNT; ++button) {
    ImGui::GetIO().MouseDown[button] = callbacks_->is_down(button);
  }
  if (place) {
    ImGui::GetIO().MousePos = {static_cast<float>(place->x), static_cast<float>(place->y)};
  }
  ImGui::NewFrame();
#endif
  return true;
}

ImDrawData& Gui::end_frame() {
  ImGui::Render();
  return *ImGui::GetDrawData();
}

bool Gui::wants_text() const { return ImGui::GetIO().WantTextInput; }
bool Gui::is_busy() const { return ImGui::IsAnyItemActive() && !wants_text(); }

bool Gui::is_dragging() const {
  return is_busy() &&
         (ImGui::IsMouseDragging(ImGuiMouseButton_Left) || ImGui::IsMouseDragging(ImGuiMouseButton_Middle) ||
          ImGui::IsMouseDragging(ImGuiMouseButton_Right));
}

const bool Gui::queues_input = IMGUI_VERSION_NUM >= 18700;

bool Gui::has_input_waiting() const {
#if IMGUI_VERSION_NUM >= 18700
  return !ImGui::GetCurrentContext()->InputEventsQueue.empty();
#else
  return !callbacks_->empty();
#endif
}

std::size_t Gui::waiting_keys() const {
#if IMGUI_VERSION_NUM >= 18700
  return static_cast<std::size_t>(
      std::ranges::count_if(ImGui::GetCurrentContext()->InputEventsQueue, [](const ImGuiInputEvent& event) {
        const bool is_press = event.Type == ImGuiInputEventType_Key && event.Key.Down;
        // Modifiers arrive twice: as left or right keys, and as modifiers, whose codes follow those of gamepads.
        return is_press && event.Key.Key < ImGuiKey_GamepadStart &&
               (event.Key.Key < ImGuiKey_LeftCtrl || event.Key.Key > ImGuiKey_RightSuper);
      }));
#else
  return 0;
#endif
}

bool Gui::has_popup() const { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

bool Gui::close_popups() const {
  const bool is_open = has_popup();
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
