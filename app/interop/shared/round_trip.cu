#include <cstring>
#include <span>
#include <vector>

#include "app/device/scoped_synchronize.h"
#include "app/interop/shared/round_trip.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app {
namespace {

using kernels::Index;
using kernels::Uchar4;

TEXELSCOPE_KERNEL_FUNCTION std::uint32_t pattern(std::uint32_t seed, std::uint32_t x, std::uint32_t y) {
  std::uint32_t mixed = seed + x * 0x9e3779b1U + y * 0x85ebca77U;
  mixed = (mixed ^ (mixed >> 15U)) * 0x2c1b3c6dU;
  return mixed ^ (mixed >> 13U);
}

TEXELSCOPE_KERNEL_FUNCTION Uchar4 channels(std::uint32_t texel) {
  return {static_cast<std::uint8_t>(texel), static_cast<std::uint8_t>(texel >> 8U),
          static_cast<std::uint8_t>(texel >> 16U), static_cast<std::uint8_t>(texel >> 24U)};
}

struct WritePattern {
  kernels::Surface surface;
  std::uint32_t seed;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    surface.write_2d(channels(pattern(seed, static_cast<std::uint32_t>(index.x), static_cast<std::uint32_t>(index.y))),
                     index.x, index.y);
  }
};

struct CopyThroughTexture {
  kernels::Texture texture;
  kernels::Surface surface;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const kernels::Uint4 texel =
        texture.sample_2d<kernels::Uint4>(static_cast<float>(index.x) + 0.5F, static_cast<float>(index.y) + 0.5F);
    surface.write_2d(Uchar4{static_cast<std::uint8_t>(texel.x), static_cast<std::uint8_t>(texel.y),
                            static_cast<std::uint8_t>(texel.z), static_cast<std::uint8_t>(texel.w)},
                     index.x, index.y);
  }
};

}  // namespace

std::uint32_t pattern_texel(std::uint32_t seed, int x, int y) {
  return pattern(seed, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
}

void write_pattern(const gpu::SurfaceObject& surface, std::uint32_t seed, const gpu::Stream& stream) {
  kernels::launch(stream, surface.array().shape(), WritePattern{kernels::Surface(surface.handle()), seed});
}

gpu::KernelAttributes pattern_kernel_attributes(const gpu::Device& device) {
  return gpu::Kernel::from_symbol(device, kernels::entry_of<WritePattern>().device_symbol).attributes();
}

std::uint64_t count_compute_differences(const gpu::Stream& stream) {
  constexpr int width = 61;
  constexpr int height = 37;
  constexpr std::uint32_t seed = 1;
  std::vector<std::uint32_t> expected;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      expected.push_back(pattern_texel(seed, x, y));
    }
  }
  gpu::ArrayDescriptor descriptor{gpu::Extent(width, height), gpu::DataType::uint8, 4, false};
  std::vector<std::uint32_t> actual(expected.size());
  const auto source = gpu::CUDAArray::from_descriptor(stream.device(), descriptor);
  descriptor.is_surface_load_store = true;
  const auto destination = gpu::CUDAArray::from_descriptor(stream.device(), descriptor);
  const auto texture = gpu::TextureObject::from_array(source, {});
  const auto surface = gpu::SurfaceObject::from_array(destination);
  const ScopedSynchronize wait(stream);
  source.copy_from(std::as_bytes(std::span(expected)), stream);
  kernels::launch(stream, {width, height},
                  CopyThroughTexture{kernels::Texture(texture.handle()), kernels::Surface(surface.handle())});
  destination.copy_to(std::as_writable_bytes(std::span(actual)), stream);
  stream.synchronize();
  std::uint64_t differences = 0;
  for (std::size_t index = 0; index < expected.size(); ++index) {
    differences += expected[index] != actual[index] ? 1 : 0;
  }
  return differences;
}

}  // namespace texelscope::app
