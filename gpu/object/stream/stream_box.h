#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "gpu/driver/device_box.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class StreamBox : public DeviceObject<StreamHandle, driver::StreamDestroy> {
 public:
  explicit StreamBox(const std::shared_ptr<DeviceBox>& device)
      : DeviceObject{device, device->call(driver::StreamCreate{}).created} {}
  /// A stream that others made, or that the device keeps itself.
  StreamBox(const std::shared_ptr<DeviceBox>& device, StreamHandle made, const HandleOwner& owner)
      : DeviceObject{device, made, owner} {}

  /// Whether a GraphBuilder records its work.
  [[nodiscard]] bool is_captured() const noexcept { return is_captured_.load(std::memory_order_relaxed); }
  void set_captured(bool is_captured) noexcept { is_captured_.store(is_captured, std::memory_order_relaxed); }

 private:
  std::atomic<bool> is_captured_{false};
};

/// @throws Unavailable when processes cannot share events of the device.
void require_interprocess_events(const DeviceBox& device);

class EventBox : public DeviceObject<EventHandle, driver::EventDestroy> {
 public:
  EventBox(const std::shared_ptr<DeviceBox>& device, const EventOptions& options)
      : DeviceObject{device, device->call(driver::EventCreate{options.has_timing, options.is_interprocess}).event},
        options_{options} {}
  /// An event that others made: the driver does not tell its options.
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
