#pragma once

#include <imgui.h>

namespace texelscope::app {

/// Begins a part of a window that scrolls by itself. Keys go from its widgets to those around it, as if it had no edge.
/// End it with ImGui::EndChild().
inline void begin_part(const char* name, ImVec2 extent, ImGuiWindowFlags flags = ImGuiWindowFlags_None) {
  ImGui::BeginChild(name, extent, false, flags | ImGuiWindowFlags_NavFlattened);
}

}  // namespace texelscope::app
