#include "app/cli/common_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>

#include "app/cli/output.h"
#include "app/device/device_choice.h"
#include "app/device/observation.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/interop/observation/renderer_calls.h"
#include "app/interop/offscreen_renderer.h"
#include "app/scenes/registry.h"
#include "app/text/nearest_name.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

/// The fault specified by an option; none if it is empty. @throws UsageError.
template <class Fault>
std::optional<Fault> fault_option(const char* option, const std::string& text, Fault (*read)(std::string_view)) {
  try {
    return text.empty() ? std::nullopt : std::optional(read(text));
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(fmt::format("{} cannot be '{}': {}", option, text, error.what()));
  }
}

ObservationOptions observation_options(const CommonOptions& options, const std::optional<gpu::Fault>& fault,
                                       bool watches_objects) {
  ObservationOptions observed;
  observed.fail = fault;
  observed.watches_objects = watches_objects;
  if (!options.trace.empty()) {
    observed.trace = options.trace;
    require_writable(*observed.trace);
  }
  return observed;
}

/// The parameters of the named scene as "name="; after a "name=", the possible values of that parameter.
std::vector<Word> setting_words(const TypedLine& line) {
  const SceneDeclaration* scene = &scenes().front();
  for (const std::string& word : line.before) {
    if (const SceneDeclaration* const named = find_scene(word)) {
      scene = named;
    }
  }
  std::vector<Word> words;
  for (const Parameter& parameter : scene->parameters()) {
    const std::string name = parameter.name + "=";
    if (!line.partial.starts_with(name)) {
      words.push_back({name, parameter.text});
    } else if (const auto* const choices = std::get_if<Choices>(&parameter.kind)) {
      std::ranges::transform(choices->names, std::back_inserter(words),
                             [&](const std::string& value) { return Word{name + value}; });
    } else if (std::holds_alternative<Toggle>(parameter.kind)) {
      words.push_back({name + "true"});
      words.push_back({name + "false"});
    }
  }
  return words;
}

}  // namespace

std::optional<gpu::DeviceId> CommonOptions::device_id() const {
  if (device.empty()) {
    return std::nullopt;
  }
  const std::optional<gpu::DeviceId> id = gpu::device_id_from_string(device);
  if (!id) {
    throw UsageError(fmt::format("unknown device '{}'; use cpu, cuda or cuda:N", device));
  }
  return id;
}

std::optional<gpu::Fault> CommonOptions::fault() const { return fault_option("--fail", fail, gpu::fault_from_string); }

std::optional<RendererFault> CommonOptions::renderer_fault() const {
  return fault_option("--fail-gl", fail_gl, renderer_fault_from_string);
}

RendererKind CommonOptions::renderer_kind() const {
  if (renderer == "vulkan") {
    return RendererKind::vulkan;
  }
  if (renderer != "gl") {
    throw UsageError(fmt::format("unknown renderer '{}'; use gl or vulkan", renderer));
  }
  return RendererKind::gl;
}

void CommonOptions::require_gl() const {
  if (renderer_kind() != RendererKind::gl) {
    throw RunError("this command does not support renderer vulkan; use --renderer gl");
  }
}

void add_device_option(CommandOptions& command, CommonOptions& options) {
  command.option("--device", "DEVICE", options.device, "cpu, cuda or cuda:N (default: cuda if it works, otherwise cpu)",
                 {.words = {{"cpu", "the reference device"}, {"cuda", "the first GPU"}}});
  command.check([&options] { static_cast<void>(options.device_id()); });
}

void add_renderer_option(CommandOptions& command, CommonOptions& options) {
  std::vector<Word> words{{"gl", "OpenGL"}, {"vulkan", "Vulkan"}};
  if (options.may_have_no_renderer) {
    words.push_back({"none", "golden frames without a renderer"});
  }
  command.option("--renderer", "RENDERER", options.renderer,
                 options.may_have_no_renderer ? "gl, vulkan, or none for frames without a renderer (default: gl)"
                                              : "gl or vulkan (default: gl)",
                 {.words = std::move(words)});
}

