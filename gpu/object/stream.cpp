#include "texelscope/gpu/stream.h"

#include "gpu/object/checks.h"
#include "gpu/object/event_box.h"
#include "gpu/object/stream_box.h"

namespace texelscope::gpu {
namespace {

StreamBox& require_stream_box(const std::shared_ptr<StreamBox>& box) { return require_open(box, "stream"); }

}  // namespace

void Stream::synchronize() const {
  const StreamBox& box = require_stream_box(box_);
  require_not_captured(box, "synchronize");
  box.device()->call(driver::StreamSynchronize{box.handle()});
}

bool Stream::is_done() const {
  const StreamBox& box = require_stream_box(box_);
  require_not_captured(box, "ask whether the work is done");
  return box.device()->query(driver::StreamQuery{box.handle()});
}

void Stream::record(const Event& event) const {
  const StreamBox& box = require_stream_box(box_);
  const EventBox& point = require_open(event.box(), "event");
  require_same_device(*box.device(), *point.device(), "stream", "event");
  box.device()->call(driver::EventRecord{.event = point.handle(), .stream = box.handle()});
}

void Stream::wait(const Event& event) const {
  const StreamBox& box = require_stream_box(box_);
  const EventBox& point = require_open(event.box(), "event");
  require_same_device(*box.device(), *point.device(), "stream", "event");
  box.device()->call(driver::StreamWaitEvent{.stream = box.handle(), .event = point.handle()});
}

StreamHandle Stream::handle() const { return require_stream_box(box_).handle(); }

Device Stream::device() const { return Device{require_stream_box(box_).device()}; }

}  // namespace texelscope::gpu
