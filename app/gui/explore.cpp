#include "app/gui/explore.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/device/device_choice.h"
#include "app/device/observation.h"
#include "app/files/assets.h"
#include "app/gui/lab_registry.h"
#include "app/gui/renderer_scope.h"
#include "app/gui/screen/screen.h"
#include "app/gui/start_again.h"
#include "app/gui/startup.h"
#include "app/gui/window_loop.h"
#include "app/images/image_file.h"
#include "app/interop/gl_texture_provider.h"
#include "app/interop/observation/open_interop_tools.h"
#include "app/interop/observation/renderer_calls.h"
#include "app/scenes/registry.h"
#include "app/text/escape.h"
#include "app/window/review/review_actions.h"
#include "app/workspace/favorites.h"
#include "render/window/x11_errors.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// Sets the window's icon, in every size found in assets/icon. @throws FileError for a file that is not a picture.
void set_program_icon(render::Window& window) {
  constexpr std::array sizes = {16, 24, 32, 48, 64, 128};
  std::vector<Image> images;
  for (const int size : sizes) {
    if (const auto file = find_asset(fmt::format("icon/texelscope_{}.png", size))) {
      images.push_back(load_image(*file));
    }
  }
  std::vector<render::WindowIcon> icons;
  icons.reserve(images.size());
  for (const Image& image : images) {
    icons.push_back({image.width, image.height, image.pixels});
  }
  window.set_icon(icons);
}

gpu::DeviceOptions observed_options(const Observation& observation, const std::shared_ptr<NoticeInbox>& inbox) {
  gpu::DeviceOptions options = observation.device_options();
  options.diagnostics = [observe = std::move(options.diagnostics), inbox](const gpu::Diagnostic& diagnostic) {
    observe(diagnostic);
    inbox->add(diagnostic);
  };
  return options;
}

/// The part of the state that refers to a screen, for the screen's lifetime.
RendererScope scope_of(State& state, const Screen& screen) {
  const gpu::Device device = screen.images()->device();
  const auto* const gl = dynamic_cast<const GLScreen*>(&screen);
  const std::shared_ptr<GLImages> gl_images =
      gl != nullptr ? std::make_shared<GLTextureProvider>(gl->context()) : make_offscreen_gl_images(device);
  std::shared_ptr<InteropTools> interop;
  if (gl != nullptr) {
    interop = open_gl_interop_tools(device, gl_images);
  } else if (const auto* const vulkan = dynamic_cast<const VulkanScreen*>(&screen)) {
    interop = open_vulkan_interop_tools(device, vulkan->context(), gl_images);
  }
  return {state, screen.facts(), device, gl_images, interop};
}

std::unique_ptr<Screen> open_screen(const ExploreOptions& options, const std::optional<WindowPlace>& place,
                                    const std::function<gpu::Device()>& device) {
  render::WindowOptions window{.title = "texelscope", .has_vsync = options.has_vsync};
  if (options.width > 0 && options.height > 0) {
    window.width = options.width;
    window.height = options.height;
  } else if (place) {
    window.place = render::WindowPlace{place->x, place->y, place->width, place->height, place->is_maximized};
  } else {
    // Measured frames have the same size on every display.
    window.may_be_larger = !options.frames;
  }
  if (options.renderer == RendererKind::vulkan) {
    return open_vulkan_screen(window, device);
  }
  return open_gl_screen(window, device);
}

/// Owns everything that must be destroyed before device leaks can be detected.
void run_window(const ExploreOptions& options, const gpu::DeviceOptions& device_options, State& state,
                NoticeInbox& inbox, Autosave& autosave) {
  // Opens the device while the window opens, as files are read: each takes a considerable share of the time to the
  // first frame.
  auto opened = std::async(std::launch::async, [&] { return open_device(options.device, device_options); });
  const std::unique_ptr<Screen> screen = open_screen(options, state.arrangement.window_place, [&] {
    const ChosenDevice chosen = opened.get();
    if (!chosen.note.empty()) {
      fmt::print(stderr, "texelscope: {}\n", message_line(chosen.note));
      state.notices.notify(NoticeKind::information, chosen.note, 0);
      state.notices.entries().back().is_dismissed = true;
    }
    return chosen.device;
  });
  const RendererScope scope = scope_of(state, *screen);
  try {
    set_program_icon(screen->window());
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::warning, error.what(), 0);
  }
  finish_opening(options, state);
  if (const auto* const gl = dynamic_cast<const GLScreen*>(screen.get())) {
    notify_of_placement(state, *gl);
  }
  WindowLoop{options, *screen, state, inbox, autosave}.run();
  // A user has already seen the message; a script that runs a fixed number of frames has not.
  if (options.frames && state.scenes.has_failed) {
    throw gpu::Error(fmt::format("scene {} failed: {}", current_scene(state).name, last_error(state.notices)));
  }
}

/// Lowers the priority of kernels that run on the CPU, so that the window remains responsive, unless the user set a
/// niceness. Call before the CPU device starts threads.
void let_kernels_yield() { setenv("TEXELSCOPE_CPU_NICENESS", "5", 0); }

/// The environment variables for a restart, if the user requests one.
std::optional<PlacementCure> explore_once(const ExploreOptions& options) {
  if (!options.frames) {
    let_kernels_yield();
  }
  State state{scenes(), labs()};
  recall_favorites(state, find_favorites_file());
  if (is_for_a_user(options)) {
    state.recent_files = RecentFiles(find_recent_files_file());
  }
  Autosave autosave = open_autosave(options, state);
  begin_opening(options, state, autosave);
  state.review.pairs = options.review;
  if (state.review.pairs) {
    arrange_for_review(state);
  }
  const auto inbox = std::make_shared<NoticeInbox>();
  const Observation observation{{options.trace, options.fail, true}, [](std::string_view) {}};
  const RendererCalls renderer_calls{observation.trace(), options.fail_renderer};
  state.live_objects = observation.live_objects();
  state.stream_profiler = std::make_shared<gpu::StreamProfiler>();
  const render::DisplayLossHandler on_display_loss([&] {
    autosave.note_shown();
    autosave.finish(state);
    observation.write_trace();
    return autosave.has_saved() ? "the session was saved" : "the session was not saved";
  });
  std::exception_ptr error;
  try {
    gpu::DeviceOptions device_options = observed_options(observation, inbox);
    device_options.stream_profiler = state.stream_profiler;
    run_window(options, device_options, state, *inbox, autosave);
  } catch (...) {
    error = std::current_exception();
  }
  state.device.reset();
  // The trace is most valuable after a failed run.
  observation.write_trace();
  if (error) {
    std::rethrow_exception(error);
  }
  if (const std::string cleanup = observation.cleanup_error(); !cleanup.empty()) {
    throw gpu::Error(cleanup);
  }
  if (const std::string leaks = observation.leaks(); !leaks.empty()) {
    throw gpu::Error(fmt::format("leaked: {}; please report this", leaks));
  }
  return state.machine.must_start_again ? state.machine.placement_cure : std::nullopt;
}

}  // namespace

int explore(const ExploreOptions& options) {
  if (const std::optional<PlacementCure> cure = explore_once(options)) {
    start_again("/proc/self/exe", own_arguments(), cure->variables);
  }
  return 0;
}

}  // namespace texelscope::app
