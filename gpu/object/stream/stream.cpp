#include "texelscope/gpu/stream.h"

#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

StreamBox& require_stream_box(const std::shared_ptr<StreamBox>& box) { return require_open(box, "stream"); }

StreamHandle require_foreign(const DeviceBox& device, ForeignStream stream) {
  if (device.id().kind == DeviceKind::cpu) {
    throw_on<Unavailable>(device, "no other library has streams on this device: omit the stream");
  }
  if (stream.value == 0) {
    throw_on<InvalidArgument>(
        device, "stream 0 of another library may be the legacy or the per-thread default stream: use 1 or 2 instead");
  }
  return {stream.value};
}

struct CallOfHost {
  std::function<void()> function;
  std::shared_ptr<HostFailure> failure;
};

void run_on_host(void* data) {
  const std::unique_ptr<CallOfHost> call{static_cast<CallOfHost*>(data)};
  try {
    call->function();
  } catch (...) {
    call->failure->keep(std::current_exception());
  }
}

StreamHandle require_orderable(const StreamBox& box) {
  require_not_captured(box, "order work with another library's stream");
  return box.handle();
}

/// The driver retains the recorded point beyond the life of the event.
void order(DeviceBox& device, StreamHandle first, StreamHandle then) {
  const EventHandle event = device.call(driver::EventCreate{}).event;
  try {
    device.call(driver::EventRecord{.event = event, .stream = first});
    device.call(driver::StreamWaitEvent{.stream = then, .event = event});
  } catch (...) {
    device.clean_up(driver::EventDestroy{event});
    throw;
  }
  device.clean_up(driver::EventDestroy{event});
}

}  // namespace

Stream Stream::from_handle(const Device& device, StreamHandle handle, const HandleOwner& owner) {
  DeviceBox& box = require_open(device.box(), "device");
  constexpr std::uint64_t per_thread_default = 2;
  if (owner.is_library() && handle.value <= per_thread_default) {
    throw_on<InvalidArgument>(box, "stream {} is a default stream, which cannot be owned: borrow it", handle.value);
  }
  if (handle != driver::default_stream &&
      !ask_about(box, "stream", handle, driver::StreamGetContext{handle}).is_of_device) {
    throw_on<InvalidArgument>(
        box,
        "stream {:#x} belongs to another context: open the device with that context, or create a stream in this one",
        handle.value);
  }
  return Stream{std::make_shared<StreamBox>(device.box(), handle, owner)};
}

int Stream::priority() const {
  const StreamBox& box = require_stream_box(box_);
  return box.device()->call(driver::StreamGetAttributes{box.handle()}).priority;
}

bool Stream::is_blocking() const {
  const StreamBox& box = require_stream_box(box_);
  return box.device()->call(driver::StreamGetAttributes{box.handle()}).is_blocking;
}

void Stream::set_name(const std::string& name) const {
  const StreamBox& box = require_stream_box(box_);
  require_name(*box.device(), name, "stream");
  box.device()->call(driver::StreamSetName{box.handle(), name.c_str()});
}

void Stream::synchronize() const {
  const StreamBox& box = require_stream_box(box_);
  require_not_captured(box, "synchronize");
  box.device()->call(driver::StreamSynchronize{box.handle()});
  box.rethrow_host_failure();
}

bool Stream::is_done() const {
  const StreamBox& box = require_stream_box(box_);
  require_not_captured(box, "query completion");
  return box.device()->query(driver::StreamQuery{box.handle()});
}

void Stream::record(const Event& event) const {
  const StreamBox& box = require_stream_box(box_);
  const EventBox& point = require_open(event.box(), "event");
  require_same_device(*box.device(), *point.device(), "stream", "event");
  box.device()->call(driver::EventRecord{.event = point.handle(), .stream = box.handle()});
}

Event Stream::record(const EventOptions& options) const {
  Event event = device().create_event(options);
  record(event);
  return event;
}

void Stream::wait(const Stream& stream) const {
  const StreamBox& box = require_stream_box(box_);
  const StreamBox& first = require_stream_box(stream.box_);
  require_same_device(*box.device(), *first.device(), "stream", "other stream");
  order(*box.device(), first.handle(), box.handle());
}

void Stream::then(std::function<void()> function) const {
  StreamBox& box = require_stream_box(box_);
  require_not_captured(box, "call a host function");
  if (!function) {
    throw_on<InvalidArgument>(*box.device(), "the function for a stream to call is empty: pass one");
  }
  auto call = std::make_unique<CallOfHost>(CallOfHost{std::move(function), box.host_failure()});
  box.device()->call(driver::HostCall{&run_on_host, call.get(), box.handle()});
  // The call owns itself from here on.
  static_cast<void>(call.release());
}

void Stream::wait(const Event& event) const {
  const StreamBox& box = require_stream_box(box_);
  const EventBox& point = require_open(event.box(), "event");
  require_same_device(*box.device(), *point.device(), "stream", "event");
  box.device()->call(driver::StreamWaitEvent{.stream = box.handle(), .event = point.handle()});
}

void Stream::wait_for(ForeignStream producer) const {
  const StreamBox& box = require_stream_box(box_);
  const StreamHandle first = require_foreign(*box.device(), producer);
  order(*box.device(), first, require_orderable(box));
}

void Stream::be_waited_for_by(ForeignStream consumer) const {
  const StreamBox& box = require_stream_box(box_);
  const StreamHandle then = require_foreign(*box.device(), consumer);
  order(*box.device(), require_orderable(box), then);
}

void make_wait(const Device& device, ForeignStream consumer, ForeignStream producer) {
  DeviceBox& box = require_open(device.box(), "device");
  const StreamHandle first = require_foreign(box, producer);
  const StreamHandle then = require_foreign(box, consumer);
  if (first != then) {
    order(box, first, then);
  }
}

StreamHandle Stream::handle() const { return require_stream_box(box_).handle(); }

Device Stream::device() const { return Device{require_stream_box(box_).device()}; }

}  // namespace texelscope::gpu
