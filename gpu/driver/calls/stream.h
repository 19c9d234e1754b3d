#pragma once

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// The device's default stream, on every device: CUDA's null stream. It lives as long as the context.
inline constexpr StreamHandle default_stream{};

struct StreamCreate {
  static constexpr CallInfo info{"cuStreamCreate", ObjectKind::stream, CallEffect::creates};
  StreamHandle created{};  // result

  template <class Visitor>
  void visit(Visitor&&) const {}
  template <class Function>
  void for_each_object(Function&& function) const {
    function(created.value);
  }
};

/// Work already scheduled on the stream still completes.
struct StreamDestroy {
  static constexpr CallInfo info{"cuStreamDestroy", ObjectKind::stream, CallEffect::destroys};
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("stream", stream);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(stream.value);
  }
};

struct StreamSynchronize {
  static constexpr CallInfo info{"cuStreamSynchronize"};
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("stream", stream);
  }
};

/// Returns success when the stream's work is done, not_ready when it is not.
struct StreamQuery {
  static constexpr CallInfo info{"cuStreamQuery"};
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("stream", stream);
  }
};

struct StreamWaitEvent {
  static constexpr CallInfo info{"cuStreamWaitEvent"};
  StreamHandle stream;
  EventHandle event;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("stream", stream);
    visitor("event", event);
  }
};

}  // namespace texelscope::gpu::driver
