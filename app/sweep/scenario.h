#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// What a scenario may use.
struct SweepSetup {
  gpu::Device device;
  /// For further devices, so that their calls count too.
  gpu::DeviceOptions options;
  /// Of the GL context that is current on this thread; empty for a scenario that needs none.
  gpu::GLLoader loader;
};

/// A piece of the program's work, set up.
class SweepWork {
 public:
  virtual ~SweepWork() = default;

  /// Does the work and waits for it. Returns what came out: the same bytes each time, on every device, also after a run
  /// that failed. @throws gpu::Error.
  [[nodiscard]] virtual std::vector<std::byte> run() = 0;
};

/// What a sweep fails each call of. A scenario is one file with one declaration, and a line in registry.cpp.
struct SweepScenario {
  /// As in --scenario NAME.
  std::string name;
  /// What it does, in a line.
  std::string title;
  bool needs_gl = false;
  /// @throws gpu::Error.
  std::function<std::unique_ptr<SweepWork>(const SweepSetup& setup)> make;
};

/// Work that keeps nothing from one run to the next.
[[nodiscard]] std::unique_ptr<SweepWork> make_work(std::function<std::vector<std::byte>()> run);

}  // namespace texelscope::app
