#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "app/interop/presentation/timed_present_path.h"
#include "app/interop/shared/shared_image.h"
#include "app/labs/interop/test_pattern.h"

namespace texelscope::app {

/// An image of any renderer's that the kernel writes itself.
class SharedPresentPath final : public TimedPresentPath {
 public:
  SharedPresentPath(const gpu::Device& device, std::unique_ptr<SharedImage> image)
      : TimedPresentPath{device, image->width(), image->height()}, image_{std::move(image)} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    const std::unique_ptr<AcquiredImages> acquired = image_->acquire(stream());
    write_test_pattern(acquired->surface(), frame, stream());
    acquired->release();
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { image_->read(box, pixels); }

  std::unique_ptr<SharedImage> image_;
  ScopedSynchronize wait_{stream()};
};

/// A texture of any renderer's that the host uploads what the kernel wrote into.
template <class Texture>
class ReadBackPresentPath final : public TimedPresentPath {
 public:
  /// `texture`: what the texture is made from.
  template <class... Arguments>
  ReadBackPresentPath(const gpu::Device& device, int width, int height, const Arguments&... texture)
      : TimedPresentPath{device, width, height},
        texture_{texture...},
        own_{device, width, height},
        host_{device.allocate_pinned(own_.array.size_bytes())} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    write_test_pattern(own_.surface, frame, stream());
    own_.array.copy_to(host_, stream());
    stream().synchronize();
    texture_.upload(host_.host_bytes());
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { texture_.read(box, pixels); }

  Texture texture_;
  OwnArray own_;
  gpu::Buffer host_;
  ScopedSynchronize wait_{stream()};
};

}  // namespace texelscope::app
