#include "render/vulkan/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "render/common/error.h"
#include "render/vulkan/call.h"
#include "render/vulkan/host_buffer.h"
#include "render/vulkan/image_state.h"

namespace texelscope::render::vulkan {

Image::Image(const Context& context, PixelFormat format, int width, int height, ImageSharing sharing)
    : state_{std::make_shared<ImageState>(context.state(), format, width, height, sharing)} {}

Image::~Image() = default;

PixelFormat Image::format() const noexcept { return state_->format; }
int Image::width() const noexcept { return state_->width; }
int Image::height() const noexcept { return state_->height; }
ImageSharing Image::sharing() const noexcept { return state_->sharing; }
std::size_t Image::memory_bytes() const noexcept { return state_->memory_bytes; }
MappedTexels Image::mapped() const noexcept { return state_->mapped; }
bool Image::is_lent() const noexcept { return state_->turn == Turn::compute; }

int Image::export_memory() const {
  const VkMemoryGetFdInfoKHR info{.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                  .memory = state_->memory,
                                  .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  int descriptor = -1;
  require_call("vkGetMemoryFdKHR", "give an image's memory away", state_->context->functions.GetMemoryFdKHR,
               state_->context->device, &info, &descriptor);
  return descriptor;
}

int Image::export_timeline() const { return state_->timeline->export_descriptor(); }

std::uint64_t Image::lend(std::span<Image* const> images) {
  std::vector<std::shared_ptr<ImageState>> states;
  for (const Image* image : images) {
    if (std::ranges::find(states, image->state_) != states.end()) {
      throw Error{"cannot lend an image twice in one loan: name it once"};
    }
    states.push_back(image->state_);
  }
  if (states.empty()) {
    throw Error{"cannot lend no image: name at least one"};
  }
  ContextState& context = *states.front()->context;
  Timeline& timeline = *states.front()->timeline;
  const SemaphorePoint lent{timeline.handle(), timeline.last() + 1};
  const auto record = [&](VkCommandBuffer commands) {
    for (const std::shared_ptr<ImageState>& state : states) {
      state->release(commands);
    }
  };
  submit_with(context, states, "lend", record, {}, {&lent, 1});
  for (const std::shared_ptr<ImageState>& state : states) {
    state->turn = Turn::compute;
  }
  return timeline.next();
}

std::uint64_t Image::lend() {
  Image* const self = this;
  return lend({&self, 1});
}

std::uint64_t Image::take_back(std::span<Image* const> images) {
  if (images.empty() || !std::ranges::all_of(images, &Image::is_lent)) {
    throw Error{"cannot take back an image that is not lent"};
  }
  const std::shared_ptr<Timeline>& timeline = images.front()->state_->timeline;
  const std::uint64_t value = timeline->next();
  for (Image* image : images) {
    image->state_->turn = Turn::returning;
    image->state_->returns_with = timeline;
    image->state_->returns_at = value;
  }
  return value;
}

std::uint64_t Image::take_back() {
  Image* const self = this;
  return take_back({&self, 1});
}

TurnFacts Image::turn() const {
  // A mapped image stays with Vulkan's family: the compute device is the host, which has none.
  const bool is_external = state_->turn != Turn::vulkan && state_->sharing == ImageSharing::exported;
  return {.turn = state_->turn,
          .queue_family = is_external ? VK_QUEUE_FAMILY_EXTERNAL : state_->context->queue_family,
          .is_external = is_external,
          .value = state_->timeline->value(),
          .last_value = state_->timeline->last(),
          .waits_for = state_->turn == Turn::returning ? state_->returns_at : 0};
}

std::uint64_t Image::timeline_value() const { return state_->timeline->value(); }
bool Image::signal_timeline(std::uint64_t value) const { return state_->timeline->signal(value); }
bool Image::wait_for_timeline(std::uint64_t value) const { return state_->timeline->wait(value); }

void Image::read(const PixelRect& box, std::span<std::byte> pixels) const {
  const std::size_t expected =
      require_box(box, "an image", width(), height(), bytes_per_pixel(format()), pixels.size());
  std::optional<HostBuffer>& buffer = state_->read_back;
  if (!buffer || buffer->bytes().size() < expected) {
    buffer.emplace(state_->context, expected, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  }
  const auto record = [&](VkCommandBuffer commands) {
    const VkBufferImageCopy copy{
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .imageOffset = {box.x, box.y, 0},
        .imageExtent = {static_cast<std::uint32_t>(box.width), static_cast<std::uint32_t>(box.height), 1}};
    state_->context->functions.CmdCopyImageToBuffer(commands, state_->image, VK_IMAGE_LAYOUT_GENERAL, buffer->handle(),
                                                    1, &copy);
    make_visible_to_host(*state_->context, commands, buffer->handle());
  };
  state_->context->wait(submit_with(*state_->context, {&state_, 1}, "read", record), "read an image");
  std::ranges::copy(buffer->bytes().first(expected), pixels.begin());
}

}  // namespace texelscope::render::vulkan
