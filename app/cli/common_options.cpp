#include "app/cli/common_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <exception>

#include "app/cli/exit_code.h"
#include "app/core/file.h"
#include "app/core/image_file.h"
#include "app/core/observation.h"

namespace texelscope::app {
namespace {

std::optional<std::uint64_t> number_from(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

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

std::optional<std::uint64_t> CommonOptions::failing_call() const {
  return fail.empty() ? std::nullopt : std::optional(number_option("--fail", fail, 1, UINT64_MAX));
}

void CommonOptions::require_renderer() const {
  if (renderer == "vulkan") {
    throw RunError("renderer vulkan is not available in this build; use --renderer gl");
  }
  if (renderer != "gl") {
    throw UsageError(fmt::format("there is no renderer '{}'; use gl", renderer));
  }
}

void add_common_options(CLI::App& command, CommonOptions& options) {
  command.add_option("--device", options.device, "cpu, cuda or cuda:N; without it, cuda where it works, else cpu")
      ->type_name("DEVICE");
  command.add_option("--renderer", options.renderer, "gl or vulkan; without it, gl")->type_name("RENDERER");
  command.add_option("--trace", options.trace, "write every driver call as Chrome's trace events (chrome://tracing)")
      ->type_name("F.json");
  command.add_option("--fail", options.fail, "fail driver call number N, the first is 1: to see how errors end")
      ->type_name("N");
  command.add_flag("--leaks", options.tells_leaks, "fail when an object of the device is left over, and tell whose");
}

std::uint64_t number_option(const std::string& option, const std::string& text, std::uint64_t minimum,
                            std::uint64_t maximum) {
  const std::optional<std::uint64_t> number = number_from(text);
  if (!number || *number < minimum || *number > maximum) {
    throw UsageError(
        fmt::format("{} cannot be '{}': give a whole number from {} to {}", option, text, minimum, maximum));
  }
  return *number;
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

void run_observed(const CommonOptions& options, const std::function<void(const gpu::DeviceOptions&)>& work) {
  ObservationOptions observed;
  observed.fail = options.failing_call();
  observed.watches_objects = options.tells_leaks;
  if (!options.trace.empty()) {
    observed.trace = options.trace;
    require_writable(*observed.trace);
  }
  const Observation observation(std::move(observed), [](std::string_view text) { print_warning(std::string(text)); });
  std::exception_ptr error;
  try {
    work(observation.device_options());
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

}  // namespace texelscope::app
