#pragma once

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

struct EventCreate {
  static constexpr CallInfo info{"cuEventCreate", ObjectKind::event, CallEffect::creates};
  bool has_timing = false;
  bool is_interprocess = false;
  EventHandle event{};  // result
  TEXELSCOPE_ARGUMENTS(has_timing, is_interprocess)
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

/// Returns success when the recorded point is reached (or none was recorded), not_ready when it is not.
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
