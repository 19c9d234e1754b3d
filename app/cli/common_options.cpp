#include "app/cli/common_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>

#include "app/cli/exit_code.h"
#include "app/device/observation.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/interop/observation/renderer_calls.h"
#include "app/text/option_text.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// One error for a run: the first thing that went wrong, and what it left behind.
[[noreturn]] void fail_run(const std::exception_ptr& error, const std::string& leaks) {
  if (leaks.empty()) {
    std::rethrow_exception(error);
  }
  std::string text = "leaked: " + leaks;
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& cause) {
    text = fmt::format("{}; {}", cause.what(), text);
  }
  throw RunError(text);
}

}  // namespace

std::optional<gpu::DeviceId> CommonOptions::device_id() const {
  if (device.empty()) {
    return std::nullopt;
  }
  const std::optional<gpu::DeviceId> id = gpu::device_id_from_string(device);
  if (!id) {
    throw UsageError(fmt::format("there is no device '{}'; use cpu, cuda or cuda:N", device));
  }
  return id;
}

std::optional<gpu::Fault> CommonOptions::fault() const {
  try {
    return fail.empty() ? std::nullopt : std::optional(gpu::fault_from_string(fail));
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(fmt::format("--fail cannot be '{}': {}", fail, error.what()));
  }
}

std::optional<RendererFault> CommonOptions::renderer_fault() const {
  try {
    return fail_gl.empty() ? std::nullopt : std::optional(renderer_fault_from_string(fail_gl));
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(fmt::format("--fail-gl cannot be '{}': {}", fail_gl, error.what()));
  }
}

RendererKind CommonOptions::renderer_kind() const {
  if (renderer == "vulkan") {
    return RendererKind::vulkan;
  }
  if (renderer != "gl") {
    throw UsageError(fmt::format("there is no renderer '{}'; use gl or vulkan", renderer));
  }
  return RendererKind::gl;
}

void CommonOptions::require_gl() const {
  if (renderer_kind() != RendererKind::gl) {
    throw RunError("renderer vulkan is not available for this command; use --renderer gl");
  }
}

void add_device_option(CLI::App& command, CommonOptions& options) {
  command.add_option("--device", options.device, "cpu, cuda or cuda:N; without it, cuda where it works, else cpu")
      ->type_name("DEVICE");
}

void add_renderer_option(CLI::App& command, CommonOptions& options) {
  command.add_option("--renderer", options.renderer, "gl or vulkan; without it, gl")->type_name("RENDERER");
}

void add_common_options(CLI::App& command, CommonOptions& options) {
  add_device_option(command, options);
  add_renderer_option(command, options);
  command
      .add_option("--trace", options.trace,
                  "write every call of the driver and the renderer as Chrome's trace events (chrome://tracing)")
      ->type_name("F.json");
  command
      .add_option("--fail", options.fail,
                  "fail a driver call, to see how errors end: 7 is the seventh, cuMemcpyAsync:2 the second of that "
                  "function, with =719 or =launch_failed another error than out_of_memory")
      ->type_name("CALL[=STATUS]");
  command
      .add_option("--fail-gl", options.fail_gl, "the same for the renderer: 7, glTextureStorage2D or eglInitialize:2")
      ->type_name("CALL");
  command.add_flag("--leaks", options.tells_leaks, "fail when an object of the device is left over, and tell whose");
}

std::pair<int, int> size_option(const std::string& text) {
  constexpr std::uint64_t largest = 16384;
  const std::size_t cross = std::min(text.find('x'), text.size());
  const auto extent = [&](std::string_view part) {
    const std::uint64_t value = number_from(part).value_or(0);
    return value <= largest ? static_cast<int>(value) : 0;
  };
  const int width = extent(std::string_view(text).substr(0, cross));
  const int height = extent(std::string_view(text).substr(std::min(cross + 1, text.size())));
  if (width < 1 || height < 1) {
    throw UsageError(
        fmt::format("--size cannot be '{}': give WxH with 1 to {} pixels each, such as 1280x720", text, largest));
  }
  return {width, height};
}

std::vector<std::pair<std::string, std::string>> settings_option(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("--set cannot be '{}': give name=value, such as --set zoom=2", text));
    }
    settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return settings;
}

namespace {

void watch(const CommonOptions& options, bool watches_objects, const std::function<void(const Observation&)>& work) {
  ObservationOptions observed;
  observed.fail = options.fault();
  observed.watches_objects = watches_objects;
  const std::optional<RendererFault> renderer_fault = options.renderer_fault();
  if (!options.trace.empty()) {
    observed.trace = options.trace;
    require_writable(*observed.trace);
  }
  const Observation observation(std::move(observed), [](std::string_view text) { print_warning(std::string(text)); });
  const RendererCalls renderer_calls(observation.trace(), renderer_fault);
  std::exception_ptr error;
  try {
    work(observation);
  } catch (...) {
    error = std::current_exception();
  }
  if (const std::string cleanup = observation.cleanup_error(); !error && !cleanup.empty()) {
    error = std::make_exception_ptr(RunError(cleanup));
  }
  try {
    observation.write_trace();
  } catch (const FileError&) {
    error = error ? error : std::current_exception();
  }
  const std::string leaks = observation.leaks();
  if (error) {
    fail_run(error, leaks);
  }
  if (!leaks.empty()) {
    throw RunError("leaked: " + leaks + "; report this");
  }
}

}  // namespace

void run_observed(const CommonOptions& options, const std::function<void(const gpu::DeviceOptions&)>& work) {
  watch(options, options.tells_leaks, [&](const Observation& observation) { work(observation.device_options()); });
}

void run_watched(const CommonOptions& options, const std::function<void(const Observation&)>& work) {
  watch(options, true, work);
}

CLI::Option* add_settings(CLI::App& command, std::vector<std::string>& settings) {
  return command.add_option("--set", settings, "set a parameter of the scene; can be given many times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

}  // namespace texelscope::app
