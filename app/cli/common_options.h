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

/// The options of every subcommand that runs something, as given.
struct CommonOptions {
  std::string device;
  std::string renderer = "gl";
  std::string trace;
  std::string fail;
  std::string fail_gl;
  /// Whether to tell what the devices made and never got back.
  bool tells_leaks = false;
  /// Whether --renderer takes "none" too; set before it is declared.
  bool may_have_no_renderer = false;

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

/// Those of a command that runs something on a device and a renderer.
void add_common_options(CommandOptions& command, CommonOptions& options);
/// --device alone, for commands that watch the devices themselves.
void add_device_option(CommandOptions& command, CommonOptions& options);
/// --renderer alone, likewise.
void add_renderer_option(CommandOptions& command, CommonOptions& options);
/// --set, many times.
void add_settings(CommandOptions& command, std::vector<std::string>& settings);

/// What `read` makes of the value of an option. @throws UsageError, naming the option, for InvalidArgument.
template <class Read>
auto option_value(const std::string& option, Read&& read) {
  try {
    return read();
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(option + ": " + error.what());
  }
}

/// @throws UsageError for one of `names` that is none of those that are known: "there is no lesson 'x'; did you mean
/// …".
void require_known(std::span<const std::string> names, std::span<const std::string_view> known, std::string_view kind,
                   const std::string& place = "");

/// Leaves those that are named, in their order; all where no name is given. @throws UsageError as require_known().
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

/// What completes the order of an array's axes.
[[nodiscard]] std::vector<Word> order_words();

/// Takes --set texts apart at their first '='. @throws UsageError for one without.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> settings_option(const std::vector<std::string>& texts);

/// A run whose devices, and whose calls of the renderer on this thread, are traced, failing and counted as the command
/// line asks. Made before the first device, and ended, by finish() or fail(), when everything made from the devices is
/// gone.
class ObservedRun {
 public:
  /// `watches_objects` where the run shows what is alive on its devices. @throws UsageError for a call that there is
  /// not, FileError for a trace that cannot be written.
  explicit ObservedRun(const CommonOptions& options, bool watches_objects = false);
  ~ObservedRun();
  ObservedRun(const ObservedRun&) = delete;
  ObservedRun& operator=(const ObservedRun&) = delete;

  /// For every device that the run opens.
  [[nodiscard]] const Observation& observation() const;
  /// Writes the trace. @throws RunError when a cleanup failed or something leaked; FileError.
  void finish();
  /// The same in the handler of what the run threw, which is thrown again, with what leaked.
  [[noreturn]] void fail();

 private:
  [[noreturn]] void throw_with_leaks(const std::exception_ptr& error) const;

  struct State;
  std::unique_ptr<State> state_;
};

/// An ObservedRun of `work`, with the options of its devices. @throws what `work` throws, and as ObservedRun.
void run_observed(const CommonOptions& options, const std::function<void(const gpu::DeviceOptions&)>& work);

/// Opens the device of --device, and prints which one where the program chose it. @throws gpu::Error.
[[nodiscard]] gpu::Device open_device(const CommonOptions& options, const gpu::DeviceOptions& device_options);
/// The same with the renderer of --renderer. @throws render::Error too.
[[nodiscard]] DeviceOffscreenRenderer open_renderer(const CommonOptions& options,
                                                    const gpu::DeviceOptions& device_options);

}  // namespace texelscope::app
