#include "draw_rings.h"

#include <texelscope/kernels/launch.h>
#include <texelscope/kernels/surface.h>
#include <texelscope/kernels/vector.h>

#include <cstdint>

namespace kernels = texelscope::kernels;

struct DrawRings {
  kernels::Surface image;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const int ring = ((at.x - 128) * (at.x - 128) + (at.y - 128) * (at.y - 128)) / 1024;
    if (ring % 2 == 0) {
      image.write_2d(kernels::Uchar4{255, static_cast<std::uint8_t>(255 - 6 * ring), 60, 255}, at.x, at.y);
    }
  }
};

void draw_rings(const texelscope::gpu::Stream& stream, const texelscope::gpu::SurfaceObject& image) {
  kernels::launch(stream, {256, 256}, DrawRings{kernels::Surface(image.handle())});
}