void add_common_options(CommandOptions& command, CommonOptions& options) {
  add_device_option(command, options);
  add_renderer_option(command, options);
  command.option("--trace", "F.json", options.trace,
                 "write all driver and renderer calls as Chrome trace events (chrome://tracing)",
                 {.path = PathUse::write});
  command.option("--fail", "CALL[=STATUS]", options.fail,
                 "make a driver call fail: 7 is the seventh call, cuMemcpyAsync:2 the second to that function; =719 "
                 "or =launch_failed replaces the error out_of_memory");
  command.option("--fail-gl", "CALL", options.fail_gl,
                 "make a renderer call fail: 7, glTextureStorage2D or eglInitialize:2");
  command.flag("--leaks", options.tells_leaks, "fail if a device object leaks, and name its owner");
}

void require_known(std::span<const std::string> names, std::span<const std::string_view> known, std::string_view kind,
                   const std::string& place) {
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) == known.end()) {
      throw UsageError(
          fmt::format("unknown {} '{}'{}; {}", kind, name, place, advise_names(name, known, fmt::format("{}s", kind))));
    }
  }
}

std::vector<Word> order_words() { return {{"C", "the last axis has stride 1"}, {"F", "the first axis has stride 1"}}; }

std::vector<std::pair<std::string, std::string>> settings_option(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("--set cannot be '{}': use name=value, such as --set zoom=2", text));
    }
    settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return settings;
}

struct ObservedRun::State {
  State(const CommonOptions& options, bool watches_objects)
      : fault{options.fault()},
        renderer_fault{options.renderer_fault()},
        observation{observation_options(options, fault, watches_objects), print_warning},
        renderer_calls{observation.trace(), renderer_fault} {}

  std::optional<gpu::Fault> fault;
  std::optional<RendererFault> renderer_fault;
  Observation observation;
  RendererCalls renderer_calls;
};

ObservedRun::ObservedRun(const CommonOptions& options, bool watches_objects)
    : state_{std::make_unique<State>(options, watches_objects || options.tells_leaks)} {}

ObservedRun::~ObservedRun() = default;

const Observation& ObservedRun::observation() const { return state_->observation; }

void ObservedRun::finish() {
  const std::string cleanup = state_->observation.cleanup_error();
  try {
    state_->observation.write_trace();
  } catch (const FileError&) {
    if (cleanup.empty()) {
      throw_with_leaks(std::current_exception());
    }
  }
  if (!cleanup.empty()) {
    throw_with_leaks(std::make_exception_ptr(RunError(cleanup)));
  }
  if (const std::string leaks = state_->observation.leaks(); !leaks.empty()) {
    throw RunError("leaked: " + leaks + "; please report this bug");
  }
}

void ObservedRun::fail() {
  const std::exception_ptr error = std::current_exception();
  try {
    state_->observation.write_trace();
  } catch (const FileError&) {
    // The error of the run takes precedence.
  }
  throw_with_leaks(error);
}

/// Combines the first error of a run with its leaks.
void ObservedRun::throw_with_leaks(const std::exception_ptr& error) const {
  const std::string leaks = state_->observation.leaks();
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

void run_observed(const CommonOptions& options, const std::function<void(const gpu::DeviceOptions&)>& work) {
  ObservedRun observed(options);
  try {
    work(observed.observation().device_options());
  } catch (...) {
    observed.fail();
  }
  observed.finish();
}

gpu::Device open_device(const CommonOptions& options, const gpu::DeviceOptions& device_options) {
  const ChosenDevice chosen = open_device(options.device_id(), device_options);
  if (!chosen.note.empty()) {
    print_note(chosen.note);
  }
  return chosen.device;
}

DeviceOffscreenRenderer open_renderer(const CommonOptions& options, const gpu::DeviceOptions& device_options) {
  return open_offscreen_renderer(options.renderer_kind(), options.device_id(), device_options, print_note);
}

void add_settings(CommandOptions& command, std::vector<std::string>& settings) {
  command.option("--set", "NAME=VALUE", settings, "set a scene parameter; repeatable", {.word_source = setting_words});
}

}  // namespace texelscope::app
