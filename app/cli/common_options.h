#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/exit_code.h"
#include "app/device/observation.h"
#include "app/device/renderer_fault.h"
#include "app/device/renderer_kind.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"

namespace texelscope::app {

struct DeviceOffscreenRenderer;

/// The options of every subcommand that runs something, as specified.
struct CommonOptions {
  std::string device;
  std::string renderer = "gl";
  std::string trace;
  std::string fail;
  std::string fail_gl;
  /// Whether to report leaked device objects.
  bool tells_leaks = false;
  /// Whether --renderer accepts "none", too; set before the declaration.
  bool may_have_no_renderer = false;

  /// @throws UsageError for an invalid device.
  [[nodiscard]] std::optional<gpu::DeviceId> device_id() const;
  /// @throws UsageError for an invalid call.
  [[nodiscard]] std::optional<gpu::Fault> fault() const;
  [[nodiscard]] std::optional<RendererFault> renderer_fault() const;
  /// @throws UsageError for an unknown renderer.
  [[nodiscard]] RendererKind renderer_kind() const;
  /// Requires GL, for a command that supports no other renderer. @throws UsageError for an unknown renderer, RunError
  /// for vulkan.
  void require_gl() const;
};

/// The options of a command that uses a device and a renderer.
void add_common_options(CommandOptions& command, CommonOptions& options);

/// The options of a command that takes only these and --json.
struct DeviceCommandOptions {
  CommonOptions common;
  bool is_json = false;
};
inline void declare_device_command(CommandOptions& command, DeviceCommandOptions& options) {
  command.json(options.is_json);
  add_common_options(command, options.common);
}

/// Adds only --device, for commands that observe the devices themselves.
void add_device_option(CommandOptions& command, CommonOptions& options);
/// Adds only --renderer, likewise.
void add_renderer_option(CommandOptions& command, CommonOptions& options);
/// --set, repeatable.
void add_settings(CommandOptions& command, std::vector<std::string>& settings);

/// The result of `read` for the value of an option. @throws UsageError that names the option, for InvalidArgument.
template <class Read>
auto option_value(const std::string& option, Read&& read) {
  try {
    return read();
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(option + ": " + error.what());
  }
}

/// @throws UsageError if one of `names` is not known: "unknown lesson 'x'; did you mean …".
void require_known(std::span<const std::string> names, std::span<const std::string_view> known, std::string_view kind,
                   const std::string& place = "");

/// Keeps only the named elements, in their order; all if no name is specified. @throws UsageError like require_known().
template <class Element>
void keep_named(std::vector<Element>& elements, const std::vector<std::string>& names, std::string_view kind,
                const std::string& place = "") {
  std::vector<std::string_view> known;
  std::ranges::transform(elements, std::back_inserter(known), &Element::name);
  require_known(names, known, kind, place);
  std::erase_if(elements, [&](const Element& element) {
    return !names.empty() && std::ranges::find(names, element.name) == names.end();
  });
}

/// The completions for an axis order.
[[nodiscard]] std::vector<Word> order_words();

/// Splits the values of --set at their first '='. @throws UsageError for a value without '='.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> settings_option(const std::vector<std::string>& texts);

/// A run whose devices and renderer calls on this thread are traced, made to fail and checked for leaks as the command
/// line requests. Created before the first device, and ended by finish() or fail() once everything created from the
/// devices is destroyed.
class ObservedRun {
 public:
  /// `watches_objects`: whether the run displays the live objects of its devices. @throws UsageError for an invalid
  /// call, FileError for a trace that cannot be written.
  explicit ObservedRun(const CommonOptions& options, bool watches_objects = false);
  ~ObservedRun();
  ObservedRun(const ObservedRun&) = delete;
  ObservedRun& operator=(const ObservedRun&) = delete;

  /// The observation to pass to every device that the run opens.
  [[nodiscard]] const Observation& observation() const;
  /// Writes the trace. @throws RunError if a cleanup failed or something leaked; FileError.
  void finish();
  /// Like finish(), but called in the handler of an exception, which is rethrown together with the leaks.
  [[noreturn]] void fail();

 private:
  [[noreturn]] void throw_with_leaks(const std::exception_ptr& error) const;

  struct State;
  std::unique_ptr<State> state_;
};

/// Runs `work` in an ObservedRun, with the options for its devices. @throws the errors of `work` and of ObservedRun.
void run_observed(const CommonOptions& options, const std::function<void(const gpu::DeviceOptions&)>& work);

/// Opens the device of --device, and prints a note if the program chose it. @throws gpu::Error.
[[nodiscard]] gpu::Device open_device(const CommonOptions& options, const gpu::DeviceOptions& device_options);
/// Opens the device of --device likewise, and the renderer of --renderer. @throws gpu::Error, render::Error.
[[nodiscard]] DeviceOffscreenRenderer open_renderer(const CommonOptions& options,
                                                    const gpu::DeviceOptions& device_options);

}  // namespace texelscope::app
