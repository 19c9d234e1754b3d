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

/// What another process needs to open a buffer or an event: bytes of the library's own, to be sent as they are. A
/// descriptor says what it is of and carries a checksum, so that one which is wrong or cut short is refused.
using IpcDescriptor = std::vector<std::byte>;

struct EventOptions {
  /// Whether elapsed_ms may be asked of it. An event without timing is cheaper.
  bool has_timing = false;
  /// Whether another process can open it (Event::ipc_descriptor). Such an event has no timing.
  bool is_interprocess = false;
  /// Whether a thread that waits for it sleeps in place of asking again and again (CU_EVENT_BLOCKING_SYNC): the
  /// processor is free for others, and the thread wakes a little later. On the CPU device all do.
  bool is_blocking = false;
};

/// A point in the work of a stream, set by Stream::record. A cheap reference that keeps its device alive.
class Event {
 public:
  /// An event that others made (CUevent, cudaEvent_t). The driver does not tell whether it has timing, nor its context:
  /// it may be waited for whatever its context, and record() fails (invalid_handle) where that is another.
  /// @throws InvalidArgument for null, or one that the driver does not know (cuEventQuery).
  [[nodiscard]] static Event from_handle(const Device& device, EventHandle handle, const HandleOwner& owner = {});
  /// An event of another process, from what its ipc_descriptor() gave. It has no timing; the other process's event must
  /// stay until this one is closed. @throws InvalidArgument for a descriptor that is cut short, damaged or of something
  /// else; Unavailable when the device has no interprocess events; DriverError when the driver refuses it.
  [[nodiscard]] static Event from_ipc_descriptor(const Device& device, std::span<const std::byte> descriptor);

  /// What another process needs to open this event (cuIpcGetEventHandle).
  /// @throws InvalidState unless it was created with EventOptions::is_interprocess.
  [[nodiscard]] IpcDescriptor ipc_descriptor() const;

  /// Waits until the recorded point is reached. An event that was never recorded is reached at once.
  void synchronize() const;
  /// Whether the recorded point has been reached.
  [[nodiscard]] bool is_done() const;
  /// 0 when closed.
  [[nodiscard]] EventHandle handle() const noexcept;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit Event(std::shared_ptr<EventBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<EventBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<EventBox> box_;
};

/// Milliseconds from `start` to `end`. Both need timing, must have been recorded and be done.
/// @throws DriverError (not_ready) when one is not done, InvalidArgument when one has no timing.
[[nodiscard]] double elapsed_ms(const Event& start, const Event& end);

}  // namespace texelscope::gpu
