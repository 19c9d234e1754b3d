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

/// How a wait for a HostTimeline ended.
enum class TimelineWait : unsigned char {
  reached,
  /// Given up with the value not there: the stream that waited fails (timeout), and the device works on.
  timed_out,
  /// The device that owns the timeline is lost: the device that waited fails (launch_failed).
  lost
};

/// A timeline semaphore as its owner offers it to the CPU device: calls of the host (vkGetSemaphoreCounterValue,
/// vkSignalSemaphore, vkWaitSemaphores). Any thread may call, streams call on threads of their own. An exception from
/// one of these counts as a lost device.
class HostTimeline {
 public:
  virtual ~HostTimeline() = default;
  HostTimeline() = default;
  HostTimeline(const HostTimeline&) = delete;
  HostTimeline& operator=(const HostTimeline&) = delete;
  /// The value that the timeline has now.
  virtual std::uint64_t value() = 0;
  /// False when the device that owns it is lost.
  virtual bool signal(std::uint64_t value) = 0;
  /// Waits until it is at least `value`, or until the wait is given up.
  virtual TimelineWait wait(std::uint64_t value) = 0;
};

/// Of a binary semaphore each signal lets one wait pass; a timeline is a number that only grows.
enum class ExternalSemaphoreKind : unsigned char { binary, timeline };

/// A semaphore that another API exported (CUexternalSemaphore), by which its queues and the device's streams wait for
/// each other. A cheap reference that keeps its device alive. On a CUDA device it also keeps the streams that it was
/// used on, and the last reference waits for them (cuDestroyExternalSemaphore wants all signals and waits done); the
/// CPU device does not wait, and keeps the timeline for as long as work uses it.
///
/// A capture on a CUDA device records a node, which does not keep the semaphore: keep it until the graph's launches are
/// done. Each launch signals the same value again, so a graph that signals a timeline is launched once. The CPU device
/// records none: InvalidState, or DriverError (stream_capture_unsupported) on a stream that joined a capture by an
/// event.
class ExternalSemaphore {
 public:
  /// A semaphore that was exported as an opaque file descriptor (cuImportExternalSemaphore,
  /// CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD, or …_TIMELINE_SEMAPHORE_FD for a timeline). The descriptor belongs to
  /// the driver from then on; it is closed where this fails.
  /// @throws Unavailable on the CPU device, which takes a HostTimeline instead; InvalidArgument for a closed
  /// descriptor; DriverError when the driver refuses it.
  [[nodiscard]] static ExternalSemaphore from_opaque_fd(const Device& device, FileDescriptor descriptor,
                                                        ExternalSemaphoreKind kind);
  /// A timeline that the CPU device signals and waits for, kept until this object is gone and no scheduled work uses
  /// it; let go of on any thread, so it must not hold objects of this device. @throws Unavailable on a CUDA device,
  /// which takes a file descriptor instead; InvalidArgument for null.
  [[nodiscard]] static ExternalSemaphore from_host_timeline(const Device& device,
                                                            std::shared_ptr<HostTimeline> timeline);
  /// A semaphore that others imported (CUexternalSemaphore, cudaExternalSemaphore_t) as `kind`: there is nothing that
  /// the driver tells of it. What they signal a timeline with is for them to keep in order with the values from here.
  /// @throws InvalidArgument for null.
  [[nodiscard]] static ExternalSemaphore from_handle(const Device& device, ExternalSemaphoreHandle handle,
                                                     ExternalSemaphoreKind kind, const HandleOwner& owner = {});
  /// What it was imported as.
  [[nodiscard]] ExternalSemaphoreKind kind() const;

  /// Sets the timeline to `value` when the stream gets here (cuSignalExternalSemaphoresAsync). Values only grow. The
  /// CPU device signals also after it has failed, so that nobody is left waiting, and fails when the timeline's owner
  /// is lost.
  /// @throws InvalidArgument when `value` is not greater than the last one signalled by this object (naming both), or
  /// for a binary semaphore; DriverError (invalid_value) when the CPU device finds the timeline there already.
  void signal(const Stream& stream, std::uint64_t value) const;
  /// Lets the stream go on when the timeline is at least `value` (cuWaitExternalSemaphoresAsync). The CPU device fails
  /// (launch_failed) when the timeline's owner is lost. Where the timeline gives a wait up, it leaves out the later
  /// work of this stream and of streams that wait for it, and calls on those streams report `timeout` from then on.
  /// @throws InvalidArgument for a binary semaphore.
  void wait(const Stream& stream, std::uint64_t value) const;
  /// The same of a binary semaphore: its signal must be scheduled before its wait, and each wait takes one signal.
  /// @throws InvalidArgument for a timeline.
  void signal(const Stream& stream) const;
  void wait(const Stream& stream) const;

  [[nodiscard]] Device device() const;
  /// @throws InvalidState when closed.
  [[nodiscard]] ExternalSemaphoreHandle handle() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit ExternalSemaphore(std::shared_ptr<ExternalSemaphoreBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<ExternalSemaphoreBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<ExternalSemaphoreBox> box_;
};

}  // namespace texelscope::gpu
