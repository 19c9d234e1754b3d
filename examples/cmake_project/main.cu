// A kernel magnifies a texture of 4 × 4 texels and writes an image, which the host reads. No OpenGL, no window.
// usage: magnify [DEVICE [FILE.ppm]], where DEVICE is cpu, cuda or cuda:N.

#include <texelscope/gpu/buffer.h>
#include <texelscope/gpu/cuda_array.h>
#include <texelscope/gpu/device.h>
#include <texelscope/gpu/stream.h>
#include <texelscope/gpu/surface_object.h>
#include <texelscope/gpu/texture_object.h>
#include <texelscope/kernels/convert.h>
#include <texelscope/kernels/launch.h>
#include <texelscope/kernels/surface.h>
#include <texelscope/kernels/texture.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <vector>

namespace gpu = texelscope::gpu;
namespace kernels = texelscope::kernels;

struct Magnify {
  kernels::Texture texture;
  kernels::Surface image;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const float u = (static_cast<float>(at.x) + 0.5F) / 256;
    const float v = (static_cast<float>(at.y) + 0.5F) / 256;
    image.write_2d(kernels::to_unorm8(texture.sample_2d(u, v)), at.x, at.y);
  }
};

int main(int argc, char** argv) try {
  const std::vector<gpu::DeviceReport> devices = gpu::find_devices();  // GPUs first; the CPU device is always usable
  const auto usable = [](const gpu::DeviceReport& report) { return report.properties.has_value(); };
  const gpu::DeviceId id =
      argc > 1 ? gpu::device_id_from_string(argv[1]).value() : std::ranges::find_if(devices, usable)->id;
  const gpu::Device device = gpu::Device::open(id);
  const gpu::Stream stream = device.create_stream();

  std::array<kernels::Uchar4, 16> texels{};
  for (std::uint8_t i = 0; i < 16; ++i) {
    texels[i] = i % 4 == i / 4 ? kernels::Uchar4{255, 200, 60, 255}
                               : kernels::Uchar4{static_cast<std::uint8_t>(i % 4 * 60),
                                                 static_cast<std::uint8_t>(i / 4 * 60), 120, 255};
  }
  const auto source = gpu::CUDAArray::from_descriptor(device, {.shape = {4, 4}});  // uint8, four channels
  source.copy_from(texels, stream);
  const auto texture = gpu::TextureObject::from_array(source, {.address_mode = gpu::AddressMode::mirror,
                                                               .filter_mode = gpu::FilterMode::linear,
                                                               .read_mode = gpu::ReadMode::normalized_float,
                                                               .normalized_coords = true});

  const auto image = gpu::CUDAArray::from_descriptor(device, {.shape = {256, 256}, .is_surface_load_store = true});
  const auto surface = gpu::SurfaceObject::from_array(image);
  kernels::launch(stream, image.shape(),
                  Magnify{kernels::Texture(texture.handle()), kernels::Surface(surface.handle())});
  std::vector<kernels::Uchar4> pixels(image.shape().volume());
  image.copy_to(pixels, stream);
  stream.synchronize();

  std::ofstream file(argc > 2 ? argv[2] : "magnify.ppm", std::ios::binary);
  file << "P6\n256 256\n255\n";
  for (const kernels::Uchar4 pixel : pixels) {
    file.put(static_cast<char>(pixel.x)).put(static_cast<char>(pixel.y)).put(static_cast<char>(pixel.z));
  }
  return file.flush() ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
