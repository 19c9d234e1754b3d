#pragma once

#include <optional>
#include <string>

#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// A device, opened, and what the user should know about the choice.
struct ChosenDevice {
  gpu::Device device;
  /// "device cpu: …" when the program chose; empty when the user did.
  std::string note;
};

/// Opens the device asked for; without one, the first CUDA device where it works, else the CPU device.
/// @throws gpu::Unavailable, gpu::DriverError.
[[nodiscard]] ChosenDevice open_device(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options);

}  // namespace texelscope::app
