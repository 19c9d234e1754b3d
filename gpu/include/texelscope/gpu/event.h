#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"

namespace texelscope::gpu {

class EventBox;

/// The data that another process needs to open a buffer or an event: an opaque byte sequence, to be sent unchanged. A
/// descriptor identifies its kind of object and carries a checksum, so that a wrong or truncated descriptor is refused.
using IpcDescriptor = std::vector<std::byte>;

struct EventOptions {
  /// Whether elapsed_ms() accepts the event. Events without timing are cheaper.
  bool has_timing = false;
  /// Whether another process can open the event (Event::ipc_descriptor). An interprocess event has no timing.
  bool is_interprocess = false;
  /// Whether a thread that waits for the event sleeps instead of polling (CU_EVENT_BLOCKING_SYNC): this frees the
  /// processor, but the thread wakes slightly later. On the CPU device, every waiting thread sleeps.
  bool is_blocking = false;
};

/// A point in a stream's work, set by Stream::record. A cheap reference that keeps its device alive.
class Event {
 public:
  /// An event created elsewhere (CUevent, cudaEvent_t). The driver reports neither whether the event has timing nor its
  /// context: threads and streams of any context can wait for it, but record() fails (invalid_handle) if the event
  /// belongs to a different context.
  /// @throws InvalidArgument for null, or an event unknown to the driver (cuEventQuery).
  [[nodiscard]] static Event from_handle(const Device& device, EventHandle handle, const HandleOwner& owner = {});
  /// An event of another process, from the result of ipc_descriptor() there. It has no timing; the other process's
  /// event must exist until this event is closed. @throws InvalidArgument for a truncated or damaged descriptor, or a
  /// buffer's descriptor; Unavailable if the device has no interprocess events; DriverError if the driver
  /// refuses it.
  [[nodiscard]] static Event from_ipc_descriptor(const Device& device, std::span<const std::byte> descriptor);

  /// The data that another process needs to open this event (cuIpcGetEventHandle).
  /// @throws InvalidState unless it was created with EventOptions::is_interprocess.
  [[nodiscard]] IpcDescriptor ipc_descriptor() const;

  /// Blocks until the recorded point is reached. Returns immediately for an event that was never recorded.
  void synchronize() const;
  /// Whether the recorded point has been reached.
  [[nodiscard]] bool is_done() const;
  /// 0 if closed.
  [[nodiscard]] EventHandle handle() const noexcept;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit Event(std::shared_ptr<EventBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<EventBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<EventBox> box_;
};

/// Milliseconds from `start` to `end`. Both events need timing and must have been recorded and reached.
/// @throws DriverError (not_ready) if either has not been reached, InvalidArgument if either has no timing.
[[nodiscard]] double elapsed_ms(const Event& start, const Event& end);

}  // namespace texelscope::gpu
