#pragma once

#include "app/images/image.h"

struct ImDrawData;

namespace texelscope::app {

/// What paint() takes an ImTextureID for: rows of RGBA with 8 bits a channel, that live as long as they are drawn from.
struct PaintTexture {
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  /// Whether texels are blended where it is drawn larger or smaller, else the nearest one is taken.
  bool is_smooth = true;
};

/// Draws what Dear ImGui has drawn over an image, as its renderers do, on the host: the same bytes everywhere. The
/// image has 4 channels of 8 bits, and the display's size. A pixel belongs to a triangle that its center lies in; alpha
/// stays opaque.
void paint(const ImDrawData& widgets, Image& image);

}  // namespace texelscope::app
