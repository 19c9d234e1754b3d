#pragma once

#include <string>

#include "tools/make_assets/picture.h"

namespace texelscope::assets {

/// Draws a line of text whose strokes are `scale` texels wide, from its upper left corner; what lies outside is cut.
void draw_text(Picture& picture, int left, int top, int scale, const std::string& text, unsigned char value);

}  // namespace texelscope::assets
