#pragma once

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// The device's default stream, on every device: CUDA's null stream. It lives as long as the context.
inline constexpr StreamHandle default_stream{};

struct StreamCreate {
  static constexpr CallInfo info{"cuStreamCreate", ObjectKind::stream, CallEffect::creates};
  StreamHandle created{};  // result
  TEXELSCOPE_ARGUMENTS()
  TEXELSCOPE_OBJECT(created)
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

/// Returns success when the stream's work is done, not_ready when it is not.
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

}  // namespace texelscope::gpu::driver
