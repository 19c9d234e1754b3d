#pragma once

#include <string_view>

#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app {

/// What a kernel of the kernel editor gets; its text has the same struct under the name Frame.
struct KernelFrame {
  kernels::Surface output;
  kernels::Texture image;
  int width = 0;
  int height = 0;
  float time = 0;
  float is_pressed = 0;
  kernels::Float2 mouse{};
  float a = 0;
  float b = 0;
  float c = 0;
  float d = 0;
};

/// Stands before the text.
inline constexpr std::string_view kernel_frame_text = R"(
struct Frame {
  Surface output;
  Texture image;
  int width;
  int height;
  float time;
  float is_pressed;
  Float2 mouse;
  float a, b, c, d;
};
)";

/// Stands behind the text, whose function pixel() it calls.
inline constexpr std::string_view kernel_entry_text = R"(
struct Picture {
  Frame frame;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const { pixel(at, frame); }
};
)";

/// The functor's name in the text.
inline constexpr const char* kernel_entry_name = "Picture";

}  // namespace texelscope::app
