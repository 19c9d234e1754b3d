#pragma once

#include <array>
#include <string>
#include <string_view>

#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// A generation of GPUs with which the CPU device's texture unit was compared bit by bit (docs/conformance.md).
struct ComparedGeneration {
  /// CUDA compute capability.
  int compute_major;
  int compute_minor;
  std::string_view name;
  std::string_view gpus;
};

inline constexpr std::array compared_generations = {ComparedGeneration{9, 0, "Hopper", "H100 and H200"}};

/// A sentence if the model was not compared with GPUs of this generation; empty if it was, and for the CPU device.
[[nodiscard]] std::string uncompared_note(const gpu::DeviceProperties& properties);

}  // namespace texelscope::app
