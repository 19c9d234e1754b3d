#include "render/vulkan/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "render/common/error.h"
#include "render/vulkan/call.h"
#include "render/vulkan/image_state.h"
#include "render/vulkan/staging_buffer.h"

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

int Image::export_timeline() const {
  const VkSemaphoreGetFdInfoKHR info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
                                     .semaphore = state_->timeline,
                                     .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
  int descriptor = -1;
  require_call("vkGetSemaphoreFdKHR", "give a timeline semaphore away", state_->context->functions.GetSemaphoreFdKHR,
               state_->context->device, &info, &descriptor);
  return descriptor;
}

std::uint64_t Image::lend() {
  if (state_->turn == Turn::compute) {
    throw Error{"cannot lend an image twice: take it back first"};
  }
  const TimelinePoint after = state_->come_back();
  // What nobody looked at goes straight back.
  const bool is_returning = state_->turn == Turn::returning;
  state_->last_submission = state_->context->submit(
      [&](VkCommandBuffer commands) {
        if (is_returning) {
          state_->acquire(commands);
        }
        state_->release(commands);
      },
      after, {state_->timeline, state_->value + 1});
  state_->turn = Turn::compute;
  return ++state_->value;
}

std::uint64_t Image::take_back() {
  if (state_->turn != Turn::compute) {
    throw Error{"cannot take back an image that is not lent"};
  }
  state_->turn = Turn::returning;
  return ++state_->value;
}

std::uint64_t Image::timeline_value() const {
  std::uint64_t value = 0;
  const VkResult result = call("vkGetSemaphoreCounterValue", state_->context->functions.GetSemaphoreCounterValue,
                               state_->context->device, state_->timeline, &value);
  return result == VK_SUCCESS ? value : std::numeric_limits<std::uint64_t>::max();
}

bool Image::signal_timeline(std::uint64_t value) const {
  const VkSemaphoreSignalInfo info{
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = state_->timeline, .value = value};
  const bool is_signalled = call("vkSignalSemaphore", state_->context->functions.SignalSemaphore,
                                 state_->context->device, &info) == VK_SUCCESS;
  {
    const std::lock_guard lock{state_->signal_mutex};
    state_->is_lost = state_->is_lost || !is_signalled;
    state_->signalled = value;
  }
  state_->signal_made.notify_all();
  return is_signalled;
}

bool Image::wait_for_timeline(std::uint64_t value) const {
  const VkSemaphoreWaitInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                 .semaphoreCount = 1,
                                 .pSemaphores = &state_->timeline,
                                 .pValues = &value};
  return call("vkWaitSemaphores", state_->context->functions.WaitSemaphores, state_->context->device, &info,
              std::uint64_t{UINT64_MAX}) == VK_SUCCESS;
}

void Image::read(std::span<std::byte> pixels) const {
  const std::size_t expected =
      static_cast<std::size_t>(width()) * static_cast<std::size_t>(height()) * bytes_per_pixel(format());
  if (pixels.size() != expected) {
    throw Error{fmt::format("cannot read an image of {} × {} texels into {} bytes: it takes exactly {}", width(),
                            height(), pixels.size(), expected)};
  }
  const StagingBuffer staging(state_->context, expected);
  const DeviceFunctions& functions = state_->context->functions;
  const std::uint64_t submission = state_->submit("read", [&](VkCommandBuffer commands) {
    const VkBufferImageCopy copy{
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .imageExtent = {static_cast<std::uint32_t>(width()), static_cast<std::uint32_t>(height()), 1}};
    functions.CmdCopyImageToBuffer(commands, state_->image, VK_IMAGE_LAYOUT_GENERAL, staging.handle(), 1, &copy);
    const VkBufferMemoryBarrier visible{.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
                                        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .buffer = staging.handle(),
                                        .size = VK_WHOLE_SIZE};
    functions.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 0, nullptr, 1,
                                 &visible, 0, nullptr);
  });
  state_->context->wait(submission, "read an image");
  std::ranges::copy(staging.bytes(), pixels.begin());
}

}  // namespace texelscope::render::vulkan
