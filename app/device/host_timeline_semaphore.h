#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "texelscope/gpu/external_semaphore.h"

namespace texelscope::app {

/// A timeline that is a number of the host's: for the CPU device, where there is no renderer whose timeline it could
/// be. Waits for a minute at most, and lets go then: a wait that fails loses the device for the whole program.
class HostTimelineSemaphore final : public gpu::HostTimeline {
 public:
  std::uint64_t value() override;
  /// Never lowers it.
  bool signal(std::uint64_t value) override;
  bool wait(std::uint64_t value) override;

 private:
  std::mutex mutex_;
  std::condition_variable moved_;
  std::uint64_t value_ = 0;
};

}  // namespace texelscope::app
