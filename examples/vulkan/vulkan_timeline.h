#pragma once

#include <texelscope/gpu/external_semaphore.h>

#include <cstdint>
#include <vulkan/vulkan.hpp>

/// The Vulkan timeline, for signals and waits of the CPU device.
class VulkanTimeline final : public texelscope::gpu::HostTimeline {
 public:
  VulkanTimeline(const vk::Device& device, const vk::Semaphore& semaphore) : device_{device}, semaphore_{semaphore} {}
  std::uint64_t value() override { return device_.getSemaphoreCounterValue(semaphore_); }
  bool signal(std::uint64_t value) override {
    device_.signalSemaphore({semaphore_, value});
    return true;
  }
  texelscope::gpu::TimelineWait wait(std::uint64_t value) override {
    const vk::Result result = device_.waitSemaphores({{}, semaphore_, value}, UINT64_MAX);
    return result == vk::Result::eSuccess ? texelscope::gpu::TimelineWait::reached
                                          : texelscope::gpu::TimelineWait::timed_out;
  }

 private:
  vk::Device device_;
  vk::Semaphore semaphore_;
};
