#include "render/vulkan/image/image.h"

#include <algorithm>
#include <utility>

#include "render/vulkan/context/host_buffer.h"
#include "render/vulkan/image/barrier.h"
#include "render/vulkan/image/image_state.h"

namespace texelscope::render::vulkan {

Image::Image(const Context& context, PixelFormat format, int width, int height, Sharing sharing)
    : Image{std::make_shared<ImageState>(context.state(), format, width, height, sharing)} {}

Image::Image(std::shared_ptr<ImageState> state) : SharedResource{state}, state_{std::move(state)} {}

Image::~Image() = default;

PixelFormat Image::format() const noexcept { return state_->format; }
int Image::width() const noexcept { return state_->width; }
int Image::height() const noexcept { return state_->height; }
MappedTexels Image::mapped() const noexcept { return state_->mapped; }

void Image::read(const PixelRect& box, std::span<std::byte> pixels) const {
  const std::size_t expected =
      require_box(box, "an image", width(), height(), bytes_per_pixel(format()), pixels.size());
  std::optional<HostBuffer>& buffer = state_->read_back;
  if (!buffer || buffer->bytes().size() < expected) {
    buffer.emplace(state_->context, expected, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  }
  const auto record = [&](VkCommandBuffer commands) {
    const VkBufferImageCopy copy = copy_of(box);
    state_->context->functions.CmdCopyImageToBuffer(commands, state_->image, VK_IMAGE_LAYOUT_GENERAL, buffer->handle(),
                                                    1, &copy);
    order(*state_->context, commands, copy_writes, host_reads);
  };
  const std::shared_ptr<SharedState> shared = state_;
  state_->context->wait(submit_with(*state_->context, {&shared, 1}, "read", record), "read an image");
  std::ranges::copy(buffer->bytes().first(expected), pixels.begin());
}

}  // namespace texelscope::render::vulkan
