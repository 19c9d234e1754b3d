#include <fmt/format.h>

#include <array>

#include "app/interop/observation/observed_image.h"
#include "app/interop/shared/shared_vulkan_image.h"

namespace texelscope::app {
namespace {

class ObservedVulkanImage final : public AcquiredImage {
 public:
  ObservedVulkanImage(const render::vulkan::Context& context, const gpu::Device& device, int width, int height)
      : AcquiredImage{device}, context_{context}, device_{device}, width_{width}, height_{height} {}
  ~ObservedVulkanImage() override { end_acquisition(); }

  [[nodiscard]] RendererKind renderer() const noexcept override { return RendererKind::vulkan; }
  [[nodiscard]] std::span<const OwnershipState> steps() const noexcept override {
    static constexpr std::array all = {OwnershipState::acquired, OwnershipState::writing, OwnershipState::released,
                                       OwnershipState::written, OwnershipState::drawn};
    return all;
  }
  [[nodiscard]] ImageFacts facts() const override;

 private:
  SharedImage& make() override { return image_.emplace(context_, device_, FrameFormat::rgba8, width_, height_); }

  render::vulkan::Context context_;
  gpu::Device device_;
  int width_;
  int height_;
  std::optional<SharedVulkanImage> image_;
};

ImageFacts ObservedVulkanImage::facts() const {
  using render::vulkan::Turn;
  const render::vulkan::Image& image = image_->image();
  const render::vulkan::TurnFacts turn = image.turn();
  const bool is_exported = image.sharing() == render::vulkan::Sharing::exported;
  TimelineFacts timeline{.value = turn.value,
                         .stream_waits_for = turn.turn == Turn::compute ? turn.last_value : 0,
                         .renderer_waits_for = turn.waits_for,
                         .stream_signals = turn.value < turn.waits_for ? turn.waits_for : 0};
  const std::string reach = is_exported ? std::string{"optimal tiling, exported as a file descriptor"}
                                        : fmt::format("{}, rows of {} bytes, mapped for the host",
                                                      image.sharing() == render::vulkan::Sharing::mapped
                                                          ? "linear tiling"
                                                          : "optimal tiling, copied from and to a buffer",
                                                      image.mapped().row_pitch_bytes);
  return {.owner = turn.turn == Turn::vulkan ? ImageOwner::renderer : ImageOwner::device,
          .image = fmt::format("VkImage, {} × {} RGBA8", width_, height_),
          .layout = "VK_IMAGE_LAYOUT_GENERAL",
          .memory = reach,
          .queue_family = turn.is_external ? "VK_QUEUE_FAMILY_EXTERNAL" : fmt::format("{}", turn.queue_family),
          .mapping = fmt::format("imported once as array {:#x}", image_->array().handle().value),
          .timeline = timeline,
          .is_stream_done = stream().is_done()};
}

}  // namespace

std::unique_ptr<ObservedImage> observe_vulkan_image(const render::vulkan::Context& context, const gpu::Device& device,
                                                    int width, int height) {
  return std::make_unique<ObservedVulkanImage>(context, device, width, height);
}

}  // namespace texelscope::app
