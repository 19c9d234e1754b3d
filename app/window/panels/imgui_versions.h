#pragma once

#include <imgui.h>

#include <cstdint>

/// Names that differ between the versions of Dear ImGui that distributions ship.
namespace texelscope::app {

/// The size at which a font was loaded, which is its line height. From 1.92 on a font can be drawn at any size.
[[nodiscard]] inline float line_height(const ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize;
#else
  return font->FontSize;
#endif
}

/// The distance from the top of a line to its baseline.
[[nodiscard]] inline float ascent([[maybe_unused]] ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->GetFontBaked(font->LegacySize)->Ascent;
#else
  return font->Ascent;
#endif
}

/// ImGui's ID of a renderer's texture: the renderer chooses the pointer. From 1.91.4 on IDs are numbers.
[[nodiscard]] inline ImTextureID texture_id(void* texture) {
#if IMGUI_VERSION_NUM >= 19140
  return reinterpret_cast<std::uintptr_t>(texture);
#else
  return texture;
#endif
}

/// Converts an ID back to the renderer's pointer.
[[nodiscard]] inline void* texture_named(ImTextureID id) {
#if IMGUI_VERSION_NUM >= 19140
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(id));
#else
  return id;
#endif
}

/// The texture of a draw command, only for comparisons. From 1.92 on it may have no ID yet.
[[nodiscard]] inline const void* texture_of(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
  if (command.TexRef._TexData != nullptr) {
    return command.TexRef._TexData;
  }
  return texture_named(command.TexRef._TexID);
#else
  return texture_named(command.GetTexID());
#endif
}

/// The glyphs of a font at the size at which it was loaded.
[[nodiscard]] inline const ImVector<ImFontGlyph>& glyphs_of(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->GetFontBaked(font->LegacySize)->Glyphs;
#else
  return font->Glyphs;
#endif
}

/// Whether a font has a glyph for a character, instead of drawing "?".
[[nodiscard]] inline bool has_glyph(ImFont* font, ImWchar character) {
#if IMGUI_VERSION_NUM >= 19200
  return font->IsGlyphInFont(character);
#else
  return font->FindGlyphNoFallback(character) != nullptr;
#endif
}

/// Whether one of ImGui's own textures is created or changed with this frame. From 1.92 on the renderer's backend does
/// that while it draws.
[[nodiscard]] inline bool has_texture_to_update([[maybe_unused]] const ImDrawData& drawn) {
#if IMGUI_VERSION_NUM >= 19200
  const bool is_by_backend = (ImGui::GetIO().BackendFlags & ImGuiBackendFlags_RendererHasTextures) != 0;
  if (is_by_backend && drawn.Textures != nullptr) {
    for (const ImTextureData* const texture : *drawn.Textures) {
      if (texture->Status != ImTextureStatus_OK) {
        return true;
      }
    }
  }
#endif
  return false;
}

/// Whether Return was pressed, on the main keyboard or on the keypad.
[[nodiscard]] inline bool is_return_pressed() {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
         ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
#endif
}

}  // namespace texelscope::app
