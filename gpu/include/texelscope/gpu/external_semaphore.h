#pragma once

#include <cstdint>
#include <memory>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/file_descriptor.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

class ExternalSemaphoreBox;

/// The outcome of waiting for a HostTimeline.
enum class TimelineWait : unsigned char {
  reached,
  /// The wait was abandoned before the value was reached: the waiting stream fails (timeout), and the device continues.
  timed_out,
  /// The device that owns the timeline is lost: the waiting device fails (launch_failed).
  lost
};

/// A timeline semaphore that its owner offers to the CPU device as host calls (vkGetSemaphoreCounterValue,
/// vkSignalSemaphore, vkWaitSemaphores). Its functions are called from any thread; streams call them on their own
/// threads. An exception from any of these functions counts as a lost device.
class HostTimeline {
 public:
  virtual ~HostTimeline() = default;
  HostTimeline() = default;
  HostTimeline(const HostTimeline&) = delete;
  HostTimeline& operator=(const HostTimeline&) = delete;
  /// The current value of the timeline.
  virtual std::uint64_t value() = 0;
  /// Returns false if the owning device is lost.
  virtual bool signal(std::uint64_t value) = 0;
  /// Blocks until the value is at least `value`, or until the wait is abandoned.
  virtual TimelineWait wait(std::uint64_t value) = 0;
};

/// For a binary semaphore, each signal releases one wait; a timeline is a number that only increases.
enum class ExternalSemaphoreKind : unsigned char { binary, timeline };

/// A semaphore exported by another API (CUexternalSemaphore), with which that API's queues and the device's streams
/// wait for each other. A cheap reference that keeps its device alive. On a CUDA device, it also keeps alive the
/// streams on which it was used, and dropping the last reference waits for them (cuDestroyExternalSemaphore requires
/// all signals and waits to be complete); the CPU device does not wait, and keeps the timeline for as long as work uses
/// it.
///
/// A capture on a CUDA device records a node, which does not keep the semaphore alive: keep it until the graph's
/// launches are complete. Each launch signals the same value again, so a graph that signals a timeline can be launched
/// only once. The CPU device cannot record semaphores: it throws InvalidState, or DriverError
/// (stream_capture_unsupported) on a stream that joined a capture through an event.
class ExternalSemaphore {
 public:
  /// A semaphore exported as an opaque file descriptor (cuImportExternalSemaphore,
  /// CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD, or …_TIMELINE_SEMAPHORE_FD for a timeline). The driver takes
  /// ownership of the descriptor; on failure, it is closed.
  /// @throws Unavailable on the CPU device, which uses a HostTimeline instead; InvalidArgument for a closed descriptor;
  /// DriverError if the driver refuses it.
  [[nodiscard]] static ExternalSemaphore from_opaque_fd(const Device& device, FileDescriptor descriptor,
                                                        ExternalSemaphoreKind kind);
  /// A timeline for the CPU device to signal and wait for, retained until this object is destroyed and no scheduled
  /// work uses it; it may be released on any thread, so it must not hold objects of this device. @throws Unavailable on
  /// a CUDA device, which uses a file descriptor instead; InvalidArgument for null.
  [[nodiscard]] static ExternalSemaphore from_host_timeline(const Device& device,
                                                            std::shared_ptr<HostTimeline> timeline);
  /// A semaphore imported elsewhere (CUexternalSemaphore, cudaExternalSemaphore_t) as `kind`: the driver reports
  /// nothing about it. The caller must order values that are signaled elsewhere with those signaled here.
  /// @throws InvalidArgument for null.
  [[nodiscard]] static ExternalSemaphore from_handle(const Device& device, ExternalSemaphoreHandle handle,
                                                     ExternalSemaphoreKind kind, const HandleOwner& owner = {});
  /// The kind it was imported as.
  [[nodiscard]] ExternalSemaphoreKind kind() const;

  /// Sets the timeline to `value` when the stream reaches this point (cuSignalExternalSemaphoresAsync). Values can only
  /// increase. The CPU device signals even after it has failed, so that nothing blocks forever, and fails if the
  /// timeline's owner is lost.
  /// @throws InvalidArgument if `value` is not greater than the last value that this object signaled (the message
  /// contains both values), or for a binary semaphore; DriverError (invalid_value) if the CPU device finds that the
  /// timeline has already reached it.
  void signal(const Stream& stream, std::uint64_t value) const;
  /// Blocks the stream until the timeline is at least `value` (cuWaitExternalSemaphoresAsync). The CPU device fails
  /// (launch_failed) if the timeline's owner is lost. If the timeline abandons a wait, the CPU device skips the later
  /// work of this stream and of streams that wait for it, and calls on those streams return `timeout` from then on.
  /// @throws InvalidArgument for a binary semaphore.
  void wait(const Stream& stream, std::uint64_t value) const;
  /// Blocks the stream until a binary semaphore is signaled: the signal must be scheduled before the wait, and each
  /// wait consumes one signal.
  /// @throws InvalidArgument for a timeline.
  void signal(const Stream& stream) const;
  void wait(const Stream& stream) const;

  [[nodiscard]] Device device() const;
  /// @throws InvalidState when closed.
  [[nodiscard]] ExternalSemaphoreHandle handle() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit ExternalSemaphore(std::shared_ptr<ExternalSemaphoreBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<ExternalSemaphoreBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<ExternalSemaphoreBox> box_;
};

}  // namespace texelscope::gpu
