#pragma once

#include <cstddef>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::graphics {

/// Pinned host memory between GL and a device, with an event for when the device has read it.
class HostStaging {
 public:
  explicit HostStaging(driver::Driver& driver) noexcept : driver_{driver} {}

  Status allocate(std::size_t size_bytes) noexcept;
  Status free() noexcept;
  [[nodiscard]] std::byte* bytes() const noexcept { return reinterpret_cast<std::byte*>(memory_.value); }

  /// Call after scheduling copies from it on `stream`.
  Status record_read(StreamHandle stream) noexcept;
  /// Call before scheduling copies into it on `stream`, which may be a different stream.
  Status wait_read(StreamHandle stream) noexcept;

 private:
  driver::Driver& driver_;
  DevicePointer memory_{};
  EventHandle was_read_{};
};

}  // namespace texelscope::gpu::graphics
