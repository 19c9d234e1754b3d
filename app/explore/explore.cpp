#include "app/explore/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/autosave.h"
#include "app/core/device_choice.h"
#include "app/core/favourites.h"
#include "app/core/nearest_name.h"
#include "app/core/observation.h"
#include "app/core/scene_input.h"
#include "app/core/session_file.h"
#include "app/core/tensor_file.h"
#include "app/core/tensor_lab.h"
#include "app/explore/gl_screen.h"
#include "app/explore/vulkan_screen.h"
#include "app/explore/window_icon.h"
#include "app/explore/window_loop.h"
#include "app/interop/headless_gl_images.h"
#include "app/interop/open_interop_tools.h"
#include "app/interop/renderer_calls.h"
#include "app/interop/shared_gl_images.h"
#include "app/panels/lab_registry.h"
#include "app/scenes/registry.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::size_t require_lab(const std::string& name) {
  std::vector<std::string_view> names;
  for (const LabDeclaration& lab : labs()) {
    if (lab.name == name) {
      return names.size();
    }
    names.push_back(lab.name);
  }
  throw ParameterError(fmt::format("there is no lab '{}'; {}", name, advise_names(name, names, "labs")));
}

TensorLab& tensor_lab(const State& state) {
  return dynamic_cast<TensorLab&>(*state.lab_states[require_lab("tensors")]);
}

/// Gives the tensor lab the caller's tensors, or a file of them, and opens it unless a lab or a scene is asked for.
void take_tensors(const ExploreOptions& options, State& state) {
  const bool has_tensor_file = options.image && is_tensor_file(*options.image);
  if (!options.tensors.empty()) {
    tensor_lab(state).show(options.tensors);
    if (options.tensor_view) {
      tensor_lab(state).view = *options.tensor_view;
    }
  } else if (has_tensor_file) {
    static_cast<void>(tensor_lab(state).take_file(*options.image));
  } else {
    return;
  }
  if (options.lab.empty() && options.scene == ExploreOptions{}.scene) {
    choose_lab(state, require_lab("tensors"));
  }
}

/// Whether nothing says what to begin with.
bool can_restore(const ExploreOptions& options) {
  return is_for_a_user(options) && !options.begins_afresh && !options.session && !options.image &&
         options.lab.empty() && options.settings.empty() && options.scene == ExploreOptions{}.scene;
}

/// Whether a session came back.
bool take_session_of(const ExploreOptions& options, State& state) {
  if (options.session) {
    load_session(*options.session, state);
    return true;
  }
  const auto file = find_autosave_file();
  return file && can_restore(options) && restore_autosave(*file, state);
}

void take_settings(const ExploreOptions& options, State& state) {
  const bool has_session = take_session_of(options, state);
  if (!has_session || options.scene != ExploreOptions{}.scene) {
    choose_scene(state, static_cast<std::size_t>(&require_scene(options.scene) - state.scenes.data()));
  }
  for (const auto& [name, text] : options.settings) {
    current_settings(state).values.set_from_text(name, text);
  }
  if (!options.lab.empty()) {
    choose_lab(state, require_lab(options.lab));
  }
  if (options.image) {
    state.requests.image.reset();
    state.requests.keeps_lab = false;
  }
  take_tensors(options, state);
}

/// The picture for the scenes; null where there is none. A tensor that no scene works on is not one: the tensor lab
/// shows it.
std::shared_ptr<const Image> load_picture(const ExploreOptions& options) {
  if (!options.image) {
    return nullptr;
  }
  try {
    return std::make_shared<const Image>(load_scene_input(*options.image));
  } catch (const std::exception&) {
    if (is_tensor_file(*options.image)) {
      return nullptr;
    }
    throw;
  }
}

std::string last_error(const Notices& notices) {
  const auto found =
      std::ranges::find(notices.entries().rbegin(), notices.entries().rend(), NoticeKind::error, &Notice::kind);
  return found == notices.entries().rend() ? "" : found->text;
}

gpu::DeviceOptions observed_options(const Observation& observation, const std::shared_ptr<NoticeInbox>& inbox) {
  gpu::DeviceOptions options = observation.device_options();
  options.diagnostics = [observe = std::move(options.diagnostics), inbox](const gpu::Diagnostic& diagnostic) {
    observe(diagnostic);
    inbox->add(diagnostic);
  };
  return options;
}

