#include "draw_waves.h"

#include <texelscope/kernels/launch.h>
#include <texelscope/kernels/surface.h>
#include <texelscope/kernels/vector.h>

#include <cstdint>

namespace kernels = texelscope::kernels;

struct DrawWaves {
  kernels::Surface image;
  int frame;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const int wave = (at.x * at.x + at.y * at.y) / 1024 + frame;
    const auto band = static_cast<std::uint8_t>(wave % 8 * 32);
    image.write_2d(kernels::Uchar4{band, static_cast<std::uint8_t>(at.y / 64 * 64), 160, 255}, at.x, at.y);
  }
};

void draw_waves(const texelscope::gpu::Stream& stream, const texelscope::gpu::SurfaceObject& image, int frame) {
  kernels::launch(stream, {256, 256}, DrawWaves{kernels::Surface(image.handle()), frame});
}
