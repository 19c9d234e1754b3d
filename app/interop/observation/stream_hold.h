#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/device/host_timeline_semaphore.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// Holds a stream of the CPU device back until it is let go, so that there is time to look at what waits for it; for a
/// minute at most. On a GPU it does nothing: work that stands still there would hold up calls that wait for the whole
/// device.
class StreamHold {
 public:
  explicit StreamHold(const gpu::Device& device);
  /// Lets go.
  ~StreamHold();
  StreamHold(const StreamHold&) = delete;
  StreamHold& operator=(const StreamHold&) = delete;

  /// What is scheduled on `stream` from now on waits for let_go(). @throws gpu::Error.
  void hold(const gpu::Stream& stream);
  void let_go() noexcept;

 private:
  std::shared_ptr<HostTimelineSemaphore> gate_;
  std::optional<gpu::ExternalSemaphore> semaphore_;
  std::uint64_t holds_ = 0;
};

}  // namespace texelscope::app
