#include "app/labs/kernel/kernel_examples.h"

#include <array>

namespace texelscope::app {
namespace {

constexpr std::array examples = {
    KernelExample{"gradient", "One write to a surface for each pixel.",
                  R"(// Called once for each pixel. Ctrl+S compiles.
TEXELSCOPE_KERNEL_FUNCTION
void pixel(Index at, const Frame& frame) {
  float u = (at.x + 0.5f) / frame.width;
  float v = (at.y + 0.5f) / frame.height;
  float blue = 0.5f + 0.5f * sine(frame.time);
  Float4 color{u, v, blue * frame.a, 1};
  frame.output.write_2d(to_unorm8(color), at.x, at.y);
}
)"},
    KernelExample{"ripple", "Waves around the mouse; a is their length, b their speed.",
                  R"(// Waves around the mouse. Drag a and b.
TEXELSCOPE_KERNEL_FUNCTION
Float4 palette(float t) {
  return {0.5f + 0.5f * cosine(6.28f * t),
          0.5f + 0.5f * cosine(6.28f * (t + 0.33f)),
          0.5f + 0.5f * cosine(6.28f * (t + 0.67f)), 1};
}

TEXELSCOPE_KERNEL_FUNCTION
void pixel(Index at, const Frame& frame) {
  Float2 from{at.x - frame.mouse.x, at.y - frame.mouse.y};
  float distance = length(from) / frame.height;
  float wave = sine(distance * 80 * frame.a - frame.time * 8 * frame.b);
  float fade = 1 / (1 + 3 * distance);
  Float4 color = palette(0.2f + 0.3f * wave * fade);
  frame.output.write_2d(to_unorm8(color * (0.4f + fade)), at.x, at.y);
}
)"},
    KernelExample{"mandelbrot", "A loop of another length for each pixel; a zooms, b and c move.",
                  R"(// The Mandelbrot set; a zooms, b and c move.
TEXELSCOPE_KERNEL_FUNCTION
void pixel(Index at, const Frame& frame) {
  float size = 8 * (1 - frame.a) * (1 - frame.a) + 0.001f;
  float scale = size / frame.height;
  float cx = -1.1f + frame.b + (at.x - 0.5f * frame.width) * scale;
  float cy = frame.c - 0.5f + (at.y - 0.5f * frame.height) * scale;
  float x = 0;
  float y = 0;
  int steps = 0;
  const int most = 120;
  while (steps < most && x * x + y * y < 4) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++steps;
  }
  float t = steps == most ? 0 : static_cast<float>(steps) / most;
  Float4 color{3 * t, 3 * t * t + t, square_root(t), 1};
  frame.output.write_2d(to_unorm8(color), at.x, at.y);
}
)"},
    KernelExample{"image", "Reads the opened picture through a texture; the mouse bends it, d its strength.",
                  R"(// The picture through a texture; coordinates are 0 to 1.
TEXELSCOPE_KERNEL_FUNCTION
void pixel(Index at, const Frame& frame) {
  Float2 from{at.x - frame.mouse.x, at.y - frame.mouse.y};
  float distance = length(from) / frame.height;
  float bend = 0.2f * frame.d / (0.05f + distance);
  float u = (at.x + 0.5f - bend * from.x) / frame.width;
  float v = (at.y + 0.5f - bend * from.y) / frame.height;
  Float4 color = frame.image.sample_2d(u, v);
  frame.output.write_2d(to_unorm8(color), at.x, at.y);
}
)"},
};

}  // namespace

std::span<const KernelExample> kernel_examples() { return examples; }

}  // namespace texelscope::app
