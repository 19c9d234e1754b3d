#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "app/window/screenshot.h"

struct ImDrawData;

namespace texelscope::app {

/// The visible text in Dear ImGui's draw data: glyphs are identified by their texture coordinates in the fonts of the
/// current context. Glyphs outside their clip rectangle, or below an opaque rectangle that was drawn later, are
/// omitted. Lines are in drawing order, with one space between words; a larger gap starts a new line.
/// If `is_read` is given, reads only the ImGui windows whose names it accepts.
[[nodiscard]] std::vector<DrawnText> drawn_text(const ImDrawData& drawn,
                                                const std::function<bool(std::string_view window)>& is_read = {});

}  // namespace texelscope::app
