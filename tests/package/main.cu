// Uses the installed library as its guide describes: a kernel writes an array through a surface, and the host reads it.

#include <texelscope/gpu/buffer.h>
#include <texelscope/gpu/cuda_array.h>
#include <texelscope/gpu/device.h>
#include <texelscope/gpu/stream.h>
#include <texelscope/gpu/surface_object.h>
#include <texelscope/kernels/launch.h>
#include <texelscope/kernels/surface.h>

#include <cstdio>
#include <span>
#include <vector>

namespace gpu = texelscope::gpu;
namespace kernels = texelscope::kernels;

struct WriteIndex {
  kernels::Surface output;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    output.write_2d(static_cast<float>(100 * index.y + index.x), index.x, index.y);
  }
};

int main() {
  constexpr unsigned width = 5;
  constexpr unsigned height = 3;
  const gpu::Device device = gpu::Device::open(gpu::DeviceId{});
  const gpu::Stream stream = device.create_stream();
  const gpu::CUDAArray array =
      gpu::CUDAArray::from_descriptor(device, {gpu::Extent(width, height), gpu::DataType::float32, 1, true});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(array);
  kernels::launch(stream, {width, height, 1}, WriteIndex{kernels::Surface(surface.handle())});
  std::vector<float> texels(width * height);
  array.copy_to(std::as_writable_bytes(std::span(texels)), stream);
  stream.synchronize();
  for (unsigned i = 0; i < texels.size(); ++i) {
    if (texels[i] != static_cast<float>(100 * (i / width) + i % width)) {
      std::fprintf(stderr, "texel %u is %g\n", i, static_cast<double>(texels[i]));
      return 1;
    }
  }
  std::printf("%s wrote %zu texels\n", device.properties().name.c_str(), texels.size());
  return 0;
}
