#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/device/renderer_kind.h"
#include "app/interop/shared/shared_image.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The resources of a scenario.
struct SweepSetup {
  gpu::Device device;
  /// The options for further devices, so that their calls count, too.
  gpu::DeviceOptions options;
  /// Shares images of the scenario's renderer with a device; empty if it needs none.
  std::function<std::shared_ptr<const ImageSharing>(const gpu::Device& device)> share;
};

/// Runs the work of a scenario after its setup, waits for it, and returns its result: the same bytes each time, on
/// every device, even after a failed run. @throws gpu::Error.
using SweepWork = std::function<std::vector<std::byte>()>;

/// Work whose calls a sweep makes fail. The scenarios of a file are declared below, and listed in registry.cpp.
struct SweepScenario {
  /// The NAME of --scenario.
  std::string name;
  /// A description in one line.
  std::string title;
  /// None for work without a renderer.
  std::optional<RendererKind> renderer;
  /// @throws gpu::Error.
  std::function<SweepWork(const SweepSetup& setup)> make;
};

/// A scenario without a renderer that repeats all its work with the device in each run.
template <class Run>
[[nodiscard]] SweepScenario device_scenario(std::string name, std::string title, Run run) {
  return {std::move(name), std::move(title), std::nullopt,
          [run](const SweepSetup& setup) { return [device = setup.device, run] { return run(device); }; }};
}

/// The bytes of a host buffer.
[[nodiscard]] std::vector<std::byte> bytes_of(const gpu::Buffer& buffer);

// The scenarios of each file, defined at its end.
std::vector<SweepScenario> object_scenarios();
std::vector<SweepScenario> memory_scenarios();
std::vector<SweepScenario> copy_scenarios();
std::vector<SweepScenario> graph_scenarios();
std::vector<SweepScenario> kernel_scenarios();
std::vector<SweepScenario> interprocess_scenarios();
std::vector<SweepScenario> texture_scenarios();
std::vector<SweepScenario> frame_scenarios();
std::vector<SweepScenario> acquisition_scenarios();
std::vector<SweepScenario> resize_scenarios();
std::vector<SweepScenario> device_switch_scenarios();

}  // namespace texelscope::app
