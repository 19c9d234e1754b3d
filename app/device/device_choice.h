#pragma once

#include <optional>
#include <string>

#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// An opened device, and a note for the user about the choice.
struct ChosenDevice {
  gpu::Device device;
  /// "using device cpu: …" if the program chose; empty if the user did.
  std::string note;
};

/// Opens the requested device; by default, the first CUDA device if it works, otherwise the CPU device.
/// @throws gpu::Unavailable, gpu::DriverError.
[[nodiscard]] ChosenDevice open_device(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options);

}  // namespace texelscope::app