/// What the state has of a screen, as long as there is one.
class ScreenScope {
 public:
  ScreenScope(State& state, const Screen& screen) : state_{state} {
    state.facts = screen.facts();
    state.device = screen.images()->device();
    if (const auto* const gl = dynamic_cast<const GLScreen*>(&screen)) {
      state.gl_images = std::make_shared<SharedGLImages>(gl->context());
      state.interop = open_gl_interop_tools(*state.device, state.gl_images);
    } else {
      state.gl_images = make_headless_gl_images(*state.device);
    }
    if (const auto* const vulkan = dynamic_cast<const VulkanScreen*>(&screen)) {
      state.interop = open_vulkan_interop_tools(*state.device, vulkan->context(), state.gl_images);
    }
  }
  ~ScreenScope() {
    // Labs hold objects of the renderer.
    for (const std::unique_ptr<LabState>& lab : state_.lab_states) {
      lab->release();
    }
    state_.interop.reset();
    state_.gl_images.reset();
  }
  ScreenScope(const ScreenScope&) = delete;
  ScreenScope& operator=(const ScreenScope&) = delete;

 private:
  State& state_;
};

std::unique_ptr<Screen> open_screen(const ExploreOptions& options, const std::optional<WindowPlace>& place,
                                    const std::function<gpu::Device()>& device) {
  render::WindowOptions window{.title = "texelscope", .has_vsync = options.has_vsync};
  if (options.width > 0 && options.height > 0) {
    window.width = options.width;
    window.height = options.height;
  } else if (place) {
    window.place = render::WindowPlace{place->x, place->y, place->width, place->height, place->is_maximized};
  }
  if (options.renderer == RendererKind::vulkan) {
    return open_vulkan_screen(window, device);
  }
  return open_gl_screen(window, device);
}

/// Everything that must be gone before what the devices leaked can be told.
void run_window(const ExploreOptions& options, const gpu::DeviceOptions& device_options, State& state,
                NoticeInbox& inbox) {
  // Files are read and the device is opened while the window opens: each takes a good part of the time to the first
  // frame.
  auto image = std::async(std::launch::async, [&] { return load_picture(options); });
  auto opened = std::async(std::launch::async, [&] { return open_device(options.device, device_options); });
  const std::unique_ptr<Screen> screen = open_screen(options, state.window_place, [&] {
    const ChosenDevice chosen = opened.get();
    if (!chosen.note.empty()) {
      fmt::print(stderr, "texelscope: {}\n", chosen.note);
      state.notices.say(NoticeKind::information, chosen.note, 0);
      state.notices.entries().back().is_dismissed = true;
    }
    return chosen.device;
  });
  const ScreenScope scope{state, *screen};
  try {
    set_program_icon(screen->window());
  } catch (const std::exception& error) {
    state.notices.say(NoticeKind::warning, error.what(), 0);
  }
  if (const std::shared_ptr<const Image> picture = image.get()) {
    const std::optional<std::size_t> lab = state.lab;
    state.image = LoadedImage{*options.image, picture};
    choose_scene_for_input(state);
    state.lab = is_tensor_file(*options.image) ? lab : state.lab;
  }
  if (options.image && is_tensor_file(*options.image)) {
    tensor_lab(state).wait_for_file();
  }
  WindowLoop{options, *screen, state, inbox}.run();
  // A user has seen the message; a script that asked for a number of frames has not.
  if (options.frames && state.has_failed) {
    throw gpu::Error(fmt::format("scene {} failed: {}", current_scene(state).name, last_error(state.notices)));
  }
}

}  // namespace

int explore(const ExploreOptions& options) {
  State state{scenes(), labs()};
  recall_favourites(state, find_favourites_file());
  if (is_for_a_user(options)) {
    state.recent_files = RecentFiles(find_recent_files_file());
  }
  take_settings(options, state);
  const auto inbox = std::make_shared<NoticeInbox>();
  const Observation observation{{options.trace, options.fail, true}, [](std::string_view) {}};
  const RendererCalls renderer_calls{observation.trace(), options.fail_renderer};
  state.live_objects = observation.live_objects();
  state.work_times = std::make_shared<gpu::WorkTimes>();
  std::exception_ptr error;
  try {
    gpu::DeviceOptions device_options = observed_options(observation, inbox);
    device_options.work_times = state.work_times;
    run_window(options, device_options, state, *inbox);
  } catch (...) {
    error = std::current_exception();
  }
  state.device.reset();
  // The trace tells the most about a run that failed.
  observation.write_trace();
  if (error) {
    std::rethrow_exception(error);
  }
  if (const std::string cleanup = observation.cleanup_error(); !cleanup.empty()) {
    throw gpu::Error(cleanup);
  }
  if (const std::string leaks = observation.leaks(); !leaks.empty()) {
    throw gpu::Error(fmt::format("leaked: {}; report this", leaks));
  }
  return 0;
}

}  // namespace texelscope::app
