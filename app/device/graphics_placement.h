#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace texelscope::app {

/// The properties of a machine that determine on which GPU a renderer runs.
struct GraphicsMachine {
  /// Kernel drivers of the render nodes in /dev/dri, such as "i915" and "nvidia".
  std::vector<std::string> render_drivers{};
  /// Windows Subsystem for Linux.
  bool is_wsl = false;
  bool is_container = false;
  /// NVIDIA_DRIVER_CAPABILITIES, which selects the parts of the driver in a container; empty if it is not set.
  std::string driver_capabilities{};
  /// Files of NVIDIA's driver for OpenGL in windows, for EGL and for Vulkan; nullopt if they are not installed.
  std::optional<std::filesystem::path> glx_library{};
  std::optional<std::filesystem::path> egl_vendor{};
  std::optional<std::filesystem::path> vulkan_driver{};
};

/// Inspects this machine. `root` replaces "/", so that tests can provide a different one.
[[nodiscard]] GraphicsMachine find_graphics_machine(const std::filesystem::path& root = "/");

/// The API of the renderer: OpenGL through a window's GLX or EGL, OpenGL through EGL alone, or Vulkan.
enum class GraphicsApi : unsigned char { gl_window, egl, vulkan };

/// The GPU of a renderer, and that of the kernels.
struct GraphicsPlacement {
  GraphicsApi api = GraphicsApi::gl_window;
  /// Vendor and name as the renderer reports them; for Vulkan, the driver and the device.
  std::string vendor{};
  std::string renderer{};
  bool is_software = false;
  /// GL_DEVICE_UUID_EXT or VkPhysicalDeviceIDProperties::deviceUUID, if reported.
  std::optional<std::array<std::uint8_t, 16>> uuid{};
  /// Name and UUID (cuDeviceGetUuid) of the CUDA device.
  std::string device_name{};
  std::array<std::uint8_t, 16> device_uuid{};
};

/// Why kernels and renderer do not share memory, and a remedy.
struct PlacementCure {
  /// "OpenGL runs on Mesa Intel(R) UHD Graphics 620, kernels on NVIDIA GeForce MX150".
  std::string reason;
  /// The remedy as a sentence.
  std::string advice;
  /// Environment variables that make the program start on the GPU of the kernels; empty if they would not suffice.
  std::vector<std::pair<std::string, std::string>> variables;
};

/// Empty if both run on one GPU, or if the renderer is NVIDIA's and does not report its GPU. The rules are those of
/// NVIDIA's driver (README, "PRIME Render Offload"), of the container toolkit (NVIDIA_DRIVER_CAPABILITIES) and of
/// Mesa's D3D12.
[[nodiscard]] std::optional<PlacementCure> find_placement_cure(const GraphicsPlacement& placement,
                                                               const GraphicsMachine& machine);

/// "NAME=value NAME=value texelscope", in shell syntax.
[[nodiscard]] std::string command_with(const std::vector<std::pair<std::string, std::string>>& variables);

}  // namespace texelscope::app
