#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace texelscope::app {

/// Which of the renderer's calls fails.
struct RendererFault {
  /// The function to fail, such as "glTextureStorage2D"; empty for any.
  std::string name;
  /// Which of its calls, from 1.
  std::uint64_t nth = 1;
  /// What a function of Vulkan gives, such as "VK_ERROR_DEVICE_LOST"; empty for want of memory.
  std::string result{};

  bool operator==(const RendererFault&) const = default;
};

/// Reads "N", "NAME" or "NAME:N", for a function of Vulkan with "=VK_…" behind. @throws gpu::InvalidArgument for a
/// number below 1 and for a name that is no function of GL, EGL, GLFW or Vulkan.
[[nodiscard]] RendererFault renderer_fault_from_string(std::string_view text);

}  // namespace texelscope::app
