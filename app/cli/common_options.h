#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/device/observation.h"
#include "app/device/renderer_fault.h"
#include "app/device/renderer_kind.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/fault_injector.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace texelscope::app {

/// The options of every subcommand that runs something, as given.
struct CommonOptions {
  std::string device;
  std::string renderer = "gl";
  std::string trace;
  std::string fail;
  std::string fail_gl;
  /// Whether to tell what the devices made and never got back.
  bool tells_leaks = false;

  /// @throws UsageError for a text that names no device.
  [[nodiscard]] std::optional<gpu::DeviceId> device_id() const;
  /// @throws UsageError for a text that names no call.
  [[nodiscard]] std::optional<gpu::Fault> fault() const;
  [[nodiscard]] std::optional<RendererFault> renderer_fault() const;
  /// @throws UsageError for an unknown renderer.
  [[nodiscard]] RendererKind renderer_kind() const;
  /// For a command that has no other. @throws UsageError for an unknown renderer, RunError for vulkan.
  void require_gl() const;
};

void add_common_options(CLI::App& command, CommonOptions& options);
/// --device alone, for commands that watch the devices themselves.
void add_device_option(CLI::App& command, CommonOptions& options);
/// --renderer alone, likewise.
void add_renderer_option(CLI::App& command, CommonOptions& options);

/// "WxH", each 1–16384. @throws UsageError.
[[nodiscard]] std::pair<int, int> size_option(const std::string& text);

/// Takes --set texts apart at their first '='. @throws UsageError for one without.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> settings_option(const std::vector<std::string>& texts);

/// Runs `work` with the options of its devices: traced, failing and counted as the command line asks, and the
/// renderer's calls of this thread likewise. Everything made from the devices must be gone when `work` returns or
/// throws.
/// @throws what `work` throws; RunError when a cleanup failed or something leaked.
void run_observed(const CommonOptions& options, const std::function<void(const gpu::DeviceOptions&)>& work);
/// The same for work that shows what is alive on its devices.
void run_watched(const CommonOptions& options, const std::function<void(const Observation&)>& work);

/// Adds --set, many times.
CLI::Option* add_settings(CLI::App& command, std::vector<std::string>& settings);

}  // namespace texelscope::app
