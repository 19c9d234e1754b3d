#include "app/device/graphics_placement.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::Environment;
using tests::TemporaryFolder;
using Variables = std::vector<std::pair<std::string, std::string>>;

testing::AssertionResult says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos
             ? testing::AssertionSuccess()
             : testing::AssertionFailure() << "'" << text << "' lacks '" << part << "'";
}

constexpr std::array<std::uint8_t, 16> nvidia_uuid{1, 2, 3};
constexpr std::array<std::uint8_t, 16> intel_uuid{9, 9};

GraphicsPlacement on_intel(GraphicsApi api) {
  return {.api = api,
          .vendor = "Intel",
          .renderer = "Mesa Intel(R) UHD Graphics 620 (KBL GT2)",
          .uuid = intel_uuid,
          .device_name = "NVIDIA GeForce MX150",
          .device_uuid = nvidia_uuid};
}

GraphicsPlacement in_software(GraphicsApi api) {
  GraphicsPlacement placement = on_intel(api);
  placement.vendor = "Mesa";
  placement.renderer = "llvmpipe (LLVM 19.1.7, 256 bits)";
  placement.uuid.reset();
  placement.is_software = true;
  return placement;
}

/// A laptop with a complete NVIDIA driver.
GraphicsMachine laptop() {
  return {.render_drivers = {"i915", "nvidia"},
          .glx_library = "/usr/lib/x86_64-linux-gnu/libGLX_nvidia.so.0",
          .egl_vendor = "/usr/share/glvnd/egl_vendor.d/10_nvidia.json",
          .vulkan_driver = "/usr/share/vulkan/icd.d/nvidia_icd.json"};
}

TEST(GraphicsPlacement, NeedsNoRemedyIfBothRunOnOneGpu) {
  GraphicsPlacement placement = on_intel(GraphicsApi::gl_window);
  placement.vendor = "NVIDIA Corporation";
  placement.uuid = nvidia_uuid;
  EXPECT_FALSE(find_placement_cure(placement, laptop()));
  placement.uuid.reset();
  EXPECT_FALSE(find_placement_cure(placement, laptop())) << "NVIDIA's OpenGL may report no UUID";
}

TEST(GraphicsPlacement, OffloadsAWindowToTheOtherGpu) {
  const auto cure = find_placement_cure(on_intel(GraphicsApi::gl_window), laptop());
  ASSERT_TRUE(cure);
  EXPECT_EQ(cure->reason, "OpenGL runs on Mesa Intel(R) UHD Graphics 620 (KBL GT2), kernels on NVIDIA GeForce MX150");
  EXPECT_EQ(cure->variables, (Variables{{"__NV_PRIME_RENDER_OFFLOAD", "1"}, {"__GLX_VENDOR_LIBRARY_NAME", "nvidia"}}));
  EXPECT_EQ(command_with(cure->variables), "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia texelscope");
  EXPECT_TRUE(says(cure->advice, command_with(cure->variables)));
}

TEST(GraphicsPlacement, NamesNvidiasFilesToEglAndVulkan) {
  const auto egl = find_placement_cure(in_software(GraphicsApi::egl), laptop());
  ASSERT_TRUE(egl);
  EXPECT_EQ(egl->variables, (Variables{{"__EGL_VENDOR_LIBRARY_FILENAMES", laptop().egl_vendor->string()}}));
  EXPECT_TRUE(says(egl->reason, "(software)"));
  const auto vulkan = find_placement_cure(on_intel(GraphicsApi::vulkan), laptop());
  ASSERT_TRUE(vulkan);
  EXPECT_TRUE(says(vulkan->reason, "Vulkan runs on"));
  EXPECT_EQ(vulkan->variables.back(),
            (std::pair<std::string, std::string>{"VK_DRIVER_FILES", laptop().vulkan_driver->string()}));
}

