#pragma once

#include "app/images/image.h"

struct ImDrawData;

namespace texelscope::app {

/// The target of an ImTextureID in paint(): rows of RGBA with 8 bits per channel, which must outlive their use.
struct PaintTexture {
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  /// Whether scaling filters linearly; otherwise it uses the nearest texel.
  bool is_smooth = true;
};

/// Draws Dear ImGui's draw data over an image on the host, as its renderers do, with the same bytes on every machine.
/// The image has 4 channels of 8 bits, and the display's size. A pixel belongs to the triangle that contains its
/// center; alpha stays opaque.
void paint(const ImDrawData& widgets, Image& image);

}  // namespace texelscope::app
