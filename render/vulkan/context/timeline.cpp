#include "render/vulkan/context/timeline.h"

#include <fmt/format.h>

#include <utility>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"

namespace texelscope::render::vulkan {

Timeline::Timeline(std::shared_ptr<ContextState> context, bool is_exported) : context_{std::move(context)} {
  const VkExportSemaphoreCreateInfo exported{.sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
                                             .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
  const VkSemaphoreTypeCreateInfo type{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                       .pNext = is_exported ? &exported : nullptr,
                                       .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  const VkSemaphoreCreateInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  require_call("vkCreateSemaphore", "create a timeline semaphore", context_->functions.CreateSemaphore,
               context_->device, &info, nullptr, &handle_);
}

Timeline::~Timeline() {
  // All work that waits for it was submitted before.
  context_->wait_for_all_at_the_end();
  context_->functions.DestroySemaphore(context_->device, handle_, nullptr);
}

int Timeline::export_descriptor() const {
  const VkSemaphoreGetFdInfoKHR info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
                                     .semaphore = handle_,
                                     .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
  int descriptor = -1;
  require_call("vkGetSemaphoreFdKHR", "export a timeline semaphore", context_->functions.GetSemaphoreFdKHR,
               context_->device, &info, &descriptor);
  return descriptor;
}

std::uint64_t Timeline::value() const {
  std::uint64_t value = 0;
  const VkResult result = call("vkGetSemaphoreCounterValue", context_->functions.GetSemaphoreCounterValue,
                               context_->device, handle_, &value);
  if (result == VK_SUCCESS) {
    return value;
  }
  const std::lock_guard lock{mutex_};
  return signalled_;
}

bool Timeline::signal(std::uint64_t value) {
  const VkSemaphoreSignalInfo info{
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = handle_, .value = value};
  const bool is_signalled =
      call("vkSignalSemaphore", context_->functions.SignalSemaphore, context_->device, &info) == VK_SUCCESS;
  {
    const std::lock_guard lock{mutex_};
    is_lost_ = is_lost_ || !is_signalled;
    signalled_ = value;
  }
  signal_made_.notify_all();
  return is_signalled;
}

bool Timeline::wait(std::uint64_t value) const {
  const VkSemaphoreWaitInfo info{
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &handle_, .pValues = &value};
  return call("vkWaitSemaphores", context_->functions.WaitSemaphores, context_->device, &info,
              std::uint64_t{UINT64_MAX}) == VK_SUCCESS;
}

void Timeline::wait_for_host(std::uint64_t value) const {
  std::unique_lock lock{mutex_};
  signal_made_.wait(lock, [&] { return is_lost_ || signalled_ >= value; });
  if (is_lost_) {
    throw Error{fmt::format("{} is lost: restart the program", context_->description.name)};
  }
}

}  // namespace texelscope::render::vulkan
