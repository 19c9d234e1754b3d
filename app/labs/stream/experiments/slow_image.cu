#include "app/labs/stream/experiments/slow_image.h"

#include <chrono>
#include <cstring>
#include <thread>

#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app {
namespace {

using kernels::Index;

/// The duration of one band.
constexpr std::int64_t band_ns = 600'000;
constexpr std::int64_t longest_wait_ns = 2'000'000'000;

TEXELSCOPE_KERNEL_FUNCTION std::int64_t now_ns() {
#ifdef __CUDA_ARCH__
  std::int64_t time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
#else
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
#endif
}

// Other streams and the host read and write these pixels and flags concurrently, which is the subject of the
// experiments.
TEXELSCOPE_KERNEL_FUNCTION std::uint32_t read_shared(const std::uint32_t* from) {
#ifdef __CUDA_ARCH__
  return *static_cast<const volatile std::uint32_t*>(from);
#else
  return __atomic_load_n(from, __ATOMIC_RELAXED);
#endif
}

TEXELSCOPE_KERNEL_FUNCTION void write_shared(std::uint32_t* to, std::uint32_t value) {
#ifdef __CUDA_ARCH__
  *static_cast<volatile std::uint32_t*>(to) = value;
#else
  __atomic_store_n(to, value, __ATOMIC_RELAXED);
#endif
}

/// True while the gate is closed. Host writes made before it opens are visible afterward.
TEXELSCOPE_KERNEL_FUNCTION bool is_closed(const std::uint32_t* flag) {
#ifdef __CUDA_ARCH__
  const bool is_open = *static_cast<const volatile std::uint32_t*>(flag) != 0;
  __threadfence_system();
  return !is_open;
#else
  return __atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0;
#endif
}

/// Leaves the processor to other threads: the host has few. A GPU's multiprocessor is not shared with them.
TEXELSCOPE_KERNEL_FUNCTION void pause_briefly() {
#ifndef __CUDA_ARCH__
  std::this_thread::sleep_for(std::chrono::microseconds{50});
#endif
}

/// Waits at the gate, if there is one, and then for the duration of a band.
TEXELSCOPE_KERNEL_FUNCTION void take_time(std::uint32_t* flags) {
  std::int64_t start = now_ns();
  if (flags != nullptr) {
    write_shared(flags + 1, 1);
    while (is_closed(flags) && now_ns() - start < longest_wait_ns) {
      pause_briefly();
    }
  }
  start = now_ns();
  while (now_ns() - start < band_ns) {
    pause_briefly();
  }
}

/// Lasts as long as a band, and calls `pixel` for each of its pixels.
template <class Pixel>
struct EachPixel {
  Pixel pixel;
  std::int32_t first_row;
  std::uint32_t* flags;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const {
    take_time(flags);
    for (std::int32_t y = first_row; y < first_row + slow_image::rows_per_band; ++y) {
      for (std::int32_t x = 0; x < slow_image::width; ++x) {
        pixel.take(x, y);
      }
    }
  }
};

struct WritePixel {
  std::uint32_t* image;

  TEXELSCOPE_KERNEL_FUNCTION void take(std::int32_t x, std::int32_t y) const {
    write_shared(image + y * slow_image::width + x, slow_image::fresh_pixel(x, y));
  }
};

struct WriteSurfacePixel {
  kernels::Surface image;

  TEXELSCOPE_KERNEL_FUNCTION void take(std::int32_t x, std::int32_t y) const {
    image.write_2d(slow_image::fresh_pixel(x, y), x, y);
  }
};

struct ReadPixel {
  kernels::Texture texture;
  std::uint32_t* image;

  TEXELSCOPE_KERNEL_FUNCTION void take(std::int32_t x, std::int32_t y) const {
    image[y * slow_image::width + x] =
        texture.sample_2d<kernels::Uint4>(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F).x;
  }
};

struct CopyImage {
  const std::uint32_t* from;
  std::uint32_t* to;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {
    const std::int32_t pixel = at.y * slow_image::width + at.x;
    to[pixel] = read_shared(from + pixel);
  }
};

std::uint32_t* pixels_of(const gpu::Buffer& image) { return reinterpret_cast<std::uint32_t*>(image.handle().value); }

template <class Pixel>
void launch_band(const Pixel& pixel, int band, const Gate* gate, const gpu::Stream& stream) {
  std::uint32_t* const flags = gate != nullptr ? gate->flags() : nullptr;
  kernels::launch(stream, {1, 1, 1}, EachPixel<Pixel>{pixel, band * slow_image::rows_per_band, flags});
}

std::vector<std::byte> bytes_of(const std::vector<std::uint32_t>& image) {
  std::vector<std::byte> bytes(slow_image::size_bytes);
  std::memcpy(bytes.data(), image.data(), slow_image::size_bytes);
  return bytes;
}

}  // namespace

void write_band(const gpu::Buffer& image, int band, const Gate* gate, const gpu::Stream& stream) {
  launch_band(WritePixel{pixels_of(image)}, band, gate, stream);
}

void write_band(const gpu::SurfaceObject& image, int band, const Gate* gate, const gpu::Stream& stream) {
  launch_band(WriteSurfacePixel{kernels::Surface{image.handle()}}, band, gate, stream);
}

void read_band(const gpu::TextureObject& texture, const gpu::Buffer& image, int band, const Gate* gate,
               const gpu::Stream& stream) {
  launch_band(ReadPixel{kernels::Texture{texture.handle()}, pixels_of(image)}, band, gate, stream);
}

void copy_image(const gpu::Buffer& from, const gpu::Buffer& to, const gpu::Stream& stream) {
  kernels::launch(stream, {slow_image::width, slow_image::height, 1}, CopyImage{pixels_of(from), pixels_of(to)});
}

std::vector<std::byte> fresh_image_bytes() {
  std::vector<std::uint32_t> image;
  for (int y = 0; y < slow_image::height; ++y) {
    for (int x = 0; x < slow_image::width; ++x) {
      image.push_back(slow_image::fresh_pixel(x, y));
    }
  }
  return bytes_of(image);
}

std::vector<std::byte> stale_image_bytes() {
  return bytes_of(std::vector<std::uint32_t>(slow_image::pixels, slow_image::stale_pixel));
}

void warm_up(const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream("warm-up");
  const gpu::Buffer image = make_stale_image(device, stream);
  const gpu::Buffer other = make_stale_image(device, stream);
  const gpu::CUDAArray array =
      gpu::CUDAArray::from_descriptor(device, {.shape = {slow_image::width, slow_image::height},
                                               .format = gpu::DataType::uint32,
                                               .num_channels = 1,
                                               .is_surface_load_store = true});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(array);
  const gpu::TextureObject texture = gpu::TextureObject::from_array(array, {});
  write_band(image, 0, nullptr, stream);
  write_band(surface, 0, nullptr, stream);
  read_band(texture, image, 0, nullptr, stream);
  copy_image(image, other, stream);
  stream.synchronize();
}

}  // namespace texelscope::app
