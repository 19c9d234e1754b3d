#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "app/core/shown_pattern.h"
#include "app/interop/shared_image.h"
#include "app/interop/timed_showing.h"

namespace texelscope::app {

/// An image of any renderer's that the kernel writes itself.
class SharedShowing final : public TimedShowing {
 public:
  SharedShowing(const gpu::Device& device, std::unique_ptr<SharedImage> image)
      : TimedShowing{device, image->width(), image->height()}, image_{std::move(image)} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    const std::unique_ptr<LentImages> lent = image_->lend(stream());
    write_shown_pattern(lent->surface(), frame, stream());
    lent->give_back();
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { image_->read(box, pixels); }

  std::unique_ptr<SharedImage> image_;
  StreamWait wait_{stream()};
};

/// A texture of any renderer's that the host uploads what the kernel wrote into.
template <class Texture>
class ReadBackShowing final : public TimedShowing {
 public:
  /// `texture`: what the texture is made from.
  template <class... Arguments>
  ReadBackShowing(const gpu::Device& device, int width, int height, const Arguments&... texture)
      : TimedShowing{device, width, height},
        texture_{texture...},
        own_{device, width, height},
        host_{device.allocate_pinned(own_.array.size_bytes())} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    write_shown_pattern(own_.surface, frame, stream());
    own_.array.copy_to(host_, stream());
    stream().synchronize();
    texture_.upload(host_.host_bytes());
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { texture_.read(box, pixels); }

  Texture texture_;
  OwnArray own_;
  gpu::Buffer host_;
  StreamWait wait_{stream()};
};

}  // namespace texelscope::app
