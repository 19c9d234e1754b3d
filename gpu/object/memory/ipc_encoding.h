#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/driver/calls/memory_pool.h"
#include "gpu/driver/device_box.h"
#include "texelscope/gpu/event.h"

namespace texelscope::gpu {

/// What a descriptor says: what it is of, its size in bytes where it has one, and the driver's own part.
struct IpcContent {
  enum class Kind : unsigned char { buffer = 1, event = 2 };
  Kind kind = Kind::buffer;
  DeviceKind device = DeviceKind::cpu;
  std::uint64_t size_bytes = 0;
  driver::InterprocessHandle exported{};
};

[[nodiscard]] IpcDescriptor encode(const IpcContent& content);

/// @throws InvalidArgument when it is cut short, damaged, of another kind or of another kind of device.
[[nodiscard]] IpcContent decode(std::span<const std::byte> descriptor, IpcContent::Kind wanted,
                                const DeviceBox& device);

}  // namespace texelscope::gpu
