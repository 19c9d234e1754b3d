#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>

#include "app/labs/interop/interop_tools.h"
#include "app/labs/interop/test_pattern.h"

namespace texelscope::tests {

/// An image of a fake renderer. Its timeline value is the number of handovers so far.
class FakeImage final : public app::ObservedImage {
 public:
  FakeImage(app::RendererKind renderer, const bool& fails) : renderer_{renderer}, fails_{fails} {}

  [[nodiscard]] app::RendererKind renderer() const noexcept override { return renderer_; }
  [[nodiscard]] std::span<const app::OwnershipState> steps() const noexcept override {
    using app::OwnershipState;
    static constexpr std::array all = {OwnershipState::acquired, OwnershipState::writing, OwnershipState::released,
                                       OwnershipState::written, OwnershipState::drawn};
    return all;
  }
  [[nodiscard]] std::vector<app::LifeCall> take(app::OwnershipState step, std::uint32_t frame) override {
    if (fails_) {
      throw std::runtime_error("the fake image fails");
    }
    using app::OwnershipState;
    step_ = step;
    value_ += step == OwnershipState::acquired || step == OwnershipState::written ? 1 : 0;
    if (step == OwnershipState::drawn) {
      picture_ =
          std::make_shared<const app::Image>(app::Image{8, 8, 4, gpu::DataType::uint8, app::test_pattern(8, 8, frame)});
    }
    return {{.name = "vkQueueSubmit", .is_renderer = true, .start = gpu::CallClock::now(), .host_us = 2}};
  }
  [[nodiscard]] app::ImageFacts facts() const override {
    using app::OwnershipState;
    const bool is_device = step_ != OwnershipState::made && step_ != OwnershipState::drawn;
    const bool is_returning = step_ == OwnershipState::released || step_ == OwnershipState::written;
    app::TimelineFacts timeline{.value = value_};
    timeline.stream_waits_for = is_device && !is_returning ? value_ : 0;
    timeline.renderer_waits_for = is_returning ? value_ + (step_ == OwnershipState::released ? 1 : 0) : 0;
    return {.owner = is_device ? app::ImageOwner::device : app::ImageOwner::renderer,
            .image = "an image without an owner",
            .layout = "VK_IMAGE_LAYOUT_GENERAL",
            .memory = "none",
            .queue_family = "0",
            .mapping = "imported once as array 0x1",
            .timeline = timeline,
            .is_stream_done = step_ != OwnershipState::writing && step_ != OwnershipState::released};
  }
  [[nodiscard]] std::vector<app::Refusal> refusals() override {
    return step_ == app::OwnershipState::acquired ? std::vector<app::Refusal>{{"draw it", "it is acquired"}}
                                                  : std::vector<app::Refusal>{};
  }
  [[nodiscard]] std::shared_ptr<const app::Image> picture() const override { return picture_; }

 private:
  app::RendererKind renderer_;
  const bool& fails_;
  app::OwnershipState step_ = app::OwnershipState::made;
  std::uint64_t value_ = 0;
  std::shared_ptr<const app::Image> picture_;
};

/// A present path that takes the given time.
class FakePresentPath final : public app::PresentPath {
 public:
  FakePresentPath(int width, int height, double whole_us, bool is_wrong)
      : width_{width}, height_{height}, whole_us_{whole_us}, is_wrong_{is_wrong} {}

  [[nodiscard]] app::PresentationTimes show(std::uint32_t frame) override {
    frame_ = frame;
    // One round in three is slow, which does not affect the median.
    return {whole_us_ / 2, frame % 3 == 2 ? whole_us_ * 50 : whole_us_};
  }
  [[nodiscard]] std::vector<std::byte> read() override {
    return app::test_pattern(width_, height_, is_wrong_ ? frame_ + 1 : frame_);
  }

 private:
  int width_;
  int height_;
  double whole_us_;
  bool is_wrong_;
  std::uint32_t frame_ = 0;
};

class FakeInteropTools final : public app::InteropTools {
 public:
  app::RendererKind kind = app::RendererKind::vulkan;
  bool fails = false;
  /// The path that is unavailable, and the path that presents a wrong image.
  app::PresentPathKind missing = app::PresentPathKind::gl_mapped;
  app::PresentPathKind wrong = app::PresentPathKind::gl_read_back;

  [[nodiscard]] app::RendererKind renderer() const noexcept override { return kind; }
  [[nodiscard]] std::unique_ptr<app::ObservedImage> make_image(int /*width*/, int /*height*/) override {
    return std::make_unique<FakeImage>(kind, fails);
  }
  [[nodiscard]] std::unique_ptr<app::PresentPath> open(app::PresentPathKind wanted, int width, int height) override {
    if (wanted == missing) {
      throw std::runtime_error("OpenGL 4.5 is not available");
    }
    // The cost increases along the list, except that Vulkan's first path is the fastest one that presents an image.
    const double whole_us =
        wanted == app::PresentPathKind::vulkan_shared ? 110 : 100 + 40 * static_cast<double>(wanted);
    return std::make_unique<FakePresentPath>(width, height, whole_us, wanted == wrong);
  }
};

}  // namespace texelscope::tests
