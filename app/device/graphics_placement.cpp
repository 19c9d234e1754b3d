#include "app/device/graphics_placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <string_view>
#include <system_error>

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// The first of these files that exists below `root`.
std::optional<fs::path> find_first(const fs::path& root, std::initializer_list<std::string_view> files) {
  for (const std::string_view file : files) {
    std::error_code error;
    if (fs::exists(root / file, error)) {
      return fs::path("/") / file;
    }
  }
  return std::nullopt;
}

std::vector<std::string> find_render_drivers(const fs::path& root) {
  std::vector<std::string> drivers;
  std::error_code error;
  for (const fs::directory_entry& node : fs::directory_iterator(root / "sys/class/drm", error)) {
    if (node.path().filename().string().starts_with("renderD")) {
      const fs::path driver = fs::read_symlink(node.path() / "device/driver", error);
      drivers.push_back(driver.empty() ? "unknown" : driver.filename().string());
    }
  }
  std::ranges::sort(drivers);
  return drivers;
}

bool names_microsoft(const fs::path& root) {
  std::ifstream file(root / "proc/sys/kernel/osrelease");
  std::string release;
  std::getline(file, release);
  return release.find("microsoft") != std::string::npos;
}

std::string_view api_name(GraphicsApi api) { return api == GraphicsApi::vulkan ? "Vulkan" : "OpenGL"; }

bool is_nvidias(const GraphicsPlacement& placement) { return placement.vendor.starts_with("NVIDIA"); }

bool is_same_gpu(const GraphicsPlacement& placement) {
  if (placement.is_software) {
    return false;
  }
  return placement.uuid ? *placement.uuid == placement.device_uuid : is_nvidias(placement);
}

/// The part of NVIDIA's driver that an API needs: its file, if it exists, and the package that contains it.
struct DriverPart {
  const std::optional<fs::path>& file;
  std::string_view package;
};

DriverPart part_of(GraphicsApi api, const GraphicsMachine& machine) {
  switch (api) {
    case GraphicsApi::gl_window:
      return {machine.glx_library, "NVIDIA's libGLX_nvidia.so.0 (Debian: nvidia-driver, Ubuntu: libnvidia-gl)"};
    case GraphicsApi::egl:
      return {machine.egl_vendor, "NVIDIA's 10_nvidia.json for EGL (Debian: nvidia-egl-icd, Ubuntu: libnvidia-gl)"};
    case GraphicsApi::vulkan:
      break;
  }
  return {machine.vulkan_driver,
          "NVIDIA's nvidia_icd.json for Vulkan (Debian: nvidia-vulkan-icd, Ubuntu: libnvidia-gl)"};
}

std::vector<std::pair<std::string, std::string>> offload_variables(GraphicsApi api, const GraphicsMachine& machine) {
  switch (api) {
    case GraphicsApi::gl_window:
      return {{"__NV_PRIME_RENDER_OFFLOAD", "1"}, {"__GLX_VENDOR_LIBRARY_NAME", "nvidia"}};
    case GraphicsApi::egl:
      return {{"__EGL_VENDOR_LIBRARY_FILENAMES", machine.egl_vendor->string()}};
    case GraphicsApi::vulkan:
      break;
  }
  // Older loaders only recognize the first name.
  return {{"VK_ICD_FILENAMES", machine.vulkan_driver->string()}, {"VK_DRIVER_FILES", machine.vulkan_driver->string()}};
}

/// Whether a container was given the driver without its graphics parts.
bool lacks_capability(const GraphicsMachine& machine) {
  constexpr std::array drawing = {"all", "graphics", "display"};
  return machine.is_container && std::ranges::none_of(drawing, [&](std::string_view name) {
           return machine.driver_capabilities.find(name) != std::string::npos;
         });
}

}  // namespace

GraphicsMachine find_graphics_machine(const fs::path& root) {
  const char* const capabilities = std::getenv("NVIDIA_DRIVER_CAPABILITIES");
  return {
      .render_drivers = find_render_drivers(root),
      .is_wsl = find_first(root, {"dev/dxg"}).has_value() || names_microsoft(root),
      .is_container = find_first(root, {".dockerenv", "run/.containerenv"}).has_value(),
      .driver_capabilities = capabilities != nullptr ? capabilities : "",
      .glx_library = find_first(
          root, {"usr/lib/x86_64-linux-gnu/libGLX_nvidia.so.0", "usr/lib/aarch64-linux-gnu/libGLX_nvidia.so.0",
                 "usr/lib64/libGLX_nvidia.so.0", "usr/lib/libGLX_nvidia.so.0"}),
      .egl_vendor =
          find_first(root, {"usr/share/glvnd/egl_vendor.d/10_nvidia.json", "etc/glvnd/egl_vendor.d/10_nvidia.json"}),
      .vulkan_driver = find_first(root, {"usr/share/vulkan/icd.d/nvidia_icd.json", "etc/vulkan/icd.d/nvidia_icd.json",
                                         "usr/share/vulkan/icd.d/nvidia_icd.x86_64.json"})};
}

std::optional<PlacementCure> find_placement_cure(const GraphicsPlacement& placement, const GraphicsMachine& machine) {
  if (is_same_gpu(placement)) {
    return std::nullopt;
  }
  PlacementCure cure{
      .reason = fmt::format("{} runs on {}{}, kernels on {}", api_name(placement.api), placement.renderer,
                            placement.is_software ? " (software)" : "", placement.device_name),
      .advice = {},
      .variables = {}};
  if (is_nvidias(placement) && !placement.is_software) {
    cure.advice = "two NVIDIA GPUs: select the GPU for kernels with --device cuda:N; texelscope doctor lists them";
    return cure;
  }
  if (machine.is_wsl) {
    if (placement.is_software && placement.api != GraphicsApi::vulkan) {
      cure.variables = {{"GALLIUM_DRIVER", "d3d12"}, {"MESA_D3D12_DEFAULT_ADAPTER_NAME", "NVIDIA"}};
      cure.advice = fmt::format("to render on the GPU: {}; under WSL, frames are still copied through the host",
                                command_with(cure.variables));
    } else {
      cure.advice = "CUDA under WSL cannot share images: frames are copied through the host";
    }
    return cure;
  }
  const DriverPart part = part_of(placement.api, machine);
  if (!part.file) {
    cure.advice = lacks_capability(machine)
                      ? fmt::format(
                            "the container lacks {}: start it with NVIDIA_DRIVER_CAPABILITIES=all (docker run --gpus "
                            "all -e NVIDIA_DRIVER_CAPABILITIES=all)",
                            part.package)
                      : fmt::format("install {}", part.package);
    return cure;
  }
  cure.variables = offload_variables(placement.api, machine);
  cure.advice = fmt::format("to run on the other GPU: {}", command_with(cure.variables));
  return cure;
}

std::string command_with(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::string command;
  for (const auto& [name, value] : variables) {
    command += fmt::format("{}={} ", name, value);
  }
  return command + "texelscope";
}

}  // namespace texelscope::app
