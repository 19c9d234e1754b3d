#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

#include "gpu/driver/device_box.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

/// The first exception of functions that a stream called on the host, until it is reported.
class HostFailure {
 public:
  void keep(std::exception_ptr failure) noexcept {
    const std::lock_guard lock{mutex_};
    if (!failure_) {
      failure_ = std::move(failure);
    }
  }
  /// Throws it once.
  void rethrow() {
    std::exception_ptr failure;
    {
      const std::lock_guard lock{mutex_};
      failure = std::exchange(failure_, nullptr);
    }
    if (failure) {
      std::rethrow_exception(failure);
    }
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
};

class StreamBox : public DeviceObject<StreamHandle, driver::StreamDestroy> {
 public:
  explicit StreamBox(const std::shared_ptr<DeviceBox>& device, const StreamOptions& options = {})
      : DeviceObject{device, device->call(driver::StreamCreate{options.priority, options.is_blocking}).created} {}
  /// A stream that was created elsewhere, or that the device itself owns.
  StreamBox(const std::shared_ptr<DeviceBox>& device, StreamHandle made, const HandleOwner& owner)
      : DeviceObject{device, made, owner} {}

  /// Receives exceptions from the functions of Stream::then(), which may outlive the stream.
  [[nodiscard]] std::shared_ptr<HostFailure> host_failure() {
    const std::lock_guard lock{mutex_};
    if (!host_failure_) {
      host_failure_ = std::make_shared<HostFailure>();
    }
    return host_failure_;
  }
  void rethrow_host_failure() const {
    std::shared_ptr<HostFailure> failure;
    {
      const std::lock_guard lock{mutex_};
      failure = host_failure_;
    }
    if (failure) {
      failure->rethrow();
    }
  }

  /// Whether a GraphBuilder records its work.
  [[nodiscard]] bool is_captured() const noexcept { return is_captured_.load(std::memory_order_relaxed); }
  void set_captured(bool is_captured) noexcept { is_captured_.store(is_captured, std::memory_order_relaxed); }

 private:
  std::atomic<bool> is_captured_{false};
  mutable std::mutex mutex_;
  /// Null until the first function is scheduled.
  std::shared_ptr<HostFailure> host_failure_;
};

/// @throws Unavailable if the device has no interprocess events.
void require_interprocess_events(const DeviceBox& device);

class EventBox : public DeviceObject<EventHandle, driver::EventDestroy> {
 public:
  EventBox(const std::shared_ptr<DeviceBox>& device, const EventOptions& options)
      : DeviceObject{device,
                     device->call(driver::EventCreate{options.has_timing, options.is_interprocess, options.is_blocking})
                         .event},
        options_{options} {}
  /// An event created elsewhere: the driver does not report its options.
  EventBox(const std::shared_ptr<DeviceBox>& device, EventHandle made, const HandleOwner& owner)
      : DeviceObject{device, made, owner}, options_{.has_timing = true, .is_interprocess = true} {}
  /// An event of another process.
  EventBox(const std::shared_ptr<DeviceBox>& device, const driver::InterprocessHandle& exported)
      : DeviceObject{device, device->call(driver::EventImport{exported}).event} {}

  [[nodiscard]] bool has_timing() const noexcept { return options_.has_timing; }
  [[nodiscard]] bool is_interprocess() const noexcept { return options_.is_interprocess; }

 private:
  EventOptions options_;
};

}  // namespace texelscope::gpu
