#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "texelscope/gpu/external_semaphore.h"

namespace texelscope::app {

/// A timeline implemented as a number on the host: for the CPU device if there is no renderer to provide one. A wait
/// ends after `longest_wait` even if its value has not been reached: the waiting stream then fails (timeout), but not
/// the device.
class HostTimelineSemaphore final : public gpu::HostTimeline {
 public:
  explicit HostTimelineSemaphore(std::chrono::milliseconds longest_wait = std::chrono::minutes{1})
      : longest_wait_{longest_wait} {}

  std::uint64_t value() override;
  /// Never lowers it.
  bool signal(std::uint64_t value) override;
  gpu::TimelineWait wait(std::uint64_t value) override;

 private:
  const std::chrono::milliseconds longest_wait_;
  std::mutex mutex_;
  std::condition_variable moved_;
  std::uint64_t value_ = 0;
};

}  // namespace texelscope::app
