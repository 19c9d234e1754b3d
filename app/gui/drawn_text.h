#pragma once

#include <vector>

#include "app/window/screenshot.h"

struct ImDrawData;

namespace texelscope::app {

/// The text that a person sees of what Dear ImGui has drawn: glyphs are found by their texture coordinates in the fonts
/// of the current context. Glyphs outside their clip rectangle, or below an opaque rectangle that was drawn later, are
/// left out. Lines come in the order in which they were drawn, words with one blank between them; texts that are more
/// than a blank apart are lines of their own.
[[nodiscard]] std::vector<DrawnText> drawn_text(const ImDrawData& drawn);

}  // namespace texelscope::app
