#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace texelscope::app {

/// The renderer call that fails.
struct RendererFault {
  /// The function to fail, such as "glTextureStorage2D"; empty for any.
  std::string name;
  /// Index of the failing call, from 1.
  std::uint64_t nth = 1;
  /// The result of a Vulkan function, such as "VK_ERROR_DEVICE_LOST"; empty for out of memory.
  std::string result{};

  bool operator==(const RendererFault&) const = default;
};

/// Parses "N", "NAME" or "NAME:N", followed by "=VK_…" for a Vulkan function. @throws gpu::InvalidArgument for a number
/// below 1, and for a name that is not a function of GL, EGL, GLFW or Vulkan.
[[nodiscard]] RendererFault renderer_fault_from_string(std::string_view text);

}  // namespace texelscope::app
