#pragma once

#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// Starts the driver and retains the device's primary context, or releases it.
template <CallEffect effect>
struct PrimaryContext {
  static constexpr CallInfo info{
      effect == CallEffect::creates ? "cuDevicePrimaryCtxRetain" : "cuDevicePrimaryCtxRelease", ObjectKind::context,
      effect};
  int ordinal = 0;
  /// Result of retaining the context: equal for all opened devices whose objects can be used together.
  ContextHandle context{};

  [[nodiscard]] Arguments arguments() const { return {{"device", ordinal}}; }
  /// A handle of 0 would be null.
  [[nodiscard]] Argument object() const { return {"context", ContextHandle{std::uint64_t(ordinal) + 1}}; }
};

using ContextRetain = PrimaryContext<CallEffect::creates>;
using ContextRelease = PrimaryContext<CallEffect::destroys>;

/// Starts the driver in a context that was created elsewhere and is never released.
struct ContextBorrow {
  static constexpr CallInfo info{"cuCtxGetDevice"};
  ContextHandle context;
  TEXELSCOPE_ARGUMENTS(context)
};

struct ContextSynchronize {
  static constexpr CallInfo info{.name = "cuCtxSynchronize", .survives_failure = true};
  TEXELSCOPE_ARGUMENTS()
};

struct DeviceQuery {
  static constexpr CallInfo info{"cuDeviceGetAttribute"};
  DeviceProperties properties{};  // result
  TEXELSCOPE_ARGUMENTS()
};

/// The device's default stream, on every device: CUDA's null stream. It lives as long as the context.
inline constexpr StreamHandle default_stream{};

struct StreamCreate {
  static constexpr CallInfo info{"cuStreamCreate", ObjectKind::stream, CallEffect::creates};
  /// A lower number means a higher priority.
  int priority = 0;
  /// Whether the stream and the legacy default stream wait for each other.
  bool is_blocking = false;
  StreamHandle created{};  // result

  [[nodiscard]] Arguments arguments() const {
    return priority == 0 && !is_blocking ? Arguments{}
                                         : Arguments{{"priority", priority}, {"is_blocking", is_blocking}};
  }
  TEXELSCOPE_OBJECT(created)
};

/// Calls a host function when the stream reaches it. The function must not throw or call the driver.
struct HostCall {
  static constexpr CallInfo info{"cuLaunchHostFunc"};
  void (*function)(void* data) = nullptr;
  void* data = nullptr;
  StreamHandle stream;

  [[nodiscard]] Arguments arguments() const { return {{"stream", stream}}; }
};

/// Names a stream for timelines; a later name replaces an earlier one.
struct StreamSetName {
  static constexpr CallInfo info{"nvtxNameCuStreamA"};
  StreamHandle stream;
  const char* name = nullptr;
  TEXELSCOPE_ARGUMENTS(stream, name)
};

/// Begins a range of the calling thread's work, nested in its current one.
struct RangePush {
  static constexpr CallInfo info{"nvtxRangePushA"};
  const char* name = nullptr;
  TEXELSCOPE_ARGUMENTS(name)
};

/// Ends the range that the calling thread began last.
struct RangePop {
  static constexpr CallInfo info{.name = "nvtxRangePop", .survives_failure = true};
  TEXELSCOPE_ARGUMENTS()
};

/// Whether a stream, which may have been created elsewhere, belongs to the device's context. For a destroyed stream,
/// the driver returns invalid_handle or crashes.
struct StreamGetContext {
  static constexpr CallInfo info{"cuStreamGetCtx"};
  StreamHandle stream;
  bool is_of_device = false;  // result
  TEXELSCOPE_ARGUMENTS(stream)
};

struct StreamGetAttributes {
  static constexpr CallInfo info{"cuStreamGetPriority"};
  StreamHandle stream;
  int priority = 0;          // result
  bool is_blocking = false;  // result
  TEXELSCOPE_ARGUMENTS(stream)
};

/// Work already scheduled on the stream still completes.
struct StreamDestroy {
  static constexpr CallInfo info{"cuStreamDestroy", ObjectKind::stream, CallEffect::destroys};
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(stream)
};

struct StreamSynchronize {
  static constexpr CallInfo info{.name = "cuStreamSynchronize", .survives_failure = true};
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(stream)
};

/// Returns success if the stream's work has finished, not_ready if it has not.
struct StreamQuery {
  static constexpr CallInfo info{"cuStreamQuery"};
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(stream)
};

struct StreamWaitEvent {
  static constexpr CallInfo info{.name = "cuStreamWaitEvent", .kind = WorkKind::wait};
  StreamHandle stream;
  EventHandle event;
  TEXELSCOPE_ARGUMENTS(stream, event)
};

struct EventCreate {
  static constexpr CallInfo info{"cuEventCreate", ObjectKind::event, CallEffect::creates};
  bool has_timing = false;
  bool is_interprocess = false;
  /// Whether a host thread that waits for the event sleeps.
  bool is_blocking = false;
  EventHandle event{};  // result

  [[nodiscard]] Arguments arguments() const {
    Arguments all{{"has_timing", has_timing}, {"is_interprocess", is_interprocess}};
    if (is_blocking) {
      all.add({"is_blocking", is_blocking});
    }
    return all;
  }
  TEXELSCOPE_OBJECT(event)
};

struct EventDestroy {
  static constexpr CallInfo info{"cuEventDestroy", ObjectKind::event, CallEffect::destroys};
  EventHandle event;
  TEXELSCOPE_ARGUMENTS(event)
};

struct EventRecord {
  static constexpr CallInfo info{.name = "cuEventRecord", .kind = WorkKind::record};
  EventHandle event;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(event, stream)
};

struct EventSynchronize {
  static constexpr CallInfo info{.name = "cuEventSynchronize", .survives_failure = true};
  EventHandle event;
  TEXELSCOPE_ARGUMENTS(event)
};

/// Returns success if the recorded point has been reached (or none was recorded), not_ready if it has not.
struct EventQuery {
  static constexpr CallInfo info{"cuEventQuery"};
  EventHandle event;
  TEXELSCOPE_ARGUMENTS(event)
};

struct EventElapsedTime {
  static constexpr CallInfo info{"cuEventElapsedTime"};
  EventHandle start;
  EventHandle end;
  float milliseconds = 0;  // result
  TEXELSCOPE_ARGUMENTS(start, end)
};

}  // namespace texelscope::gpu::driver
