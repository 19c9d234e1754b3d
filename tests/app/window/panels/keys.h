#pragma once

#include <imgui.h>

namespace texelscope::tests {

#if IMGUI_VERSION_NUM >= 18900
using Key = ImGuiKey;

inline Key key_of_letter(char letter) { return static_cast<Key>(ImGuiKey_A + (letter - 'A')); }
inline void set_key(Key key, bool is_down) { ImGui::GetIO().AddKeyEvent(key, is_down); }
inline void set_control(bool is_down) { set_key(ImGuiMod_Ctrl, is_down); }
inline void set_shift(bool is_down) { set_key(ImGuiMod_Shift, is_down); }
#else
using Key = ImGuiKey_;

/// ImGui has names only for the letters that text fields use, and maps each to a key number of the backend.
inline int key_of_letter(char letter) { return letter; }
inline void set_key(int number, bool is_down) {
  ImGui::GetIO().KeyMap[ImGuiKey_A] = 'A';
  ImGui::GetIO().KeyMap[ImGuiKey_V] = 'V';
  ImGui::GetIO().KeysDown[number] = is_down;
}
inline void set_key(Key key, bool is_down) { set_key(ImGui::GetIO().KeyMap[key], is_down); }
inline void set_control(bool is_down) {
  ImGui::GetIO().KeyCtrl = is_down;
  ImGui::GetIO().KeyMods = is_down ? ImGuiKeyModFlags_Ctrl : 0;
}
inline void set_shift(bool is_down) {
  ImGui::GetIO().KeyShift = is_down;
  ImGui::GetIO().KeyMods = is_down ? ImGuiKeyModFlags_Shift : 0;
}
#endif

}  // namespace texelscope::tests
