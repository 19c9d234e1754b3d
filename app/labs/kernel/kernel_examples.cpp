#include "app/labs/kernel/kernel_examples.h"

#include <algorithm>
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
    KernelExample{"mandelbrot", "A loop whose length varies by pixel; a zooms, b and c move.",
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
    KernelExample{"feedback",
                  "A buffer that stores the previous frame and fades it. Drag to paint; increase parameter a for "
                  "slower fading.",
                  R"(// buffer_a reads its output from the previous frame. Drag over the picture.
TEXELSCOPE_KERNEL_FUNCTION
void buffer_a(Index at, const Frame& frame) {
  float u = (at.x + 0.5f) / frame.width;
  float v = (at.y + 0.5f) / frame.height;
  Float2 spot{0.5f + 0.3f * cosine(2 * frame.time), 0.5f + 0.3f * sine(3 * frame.time)};
  Float2 from_spot{(u - spot.x) * frame.width / frame.height, v - spot.y};
  Float2 from_mouse{at.x - frame.mouse.x, at.y - frame.mouse.y};
  float light = 1 - smooth_step(0.02f, 0.05f, length(from_spot));
  float paint = frame.is_pressed * (1 - smooth_step(0.02f, 0.05f, length(from_mouse) / frame.height));
  Float4 before = frame.buffer_a.sample_2d(u, v) * (0.9f + 0.1f * frame.a);
  frame.output.write_2d(before + Float4{light, 0.4f * light + 0.3f * paint, paint, 0} * 0.3f, at.x, at.y);
}

TEXELSCOPE_KERNEL_FUNCTION
void pixel(Index at, const Frame& frame) {
  float u = (at.x + 0.5f) / frame.width;
  float v = (at.y + 0.5f) / frame.height;
  Float4 color = frame.buffer_a.sample_2d(u, v) + Float4{0.05f + 0.1f * u, 0.05f, 0.1f + 0.1f * v, 1};
  frame.output.write_2d(to_unorm8(color), at.x, at.y);
}
)"},
    KernelExample{"image",
                  "Reads the open picture through a texture; the pressed mouse bends it, and d sets the strength.",
                  R"(// The picture through a texture; coordinates are 0 to 1.
TEXELSCOPE_KERNEL_FUNCTION
void pixel(Index at, const Frame& frame) {
  Float2 from{at.x - frame.mouse.x, at.y - frame.mouse.y};
  float distance = length(from) / frame.height;
  float bend = 0.2f * frame.d * frame.is_pressed / (0.05f + distance);
  float x = at.x + 0.5f - bend * from.x - 0.5f * frame.width;
  float y = at.y + 0.5f - bend * from.y - 0.5f * frame.height;
  // The whole picture in its own shape.
  float texels = maximum(1.0f * frame.image_width / frame.width,
                         1.0f * frame.image_height / frame.height);
  float u = 0.5f + x * texels / frame.image_width;
  float v = 0.5f + y * texels / frame.image_height;
  bool is_inside = u >= 0 && u < 1 && v >= 0 && v < 1;
  Float4 color = is_inside ? frame.image.sample_2d(u, v) : Float4{0.1f, 0.1f, 0.1f, 1};
  frame.output.write_2d(to_unorm8(color), at.x, at.y);
}
)"},
};

}  // namespace

std::span<const KernelExample> kernel_examples() { return examples; }

const KernelExample* example_for_picture(std::string_view text) {
  const auto reads_picture = [](std::string_view source) {
    return source.find("frame.image.") != std::string_view::npos;
  };
  const auto all = kernel_examples();
  const auto reading = std::ranges::find_if(all, reads_picture, &KernelExample::text);
  const bool is_other = !reads_picture(text) && std::ranges::find(all, text, &KernelExample::text) != all.end();
  return is_other && reading != all.end() ? &*reading : nullptr;
}

}  // namespace texelscope::app
