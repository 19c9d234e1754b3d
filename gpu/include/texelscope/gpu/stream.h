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

/// A stream of another library on the same CUDA device: its CUstream as a number. 1 is the legacy default stream, and 2
/// is the per-thread default stream, as in DLPack and the CUDA array interface (version 3).
struct ForeignStream {
  std::uint64_t value = 0;

  /// Converts a CUstream in the common convention, in which null is the legacy default stream.
  [[nodiscard]] static constexpr ForeignStream of_handle(std::uint64_t handle) {
    constexpr std::uint64_t legacy = 1;
    return {handle == 0 ? legacy : handle};
  }
};

struct StreamOptions {
  /// Lower is more urgent; the driver clamps it to the device's range (cuStreamCreateWithPriority,
  /// cuCtxGetStreamPriorityRange). The CPU device's threads have a single priority.
  int priority = 0;
  /// Whether it synchronizes with the legacy default stream (without CU_STREAM_NON_BLOCKING).
  bool is_blocking = false;
  /// The name, as for Stream::set_name(); empty for none.
  std::string name{};
};

/// A queue of work that runs in order. Every function that schedules work takes a stream; there is no default. A cheap
/// reference that keeps its device alive; the stream is destroyed with the last reference, and work that was already
/// scheduled still completes.
class Stream {
 public:
  /// A stream created elsewhere (CUstream, cudaStream_t), to schedule work on like any other. 0 is the legacy default
  /// stream, which is never destroyed; 1 and 2 are CU_STREAM_LEGACY and CU_STREAM_PER_THREAD. The driver reports its
  /// context (cuStreamGetCtx); it cannot always detect a destroyed stream.
  /// @throws InvalidArgument for a stream of a different context or device, and for one of those three default streams
  /// if the library is to own it.
  [[nodiscard]] static Stream from_handle(const Device& device, StreamHandle handle, const HandleOwner& owner = {});

  /// Blocks until all work scheduled so far has completed.
  /// @throws DriverError if work on the stream failed; any exception of a function passed to then().
  void synchronize() const;
  /// Whether all work scheduled so far has completed.
  [[nodiscard]] bool is_done() const;

  /// Sets `event` to this point in the stream's work.
  void record(const Event& event) const;
  /// Creates an event and sets it to this point.
  [[nodiscard]] Event record(const EventOptions& options = {}) const;
  /// Makes work scheduled from now on wait for the point recorded in `event`. The host does not wait.
  void wait(const Event& event) const;

  /// Makes work scheduled from now on wait for all work scheduled on `stream` so far.
  void wait(const Stream& stream) const;

  /// Calls `function` on a driver thread when all work scheduled so far has completed; work scheduled from now on waits
  /// for it (cuLaunchHostFunc). The function must not use the device, nor wait for anything that needs functions of
  /// other streams. Its exception is stored and rethrown by the next synchronize() of this stream. If a GPU's context
  /// is lost first, the function is not called. @throws InvalidArgument for an empty function; InvalidState while a
  /// GraphBuilder records the stream.
  void then(std::function<void()> function) const;

  /// Makes work scheduled from now on wait for everything that another library has scheduled on its own stream, through
  /// an event (cuEventRecord, cuStreamWaitEvent). The host does not wait. @throws InvalidArgument for 0, which is
  /// ambiguous; Unavailable on the CPU device, where no other library has streams.
  void wait_for(ForeignStream producer) const;
  /// Makes another library's stream wait, in the same way, for everything that has been scheduled on this stream so
  /// far.
  void be_waited_for_by(ForeignStream consumer) const;

  /// Names the stream in timelines: in StreamProfiler and Trace and, on a CUDA device if the library was built with
  /// NVTX's headers, in Nsight (nvtxNameCuStreamA). A new name replaces the previous one; an empty name removes it.
  /// @throws InvalidArgument for a name with a zero byte.
  void set_name(const std::string& name) const;

  /// Lower is more urgent; 0 is the default (cuStreamGetPriority). The CPU device supports only 0.
  [[nodiscard]] int priority() const;
  /// Whether it synchronizes with the legacy default stream (without CU_STREAM_NON_BLOCKING).
  [[nodiscard]] bool is_blocking() const;

  /// @throws InvalidState when closed or moved from.
  [[nodiscard]] StreamHandle handle() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit Stream(std::shared_ptr<StreamBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<StreamBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<StreamBox> box_;
};

/// Makes work scheduled on `consumer` from now on wait for all work scheduled on `producer` so far, both streams of
/// other libraries on one CUDA device, through an event (cuEventRecord, cuStreamWaitEvent); has no effect if both are
/// the same stream. The host does not wait. @throws InvalidArgument for stream 0, which is ambiguous; Unavailable on
/// the CPU device, where no other library has streams.
void make_wait(const Device& device, ForeignStream consumer, ForeignStream producer);

}  // namespace texelscope::gpu
