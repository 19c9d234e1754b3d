#include "texelscope/gpu/external_semaphore.h"

#include <fmt/format.h>

#include <string_view>

#include "gpu/object/checks.h"
#include "gpu/object/stream/external_semaphore_box.h"

namespace texelscope::gpu {
namespace {

ExternalSemaphoreBox& require_semaphore(const std::shared_ptr<ExternalSemaphoreBox>& box) {
  return require_open(box, "external semaphore");
}

bool is_cpu(const DeviceBox& device) { return device.id().kind == DeviceKind::cpu; }

/// A semaphore of that kind whose `action` the stream can take. @throws InvalidState, InvalidArgument.
ExternalSemaphoreBox& require_usable(const std::shared_ptr<ExternalSemaphoreBox>& box, const Stream& stream,
                                     ExternalSemaphoreKind kind, std::string_view action) {
  ExternalSemaphoreBox& semaphore = require_semaphore(box);
  const DeviceBox& device = *semaphore.device();
  const StreamBox& order = require_stream(stream, device, "external semaphore");
  if (semaphore.kind() != kind) {
    const bool is_binary = kind == ExternalSemaphoreKind::timeline;
    throw InvalidArgument(fmt::format("{}: cannot {} this external semaphore {} a value: it is {}: {}", device.name(),
                                      action, is_binary ? "with" : "without", is_binary ? "binary" : "a timeline",
                                      is_binary ? "leave the value out" : "give one"));
  }
  if (order.is_captured() && is_cpu(device)) {
    throw_captured(device, fmt::format("{} an external semaphore", action));
  }
  return semaphore;
}

}  // namespace

ExternalSemaphore ExternalSemaphore::from_opaque_fd(const Device& device, FileDescriptor descriptor,
                                                    ExternalSemaphoreKind kind) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (is_cpu(box)) {
    throw Unavailable(
        fmt::format("{}: the CPU device cannot import the file descriptors of other APIs: give a timeline of the host "
                    "with ExternalSemaphore::from_host_timeline",
                    box.name()));
  }
  if (descriptor.is_closed()) {
    throw InvalidArgument(
        fmt::format("{}: an external semaphore was to be imported from a file descriptor that is closed: give the one "
                    "that was exported",
                    box.name()));
  }
  ExternalSemaphore semaphore{std::make_shared<ExternalSemaphoreBox>(
      device.box(), driver::ExternalSemaphoreImport{.file_descriptor = descriptor.number(), .kind = kind})};
  // The driver's from here on.
  static_cast<void>(descriptor.release());
  return semaphore;
}

ExternalSemaphore ExternalSemaphore::from_host_timeline(const Device& device, std::shared_ptr<HostTimeline> timeline) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (!is_cpu(box)) {
    throw Unavailable(
        fmt::format("{}: streams of a CUDA device cannot call the host for a semaphore: let the other API export a "
                    "file descriptor and give it with ExternalSemaphore::from_opaque_fd",
                    box.name()));
  }
  if (!timeline) {
    throw InvalidArgument(
        fmt::format("{}: null was given for the timeline of an external semaphore: give a HostTimeline", box.name()));
  }
  return ExternalSemaphore{std::make_shared<ExternalSemaphoreBox>(
      device.box(),
      driver::ExternalSemaphoreImport{.kind = ExternalSemaphoreKind::timeline, .timeline = std::move(timeline)})};
}

ExternalSemaphoreKind ExternalSemaphore::kind() const { return require_semaphore(box_).kind(); }

void ExternalSemaphore::signal(const Stream& stream, std::uint64_t value) const {
  require_usable(box_, stream, ExternalSemaphoreKind::timeline, "signal").signal_timeline(stream.box(), value);
}

void ExternalSemaphore::wait(const Stream& stream, std::uint64_t value) const {
  require_usable(box_, stream, ExternalSemaphoreKind::timeline, "wait for").wait(stream.box(), value);
}

void ExternalSemaphore::signal(const Stream& stream) const {
  require_usable(box_, stream, ExternalSemaphoreKind::binary, "signal").signal_binary(stream.box());
}

void ExternalSemaphore::wait(const Stream& stream) const {
  require_usable(box_, stream, ExternalSemaphoreKind::binary, "wait for").wait(stream.box(), 0);
}

Device ExternalSemaphore::device() const { return Device{require_semaphore(box_).device()}; }

ExternalSemaphoreHandle ExternalSemaphore::handle() const { return require_semaphore(box_).handle(); }

}  // namespace texelscope::gpu
