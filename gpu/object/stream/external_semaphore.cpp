#include "texelscope/gpu/external_semaphore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/driver/device_box.h"
#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/stream/stream_box.h"

namespace texelscope::gpu {

class ExternalSemaphoreBox {
 public:
  ExternalSemaphoreBox(const std::shared_ptr<DeviceBox>& device, const driver::ExternalSemaphoreImport& import)
      : ExternalSemaphoreBox{device, import.kind, device->call(import).semaphore, HandleOwner::library()} {}
  /// A semaphore that was imported elsewhere.
  ExternalSemaphoreBox(const std::shared_ptr<DeviceBox>& device, ExternalSemaphoreKind kind,
                       ExternalSemaphoreHandle imported, const HandleOwner& owner)
      : kind_{kind}, semaphore_{device, imported, owner} {}
  ~ExternalSemaphoreBox() {
    for (const auto& stream : streams_) {
      // Waiting would invalidate a capture that has begun on the stream since.
      if (!stream->is_captured()) {
        device()->clean_up(driver::StreamSynchronize{stream->handle()});
      }
    }
  }
  ExternalSemaphoreBox(const ExternalSemaphoreBox&) = delete;
  ExternalSemaphoreBox& operator=(const ExternalSemaphoreBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return semaphore_.device(); }
  [[nodiscard]] ExternalSemaphoreKind kind() const noexcept { return kind_; }
  [[nodiscard]] ExternalSemaphoreHandle handle() const noexcept { return semaphore_.handle(); }

  /// @throws InvalidArgument for a value that does not increase.
  void signal_timeline(const std::shared_ptr<StreamBox>& stream, std::uint64_t value) {
    const std::lock_guard lock{mutex_};
    if (value <= last_signalled_) {
      throw_on<InvalidArgument>(*device(),
                                "cannot signal an external timeline semaphore with {} after {}: use a greater value",
                                value, last_signalled_);
    }
    keep(stream);
    device()->call(driver::ExternalSemaphoreSignal{.semaphore = handle(), .value = value, .stream = stream->handle()});
    last_signalled_ = value;
  }
  void signal_binary(const std::shared_ptr<StreamBox>& stream) {
    const std::lock_guard lock{mutex_};
    keep(stream);
    device()->call(driver::ExternalSemaphoreSignal{.semaphore = handle(), .stream = stream->handle()});
  }
  /// `value` is used for a timeline only.
  void wait(const std::shared_ptr<StreamBox>& stream, std::uint64_t value) {
    {
      const std::lock_guard lock{mutex_};
      keep(stream);
    }
    device()->call(driver::ExternalSemaphoreWait{.semaphore = handle(), .value = value, .stream = stream->handle()});
  }

 private:
  /// Stores the streams on which the semaphore is used. Needs the lock.
  void keep(const std::shared_ptr<StreamBox>& stream) {
    const bool is_needed = device()->id().kind == DeviceKind::cuda && !stream->is_captured();
    if (is_needed && std::ranges::find(streams_, stream) == streams_.end()) {
      streams_.push_back(stream);
    }
  }

  ExternalSemaphoreKind kind_;
  /// Held while a signal is scheduled, so that streams receive signals in the order of their values.
  std::mutex mutex_;
  std::uint64_t last_signalled_ = 0;
  /// The streams that a CUDA driver requires to complete before the semaphore is destroyed.
  std::vector<std::shared_ptr<StreamBox>> streams_;
  DeviceObject<ExternalSemaphoreHandle, driver::ExternalSemaphoreDestroy> semaphore_;
};

namespace {

ExternalSemaphoreBox& require_semaphore(const std::shared_ptr<ExternalSemaphoreBox>& box) {
  return require_open(box, "external semaphore");
}

/// A semaphore of that kind that the stream can use for `action`. @throws InvalidState, InvalidArgument.
ExternalSemaphoreBox& require_usable(const std::shared_ptr<ExternalSemaphoreBox>& box, const Stream& stream,
                                     ExternalSemaphoreKind kind, std::string_view action) {
  ExternalSemaphoreBox& semaphore = require_semaphore(box);
  const DeviceBox& device = *semaphore.device();
  const StreamBox& order = require_stream(stream, device, "external semaphore");
  if (semaphore.kind() != kind) {
    const bool is_binary = kind == ExternalSemaphoreKind::timeline;
    throw_on<InvalidArgument>(device, "cannot {} this external semaphore {} a value: it is {}: {}", action,
                              is_binary ? "with" : "without", is_binary ? "binary" : "a timeline",
                              is_binary ? "omit the value" : "pass one");
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
    throw_on<Unavailable>(box,
                          "the CPU device cannot import the file descriptors of other APIs: pass a host timeline to "
                          "ExternalSemaphore::from_host_timeline");
  }
  if (descriptor.is_closed()) {
    throw_on<InvalidArgument>(
        box, "cannot import an external semaphore from a closed file descriptor: pass the exported descriptor");
  }
  ExternalSemaphore semaphore{std::make_shared<ExternalSemaphoreBox>(
      device.box(), driver::ExternalSemaphoreImport{.file_descriptor = descriptor.number(), .kind = kind})};
  // Owned by the driver from here on.
  static_cast<void>(descriptor.release());
  return semaphore;
}

ExternalSemaphore ExternalSemaphore::from_host_timeline(const Device& device, std::shared_ptr<HostTimeline> timeline) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (!is_cpu(box)) {
    throw_on<Unavailable>(box,
                          "streams of a CUDA device cannot call the host for a semaphore: export a file descriptor "
                          "from the other API and pass it to ExternalSemaphore::from_opaque_fd");
  }
  if (!timeline) {
    throw_on<InvalidArgument>(box, "the timeline of an external semaphore is null: pass a HostTimeline");
  }
  return ExternalSemaphore{std::make_shared<ExternalSemaphoreBox>(
      device.box(),
      driver::ExternalSemaphoreImport{.kind = ExternalSemaphoreKind::timeline, .timeline = std::move(timeline)})};
}

ExternalSemaphore ExternalSemaphore::from_handle(const Device& device, ExternalSemaphoreHandle handle,
                                                 ExternalSemaphoreKind kind, const HandleOwner& owner) {
  const DeviceBox& box = require_open(device.box(), "device");
  require_handle(box, "external semaphore", handle);
  return ExternalSemaphore{std::make_shared<ExternalSemaphoreBox>(device.box(), kind, handle, owner)};
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
