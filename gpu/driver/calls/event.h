#pragma once

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

struct EventCreate {
  static constexpr CallInfo info{"cuEventCreate", ObjectKind::event, CallEffect::creates};
  bool has_timing = false;
  bool is_interprocess = false;
  EventHandle event{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("has_timing", has_timing);
    visitor("is_interprocess", is_interprocess);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(event.value);
  }
};

struct EventDestroy {
  static constexpr CallInfo info{"cuEventDestroy", ObjectKind::event, CallEffect::destroys};
  EventHandle event;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("event", event);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(event.value);
  }
};

struct EventRecord {
  static constexpr CallInfo info{"cuEventRecord"};
  EventHandle event;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("event", event);
    visitor("stream", stream);
  }
};

struct EventSynchronize {
  static constexpr CallInfo info{"cuEventSynchronize"};
  EventHandle event;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("event", event);
  }
};

/// Returns success when the recorded point is reached (or none was recorded), not_ready when it is not.
struct EventQuery {
  static constexpr CallInfo info{"cuEventQuery"};
  EventHandle event;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("event", event);
  }
};

struct EventElapsedTime {
  static constexpr CallInfo info{"cuEventElapsedTime"};
  EventHandle start;
  EventHandle end;
  float milliseconds = 0;  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("start", start);
    visitor("end", end);
  }
};

}  // namespace texelscope::gpu::driver
