#include "app/lessons/recorded_launches.h"

#include <cstdint>

#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

TEXELSCOPE_KERNEL_FUNCTION float blurred(const float* row, std::int32_t x, std::int32_t last) {
  const float left = row[x > 0 ? x - 1 : 0];
  const float right = row[x < last ? x + 1 : last];
  return row[x] * 0.5F + (left + right) * 0.25F;
}

struct BlurPixels {
  const float* from;
  float* to;
  std::int32_t width;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    to[at.y * width + at.x] = blurred(from + at.y * width, at.x, width - 1);
  }
};

struct BlurRows {
  const float* from;
  float* to;
  std::int32_t width;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    for (std::int32_t x = 0; x < width; ++x) {
      to[at.x * width + x] = blurred(from + at.x * width, x, width - 1);
    }
  }
};

struct BlurInPlace {
  float* texels;
  std::int32_t width;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    float* const row = texels + at.y * width;
    row[at.x] = blurred(row, at.x, width - 1);
  }
};

float* texels_of(const gpu::Buffer& buffer) { return reinterpret_cast<float*>(buffer.handle().value); }

}  // namespace

// Weak, because the library of recorded kernels contains a second copy.
__attribute__((weak)) void launch_blur(Blur blur, const gpu::Buffer& from, const gpu::Buffer& to, int width, int height,
                                       const gpu::Stream& stream) {
  switch (blur) {
    case Blur::pixels:
      kernels::launch(stream, {width, height}, BlurPixels{texels_of(from), texels_of(to), width});
      break;
    case Blur::rows:
      kernels::launch(stream, {height}, BlurRows{texels_of(from), texels_of(to), width});
      break;
    case Blur::in_place:
      kernels::launch(stream, {width, height}, BlurInPlace{texels_of(to), width});
      break;
  }
}

}  // namespace texelscope::app
