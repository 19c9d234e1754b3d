// Records a kernel on the CPU device: who wrote a pixel, what did that thread read, and would another order matter?
// usage: recorded_kernels [DEVICE [FILE.ppm]], where DEVICE is cpu, cuda or cuda:N. A GPU only draws the image.

#include <texelscope/gpu/access_recorder.h>
#include <texelscope/gpu/buffer.h>
#include <texelscope/gpu/device.h>
#include <texelscope/gpu/stream.h>
#include <texelscope/kernels/launch.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <vector>

namespace gpu = texelscope::gpu;
namespace kernels = texelscope::kernels;

/// Writes the larger height of two neighbors. If both pointers were the same, threads would race.
struct Dilate {
  const std::uint8_t* heights;
  std::uint8_t* image;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const std::uint8_t here = heights[at.y * 256 + at.x];
    const std::uint8_t right = heights[at.y * 256 + (at.x + 1) % 256];
    image[at.y * 256 + at.x] = here > right ? here : right;
  }
};

void print(const char* what, const gpu::AccessRecording& recording, const gpu::Access& access) {
  std::printf("%s %u at %s in thread (%d, %d)\n", what, access.value[0],
              to_string(recording.sites[access.site]).c_str(), access.thread.x, access.thread.y);
}

int main(int argc, char** argv) try {
  const gpu::DeviceId id = argc > 1 ? gpu::device_id_from_string(argv[1]).value() : gpu::DeviceId{};
  const auto recorder =
      std::make_shared<gpu::AccessRecorder>(gpu::AccessRecorderOptions{.modules = {KERNELS_FOR_RECORDING}});
  recorder->set_on(true);
  const bool records = id.kind == gpu::DeviceKind::cpu;
  const gpu::Device device = gpu::Device::open(id, {.access_recorder = records ? recorder : nullptr});
  const gpu::Stream stream = device.create_stream();
  std::vector<std::uint8_t> pixels(65536);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = static_cast<std::uint8_t>((i * i / 640 + i % 256 * 7) % 251);
  }
  const gpu::Buffer heights = device.allocate(pixels.size(), stream);
  const gpu::Buffer image = device.allocate(pixels.size(), stream);
  heights.copy_from(pixels, stream);
  const auto address = [](const gpu::Buffer& of) { return reinterpret_cast<std::uint8_t*>(of.handle().value); };
  kernels::launch(stream, {256, 256}, Dilate{address(heights), address(image)});
  image.copy_to(pixels, stream);
  stream.synchronize();

  const gpu::AccessRecording recording = recorder->recording();
  const gpu::Access* write = nullptr;  // the last one of pixel (100, 40)
  for (const gpu::Access& access : recording.accesses) {
    write = is_write(access.kind) && access.offset == 40 * 256 + 100 ? &access : write;
  }
  for (const gpu::Access& other : recording.accesses) {
    const bool is_own = other.thread.x == write->thread.x && other.thread.y == write->thread.y;
    if (is_own) {
      print(is_write(other.kind) ? "pixel (100, 40): wrote" : "pixel (100, 40): read", recording, other);
    } else if (other.object == write->object && other.offset == write->offset) {
      print("hazard: another thread accessed", recording, other);
    }
  }
  std::ofstream file(argc > 2 ? argv[2] : "recorded_kernels.ppm", std::ios::binary);
  file << "P6\n256 256\n255\n";
  for (const std::uint8_t height : pixels) {
    file.put(static_cast<char>(height)).put(static_cast<char>(height)).put(static_cast<char>(height));
  }
  return file.flush() ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
