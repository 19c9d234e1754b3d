#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "app/device/scoped_synchronize.h"
#include "app/labs/interop/presentation_cost.h"
#include "render/common/pixel_rect.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

/// What all ways to show have in common: a stream, and the clock.
class TimedPresentPath : public PresentPath {
 public:
  [[nodiscard]] PresentationTimes show(std::uint32_t frame) final {
    const auto start = std::chrono::steady_clock::now();
    write_and_hand_over(frame);
    const std::chrono::duration<double, std::micro> host = std::chrono::steady_clock::now() - start;
    wait_for_renderer();
    const std::chrono::duration<double, std::micro> whole = std::chrono::steady_clock::now() - start;
    return {host.count(), whole.count()};
  }
  [[nodiscard]] std::vector<std::byte> read() final {
    std::vector<std::byte> pixels(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4);
    read_box({0, 0, width_, height_}, pixels);
    return pixels;
  }

 protected:
  TimedPresentPath(const gpu::Device& device, int width, int height)
      : stream_{device.create_stream()}, width_{width}, height_{height} {}

  /// All that the host does for a frame.
  virtual void write_and_hand_over(std::uint32_t frame) = 0;
  /// Reads by way of the renderer, and waits for all that comes before.
  virtual void read_box(const render::PixelRect& box, std::span<std::byte> pixels) = 0;
  virtual void wait_for_renderer() {
    std::array<std::byte, 4> texel{};
    read_box({0, 0, 1, 1}, texel);
  }

  [[nodiscard]] const gpu::Stream& stream() const { return stream_; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

 private:
  gpu::Stream stream_;
  int width_;
  int height_;
};

/// An array of the device that a kernel writes and the host reads.
struct OwnArray {
  OwnArray(const gpu::Device& device, int width, int height)
      : array{gpu::CUDAArray::from_descriptor(
            device, {gpu::Extent(static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)),
                     gpu::DataType::uint8, 4, true})},
        surface{gpu::SurfaceObject::from_array(array)} {}

  gpu::CUDAArray array;
  gpu::SurfaceObject surface;
};

}  // namespace texelscope::app
