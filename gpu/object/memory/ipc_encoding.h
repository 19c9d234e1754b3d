#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/driver/calls/memory_pool.h"
#include "gpu/driver/device_box.h"
#include "texelscope/gpu/event.h"

namespace texelscope::gpu {

/// The contents of a descriptor: the kind of object, its size in bytes if it has one, and the driver's own data.
struct IpcContent {
  enum class Kind : unsigned char { buffer = 1, event = 2 };
  Kind kind = Kind::buffer;
  DeviceKind device = DeviceKind::cpu;
  std::uint64_t size_bytes = 0;
  driver::InterprocessHandle exported{};
};

[[nodiscard]] IpcDescriptor encode(const IpcContent& content);

/// @throws InvalidArgument if it is truncated, damaged, or for a different kind of object or device.
[[nodiscard]] IpcContent decode(std::span<const std::byte> descriptor, IpcContent::Kind wanted,
                                const DeviceBox& device);

}  // namespace texelscope::gpu
