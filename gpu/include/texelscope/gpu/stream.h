#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"

namespace texelscope::gpu {

class StreamBox;

/// A stream of another library on the same CUDA device: its CUstream as a number. 1 is the legacy default stream, 2 the
/// per-thread one, as DLPack and the CUDA array interface (version 3) count them.
struct ForeignStream {
  std::uint64_t value = 0;

  /// Of a CUstream as most libraries have it, where the legacy default stream is null.
  [[nodiscard]] static constexpr ForeignStream of_handle(std::uint64_t handle) {
    constexpr std::uint64_t legacy = 1;
    return {handle == 0 ? legacy : handle};
  }
};

struct StreamOptions {
  /// Less is more urgent; the driver takes the nearest that the device has (cuStreamCreateWithPriority,
  /// cuCtxGetStreamPriorityRange). The CPU device's threads have one priority.
  int priority = 0;
  /// Whether it waits for work on the legacy default stream, and that for its (without CU_STREAM_NON_BLOCKING).
  bool is_blocking = false;
  /// As by Stream::set_name(); empty for none.
  std::string name{};
};

/// Work in order. Every function that schedules work takes one; there is no default. A cheap reference that keeps its
/// device alive; the stream is destroyed with the last reference, and the work already scheduled on it still completes.
class Stream {
 public:
  /// A stream that others made (CUstream, cudaStream_t), to schedule work on like any other. 0 is the legacy default
  /// stream, which nobody destroys; 1 and 2 are CU_STREAM_LEGACY and CU_STREAM_PER_THREAD. The driver is asked whose it
  /// is (cuStreamGetCtx); a stream that is destroyed it cannot always tell from others.
  /// @throws InvalidArgument for a stream of another context or device, and for one of those three that the library is
  /// to own.
  [[nodiscard]] static Stream from_handle(const Device& device, StreamHandle handle, const HandleOwner& owner = {});

  /// Waits until all work scheduled so far is done.
  /// @throws DriverError when work on the stream failed; what a function of then() threw.
  void synchronize() const;
  /// Whether all work scheduled so far is done.
  [[nodiscard]] bool is_done() const;

  /// Sets `event` to this point of the stream's work.
  void record(const Event& event) const;
  /// The same with an event that it makes.
  [[nodiscard]] Event record(const EventOptions& options = {}) const;
  /// Makes work scheduled from now on wait for the point that `event` is set to. The host does not wait.
  void wait(const Event& event) const;

  /// The same for all that is scheduled on `stream` so far.
  void wait(const Stream& stream) const;

  /// Calls `function` on a thread of the driver's when all work scheduled so far is done; work scheduled from now on
  /// waits for it (cuLaunchHostFunc). It must not use the device, nor wait for what needs other streams' functions.
  /// What it throws is kept, and the next synchronize() of this stream throws it. Where the device's context is lost
  /// first, a GPU does not call it. @throws InvalidArgument for none; InvalidState while a GraphBuilder records the
  /// stream.
  void then(std::function<void()> function) const;

  /// Makes work scheduled from now on wait for all that another library has scheduled on a stream of its own, by an
  /// event (cuEventRecord, cuStreamWaitEvent). The host does not wait. @throws InvalidArgument for 0, of which nobody
  /// knows which stream it is; Unavailable on the CPU device, which no other library has streams on.
  void wait_for(ForeignStream producer) const;
  /// Makes another library's stream wait, in the same way, for all that is scheduled here so far.
  void be_waited_for_by(ForeignStream consumer) const;

  /// Names the stream in timelines: in StreamProfiler and Trace and, on a CUDA device of a library that was built with
  /// NVTX's headers, in Nsight (nvtxNameCuStreamA). A later name takes the place of an earlier one; an empty one takes
  /// it away. @throws InvalidArgument for a name with a zero byte.
  void set_name(const std::string& name) const;

  /// Less is more urgent, 0 is where a stream begins (cuStreamGetPriority). The CPU device has no others.
  [[nodiscard]] int priority() const;
  /// Whether it synchronizes with the legacy default stream (without CU_STREAM_NON_BLOCKING).
  [[nodiscard]] bool is_blocking() const;

  /// @throws InvalidState when closed or moved from.
  [[nodiscard]] StreamHandle handle() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit Stream(std::shared_ptr<StreamBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<StreamBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<StreamBox> box_;
};

/// Makes the work scheduled on `consumer` from now on wait for all that `producer` has been given so far, both streams
/// of other libraries on one CUDA device, by an event (cuEventRecord, cuStreamWaitEvent); nothing when they are one.
/// The host does not wait. @throws InvalidArgument for stream 0, of which nobody knows which stream it is; Unavailable
/// on the CPU device, which no other library has streams on.
void make_wait(const Device& device, ForeignStream consumer, ForeignStream producer);

}  // namespace texelscope::gpu