TEST(GraphicsPlacement, ReportsWhatToInstallIfTheDriverLacksThePart) {
  GraphicsMachine machine = laptop();
  machine.glx_library.reset();
  machine.egl_vendor.reset();
  machine.vulkan_driver.reset();
  for (const auto& [api, name] : {std::pair{GraphicsApi::gl_window, "install NVIDIA's libGLX_nvidia.so.0"},
                                  {GraphicsApi::egl, "10_nvidia.json"},
                                  {GraphicsApi::vulkan, "nvidia_icd.json"}}) {
    const auto cure = find_placement_cure(in_software(api), machine);
    ASSERT_TRUE(cure) << name;
    EXPECT_TRUE(says(cure->advice, name));
    EXPECT_TRUE(cure->variables.empty()) << "starting it again would not help";
  }
}

TEST(GraphicsPlacement, NamesTheCapabilityThatAContainerLacks) {
  GraphicsMachine machine;
  machine.is_container = true;
  machine.driver_capabilities = "compute,utility";
  const auto lacking = find_placement_cure(in_software(GraphicsApi::egl), machine);
  ASSERT_TRUE(lacking);
  EXPECT_TRUE(says(lacking->advice, "NVIDIA_DRIVER_CAPABILITIES=all"));
  machine.driver_capabilities = "graphics,compute";
  EXPECT_TRUE(says(find_placement_cure(in_software(GraphicsApi::egl), machine)->advice, "install "));
}

TEST(GraphicsPlacement, DrawsWithD3D12UnderWsl) {
  GraphicsMachine machine = laptop();
  machine.is_wsl = true;
  const auto software = find_placement_cure(in_software(GraphicsApi::gl_window), machine);
  ASSERT_TRUE(software);
  EXPECT_EQ(software->variables,
            (Variables{{"GALLIUM_DRIVER", "d3d12"}, {"MESA_D3D12_DEFAULT_ADAPTER_NAME", "NVIDIA"}}));
  GraphicsPlacement on_gpu = on_intel(GraphicsApi::gl_window);
  on_gpu.vendor = "Microsoft Corporation";
  on_gpu.renderer = "D3D12 (NVIDIA GeForce RTX 4070)";
  const auto shared = find_placement_cure(on_gpu, machine);
  ASSERT_TRUE(shared);
  EXPECT_TRUE(shared->variables.empty());
  EXPECT_TRUE(says(shared->advice, "through the host"));
}

TEST(GraphicsPlacement, DistinguishesTwoGpusOfNvidia) {
  GraphicsPlacement placement = on_intel(GraphicsApi::gl_window);
  placement.vendor = "NVIDIA Corporation";
  const auto cure = find_placement_cure(placement, laptop());
  ASSERT_TRUE(cure);
  EXPECT_TRUE(says(cure->advice, "--device cuda:N"));
  EXPECT_TRUE(cure->variables.empty());
}

TEST(GraphicsMachine, IsReadFromTheFilesOfTheSystem) {
  const TemporaryFolder root;
  for (const auto& [node, driver] : {std::pair{"renderD128", "i915"}, {"renderD129", "nvidia"}}) {
    const fs::path device = root / "sys/class/drm" / node / "device";
    fs::create_directories(device);
    fs::create_symlink(fs::path("../../../../bus/pci/drivers") / driver, device / "driver");
  }
  fs::create_directories(root / "sys/class/drm/card0");
  fs::create_directories(root / "usr/share/vulkan/icd.d");
  root.write("usr/share/vulkan/icd.d/nvidia_icd.json", "{}");
  root.write(".dockerenv", "");
  const Environment capabilities("NVIDIA_DRIVER_CAPABILITIES", "compute");
  const GraphicsMachine machine = find_graphics_machine(root / "");
  EXPECT_EQ(machine.render_drivers, (std::vector<std::string>{"i915", "nvidia"}));
  EXPECT_EQ(machine.vulkan_driver, "/usr/share/vulkan/icd.d/nvidia_icd.json");
  EXPECT_FALSE(machine.egl_vendor);
  EXPECT_TRUE(machine.is_container);
  EXPECT_FALSE(machine.is_wsl);
  EXPECT_EQ(machine.driver_capabilities, "compute");
  fs::create_directories(root / "proc/sys/kernel");
  root.write("proc/sys/kernel/osrelease", "6.6.87.2-microsoft-standard-WSL2\n");
  EXPECT_TRUE(find_graphics_machine(root / "").is_wsl);
}

}  // namespace
}  // namespace texelscope::app
