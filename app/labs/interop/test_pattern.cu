#include "app/labs/interop/test_pattern.h"

#include <cstring>
#include <string>

#include "texelscope/gpu/error.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::app {
namespace {

using kernels::Index;
using kernels::Uchar4;

TEXELSCOPE_KERNEL_FUNCTION Uchar4 shown_texel(std::uint32_t frame, std::int32_t x, std::int32_t y) {
  const auto across = static_cast<std::uint32_t>(x);
  const auto down = static_cast<std::uint32_t>(y);
  const bool is_light = (across + down + 11 * frame) / 16 % 2 == 0;
  // One of six hues: one channel is full, one half, one low.
  const std::uint32_t hue = frame % 6;
  const std::uint32_t full = is_light ? 232 : 120;
  const std::uint32_t half = (is_light ? 150 : 76) + across % 32;
  const std::uint32_t low = (is_light ? 70 : 34) + down % 32;
  const std::uint32_t red = hue / 2 == 0 ? full : hue / 2 == 1 ? low : half;
  const std::uint32_t green = hue / 2 == 0 ? (hue % 2 == 0 ? half : low) : hue / 2 == 1 ? full : low;
  const std::uint32_t blue = hue / 2 == 0 ? (hue % 2 == 0 ? low : half) : hue / 2 == 1 ? half : full;
  return {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue), 255};
}

struct WriteSurface {
  kernels::Surface surface;
  std::uint32_t frame;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    surface.write_2d(shown_texel(frame, index.x, index.y), index.x, index.y);
  }
};

struct WriteMemory {
  Uchar4* texels;
  std::int32_t width;
  std::uint32_t frame;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    texels[static_cast<std::int64_t>(index.y) * width + index.x] = shown_texel(frame, index.x, index.y);
  }
};

}  // namespace

void write_test_pattern(const gpu::SurfaceObject& surface, std::uint32_t frame, const gpu::Stream& stream) {
  kernels::launch(stream, surface.array().shape(), WriteSurface{kernels::Surface(surface.handle()), frame});
}

void write_test_pattern(const gpu::Buffer& memory, int width, int height, std::uint32_t frame,
                        const gpu::Stream& stream) {
  const std::size_t expected = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * sizeof(Uchar4);
  if (memory.size_bytes() < expected) {
    throw gpu::InvalidArgument("cannot write " + std::to_string(width) + " × " + std::to_string(height) +
                               " texels into " + std::to_string(memory.size_bytes()) + " bytes: they need " +
                               std::to_string(expected));
  }
  kernels::launch(stream, {width, height}, WriteMemory{reinterpret_cast<Uchar4*>(memory.handle().value), width, frame});
}

std::vector<std::byte> test_pattern(int width, int height, std::uint32_t frame) {
  std::vector<std::byte> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * sizeof(Uchar4));
  std::byte* at = pixels.data();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Uchar4 texel = shown_texel(frame, x, y);
      std::memcpy(at, &texel, sizeof(texel));
      at += sizeof(texel);
    }
  }
  return pixels;
}

}  // namespace texelscope::app
