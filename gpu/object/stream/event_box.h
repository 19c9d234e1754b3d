#pragma once

#include <memory>
#include <utility>

#include "gpu/driver/device_box.h"
#include "texelscope/gpu/event.h"

namespace texelscope::gpu {

/// @throws Unavailable when processes cannot share events of the device.
void require_interprocess_events(const DeviceBox& device);

class EventBox {
 public:
  EventBox(std::shared_ptr<DeviceBox> device, const EventOptions& options)
      : device_{std::move(device)},
        options_{options},
        handle_{device_
                    ->call(driver::EventCreate{.has_timing = options.has_timing,
                                               .is_interprocess = options.is_interprocess})
                    .event} {}
  /// An event of another process.
  EventBox(std::shared_ptr<DeviceBox> device, const driver::InterprocessHandle& exported)
      : device_{std::move(device)}, handle_{device_->call(driver::EventImport{exported}).event} {}
  ~EventBox() { device_->clean_up(driver::EventDestroy{handle_}); }
  EventBox(const EventBox&) = delete;
  EventBox& operator=(const EventBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] EventHandle handle() const noexcept { return handle_; }
  [[nodiscard]] bool has_timing() const noexcept { return options_.has_timing; }
  [[nodiscard]] bool is_interprocess() const noexcept { return options_.is_interprocess; }

 private:
  std::shared_ptr<DeviceBox> device_;
  EventOptions options_;
  EventHandle handle_;
};

}  // namespace texelscope::gpu
