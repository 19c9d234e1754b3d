#include "texelscope/gpu/event.h"

#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/ipc_encoding.h"
#include "gpu/object/stream/stream_box.h"

namespace texelscope::gpu {
namespace {

EventBox& require_event(const std::shared_ptr<EventBox>& box) { return require_open(box, "event"); }

void require_timing(const EventBox& event, const char* which) {
  if (!event.has_timing()) {
    throw_on<InvalidArgument>(*event.device(), "the {} event has no timing: create it with EventOptions::has_timing",
                              which);
  }
}

}  // namespace

void require_interprocess_events(const DeviceBox& device) {
  if (!device.properties().has_interprocess_events) {
    throw_on<Unavailable>(device,
                          "the device has no interprocess events (CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED): wait on "
                          "the host and notify the other process");
  }
}

Event Event::from_handle(const Device& device, EventHandle handle, const HandleOwner& owner) {
  DeviceBox& box = require_open(device.box(), "device");
  static_cast<void>(ask_about(box, "event", handle, driver::EventQuery{handle}));
  return Event{std::make_shared<EventBox>(device.box(), handle, owner)};
}

Event Event::from_ipc_descriptor(const Device& device, std::span<const std::byte> descriptor) {
  const DeviceBox& box = require_open(device.box(), "device");
  require_interprocess_events(box);
  return Event{std::make_shared<EventBox>(device.box(), decode(descriptor, IpcContent::Kind::event, box).exported)};
}

IpcDescriptor Event::ipc_descriptor() const {
  const EventBox& box = require_event(box_);
  if (!box.is_interprocess()) {
    throw_on<InvalidState>(
        *box.device(),
        "this event cannot be shared with other processes: create it with EventOptions::is_interprocess");
  }
  return encode({.kind = IpcContent::Kind::event,
                 .device = box.device()->id().kind,
                 .exported = box.device()->call(driver::EventExport{box.handle()}).exported});
}

void Event::synchronize() const {
  const EventBox& box = require_event(box_);
  box.device()->call(driver::EventSynchronize{box.handle()});
}

bool Event::is_done() const {
  const EventBox& box = require_event(box_);
  return box.device()->query(driver::EventQuery{box.handle()});
}

EventHandle Event::handle() const noexcept { return box_ ? box_->handle() : EventHandle{}; }

Device Event::device() const { return Device{require_event(box_).device()}; }

double elapsed_ms(const Event& start, const Event& end) {
  const EventBox& from = require_open(start.box(), "start event");
  const EventBox& to = require_open(end.box(), "end event");
  require_same_device(*from.device(), *to.device(), "start event", "end event");
  require_timing(from, "start");
  require_timing(to, "end");
  return from.device()->call(driver::EventElapsedTime{.start = from.handle(), .end = to.handle()}).milliseconds;
}

}  // namespace texelscope::gpu
