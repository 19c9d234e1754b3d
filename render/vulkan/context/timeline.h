#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "render/vulkan/context/context_state.h"

namespace texelscope::render::vulkan {

/// A timeline semaphore that Vulkan and a compute device signal alternately, and the next value for each.
class Timeline {
 public:
  /// @throws Error.
  Timeline(std::shared_ptr<ContextState> context, bool is_exported);
  ~Timeline();
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  [[nodiscard]] VkSemaphore handle() const noexcept { return handle_; }
  /// A new file descriptor, owned by the caller. @throws Error.
  [[nodiscard]] int export_descriptor() const;

  /// The last value reserved for a signal.
  [[nodiscard]] std::uint64_t last() const noexcept { return last_; }
  std::uint64_t next() noexcept { return ++last_; }

  // Signals from the host, on any thread. False when the device is lost.
  /// The current value; if it cannot be queried, the last value signaled by the host.
  [[nodiscard]] std::uint64_t value() const;
  bool signal(std::uint64_t value);
  [[nodiscard]] bool wait(std::uint64_t value) const;

  /// Waits until the host has signaled `value`: validation layers (1.3.239) lose a signal of one thread that another
  /// waits for with vkWaitSemaphores, and stall for ten seconds. @throws Error when the device is lost.
  void wait_for_host(std::uint64_t value) const;

 private:
  std::shared_ptr<ContextState> context_;
  VkSemaphore handle_ = VK_NULL_HANDLE;
  std::uint64_t last_ = 0;
  mutable std::mutex mutex_;
  mutable std::condition_variable signal_made_;
  /// The last value signaled by the host.
  std::uint64_t signalled_ = 0;
  bool is_lost_ = false;
};

}  // namespace texelscope::render::vulkan
