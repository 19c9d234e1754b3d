#include "app/gui/window_painter.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "app/files/file_error.h"
#include "app/gui/draw_list_painter.h"
#include "app/gui/drawn_text.h"
#include "app/gui/lab_registry.h"
#include "app/gui/picture_steps.h"
#include "app/gui/renderer_scope.h"
#include "app/gui/window_content.h"
#include "app/gui/windowless_gui.h"
#include "app/interop/gl_texture_provider.h"
#include "app/interop/observation/open_interop_tools.h"
#include "app/interop/offscreen_renderer.h"
#include "app/scenes/registry.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/panel.h"
#include "app/workspace/notice.h"
#include "app/workspace/session_notices.h"
#include "app/workspace/state.h"
#include "gpu/files/untrusted_work.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// The drawn widgets of the open lab that vary between runs.
std::vector<Rect> varying_parts(const State& state) {
  std::vector<Rect> parts;
  if (const LabDeclaration* const lab = current_lab(state.labs)) {
    for (const std::string_view name : lab->varies) {
      if (const auto found = state.drawn.widgets.find(std::string{name}); found != state.drawn.widgets.end()) {
        parts.push_back(found->second);
      }
    }
  }
  return parts;
}

/// A lab's texture in host memory.
class HostTexture final : public ScreenTexture {
 public:
  HostTexture(int width, int height, bool is_smooth)
      : bytes_(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)),
        texture_{bytes_.data(), width, height, is_smooth} {}

  void upload(const Image& image) override {
    std::memcpy(bytes_.data(), image.pixels.data(), std::min(bytes_.size(), image.pixels.size()));
  }
  [[nodiscard]] void* name() const noexcept override { return &texture_; }

 private:
  std::vector<unsigned char> bytes_;
  // ImGui does not accept pointers to const.
  mutable PaintTexture texture_;
};

Image filled(int width, int height, const ImVec4& color) {
  Image image{width, height, 4, gpu::DataType::uint8, {}};
  const auto byte = [](float value) { return static_cast<std::byte>(static_cast<int>(value * 255 + 0.5F)); };
  const std::array pixel{byte(color.x), byte(color.y), byte(color.z), std::byte{255}};
  image.pixels.reserve(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (std::size_t i = 0; i < static_cast<std::size_t>(width) * static_cast<std::size_t>(height); ++i) {
    image.pixels.insert(image.pixels.end(), pixel.begin(), pixel.end());
  }
  return image;
}

/// Draws a picture over another, with its upper left corner at (x, y).
void lay(const Image& picture, Image& below, int x, int y) {
  const int width = std::min(picture.width, below.width - x);
  for (int row = 0; row < std::min(picture.height, below.height - y); ++row) {
    const auto at = [](const Image& image, int column, int line) {
      return 4 * (static_cast<std::size_t>(line) * static_cast<std::size_t>(image.width) +
                  static_cast<std::size_t>(column));
    };
    std::copy_n(picture.pixels.begin() + static_cast<std::ptrdiff_t>(at(picture, 0, row)),
                4 * static_cast<std::size_t>(width),
                below.pixels.begin() + static_cast<std::ptrdiff_t>(at(below, x, y + row)));
  }
}

Image without_alpha(const Image& image) {
  Image colors{image.width, image.height, 3, image.type, {}};
  colors.pixels.reserve(image.pixels.size() / 4 * 3);
  for (std::size_t at = 0; at < image.pixels.size(); at += 4) {
    colors.pixels.insert(colors.pixels.end(), {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]});
  }
  return colors;
}

/// An invisible window, from its first frame until it no longer changes.
class WindowlessWindow {
 public:
  WindowlessWindow(State& state, std::shared_ptr<const ImageSharing> images, const ScreenshotOptions& options)
      : state_{state},
        options_{options},
        gui_{options.width, options.height, static_cast<float>(options.scale)},
        actions_{make_actions(state.scenes.all, state.labs.all)},
        content_{std::move(images), state,
                 [](int width, int height, bool is_smooth) {
                   return std::make_unique<HostTexture>(width, height, is_smooth);
                 },
                 FramePace::changed, ListeningPlaces{.programs = options.source.empty() ? "off" : ""}},
        scene_{state.scenes.current},
        frame_{options.frame.value_or(current_scene(state).default_frame)} {
    if (frame_ > max_picture_frame) {
      throw ParameterError(fmt::format("frame {} is out of range; use 0 to {}", frame_, max_picture_frame));
    }
    if (!options.is_of_user) {
      untrusted_.emplace();
    }
    // Two clicks at the same position must not count as a double-click, no matter how fast frames are drawn.
    ImGui::GetIO().MouseDoubleClickTime = 0;
  }

  Screenshot picture() {
    const WantedPicture* const of_session = state_.pictures.reader.wanted();
    const auto wanted = of_session != nullptr ? std::optional{of_session->path} : std::nullopt;
    note_read_files();
    come_to_rest();
    require_nothing_refused("the state");
    if (wanted && !(state_.pictures.current && state_.pictures.current->path == *wanted)) {
      throw FileError(last_error(state_.notices));
    }
    if (auto* const taker = current_capability<TakesFiles>(state_.labs)) {
      taker->wait_for_file();
    }
    if (!options_.source.empty()) {
      show_source();
    }
    for (std::size_t i = 0; i < options_.steps.size(); ++i) {
      const std::string& step = options_.steps[i];
      do_picture_step(step, state_, actions_, [this] { draw(); });
      follow_scene();
      come_to_rest();
      note_read_files();
      require_nothing_refused(fmt::format("step {} '{}'", i + 1, step));
    }
    Image image = filled(options_.width, options_.height, color::canvas);
    if (const SharedImage* const frame = content_.image()) {
      const render::ViewportView view = content_.view(1, options_.height);
      lay(frame->viewport_picture(view), image, view.target.x, options_.height - view.target.y - view.target.height);
    }
    paint(*ImGui::GetDrawData(), image);
    const Regions drawn = regions();
    Rect content = drawn.middle();
    content.height = drawn.viewport.bottom() - content.y;
    return {without_alpha(image), state_.drawn.widgets, varying_parts(state_), content};
  }

 private:
  /// Waits for an array of a running program, and shows it. @throws gpu::Error if none comes.
  void show_source() {
    constexpr std::chrono::seconds longest_wait{20};
    const auto end = std::chrono::steady_clock::now() + longest_wait;
    Sources& sources = state_.sources;
    if (sources.place.empty()) {
      throw gpu::Error("cannot listen for running programs: another window does; close it, or set TEXELSCOPE_INSPECT");
    }
    while (!sources.displayed) {
      const auto found = std::ranges::find(sources.listed, options_.source, &SourceFacts::name);
      if (found != sources.listed.end() && sources.shown != found->key) {
        sources.must_show = found->key;
      }
      if (std::chrono::steady_clock::now() > end) {
        const std::string reason = state_.notices.entries().empty() ? "" : state_.notices.entries().back().text;
        throw gpu::Error(fmt::format("no running program has shown an array named {} within {} s{}{}", options_.source,
                                     longest_wait.count(), reason.empty() ? "" : ": ", reason));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      draw();
    }
    // The picture comes to rest although the program goes on.
    step_history(sources, 0);
    come_to_rest();
  }

  [[nodiscard]] Regions regions() const {
    return regions_of(state_, static_cast<float>(options_.width), static_cast<float>(options_.height), gui_.theme());
  }

  /// Draws until nothing changes anymore: widgets settle over several frames, and a resized viewport re-creates its
  /// frame after 0.12 s.
  void come_to_rest() {
    constexpr int frames = 12;
    for (int i = 0; i < frames; ++i) {
      state_.now += 1.0 / 60;
      draw();
      ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = false;
    }
    // The clock stops while other threads work, so that the screenshot does not depend on their duration.
    constexpr std::chrono::minutes longest_wait{1};
    const auto end = std::chrono::steady_clock::now() + longest_wait;
    while (state_.pictures.reader.is_busy() || content_.is_settling()) {
      if (std::chrono::steady_clock::now() > end) {
        const auto work = work_in_progress(state_);
        throw gpu::Error(fmt::format("the window did not settle within {} s: {}",
                                     std::chrono::seconds{longest_wait}.count(),
                                     work ? work->title : "it is still drawing"));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      draw();
    }
    draw();
  }

  /// @throws ParameterError if an action was refused, which `cause` requested.
  void require_nothing_refused(const std::string& cause) {
    if (const auto refused = untrusted_ ? untrusted_->take_refused() : std::nullopt) {
      throw ParameterError(
          fmt::format("{} would {}, but a list only draws pictures; remove this from the list, or draw the picture "
                      "with texelscope picture --do",
                      cause, *refused));
    }
  }

  /// Passes files that the state names, and files of its list of pictures when they are read, to the caller.
  void note_read_files() {
    std::vector<std::filesystem::path> files = named_files(state_);
    for (const ListedPicture& picture : state_.pictures.list.pictures) {
      if (picture.image || picture.has_asked_thumbnail || !picture.error.empty()) {
        files.push_back(picture.path);
      }
    }
    for (const std::filesystem::path& file : files) {
      if (noted_.insert(file).second && options_.note_read) {
        options_.note_read(file);
      }
    }
  }

  /// Applies the effect of a step: a different scene, or the next frame.
  void follow_scene() {
    if (state_.scenes.current != scene_) {
      scene_ = state_.scenes.current;
      frame_ = current_scene(state_).default_frame;
    } else if (state_.scenes.playback.number == frame_ + 1) {
      frame_ = state_.scenes.playback.number;
    }
  }

  void draw() {
    const bool is_watched = is_scene_watched(state_.labs);
    state_.scenes.playback.number = is_watched ? ++frame_ : frame_;
    if (state_.stream_profiler) {
      state_.stream_profiler->set_on(is_watched);
    }
    gui_.load_letters(state_.course.letters);
    ImGui::NewFrame();
    content_.draw(actions_, gui_.theme(), static_cast<float>(options_.width), static_cast<float>(options_.height), 1);
    follow_scene();
    ImGui::Render();
    if (state_.scenes.has_failed) {
      throw gpu::Error(fmt::format("scene {} failed: {}", current_scene(state_).name, last_error(state_.notices)));
    }
  }

  State& state_;
  const ScreenshotOptions& options_;
  /// Outlives everything that writes files.
  std::optional<gpu::UntrustedWork> untrusted_;
  /// The files that note_read_files() has passed on.
  std::set<std::filesystem::path> noted_;
  WindowlessGui gui_;
  std::vector<Action> actions_;
  WindowContent content_;
  std::size_t scene_;
  std::uint64_t frame_;
};

/// For each character of Unicode's first plane, whether the font contains it; ImGui's glyphs have 16 bits.
std::vector<bool> characters_of(ImFont* font) {
  constexpr std::size_t count = 0x10000;
  std::vector<bool> characters(count);
  for (std::size_t code = 1; code < count; ++code) {
    characters[code] = code == '\n' || has_glyph(font, static_cast<ImWchar>(code));
  }
  return characters;
}

class OffscreenWindowPainter final : public WindowPainter {
 public:
  explicit OffscreenWindowPainter(const WindowPainterOptions& options)
      : stream_profiler_{std::make_shared<gpu::StreamProfiler>()},
        live_objects_{options.live_objects},
        renderer_{open_offscreen_renderer(RendererKind::gl, options.device,
                                          with_stream_profiler(options.device_options), options.note)} {}

  [[nodiscard]] State make_state() const override {
    State state{scenes(), labs()};
    state.device = renderer_.device;
    state.stream_profiler = stream_profiler_;
    state.live_objects = live_objects_;
    return state;
  }

  [[nodiscard]] Screenshot paint(State& state, const ScreenshotOptions& options) const override {
    const gpu::GLContext& context = renderer_.gl->gl;
    const auto gl_images = std::make_shared<GLTextureProvider>(context);
    const RendererScope scope(state,
                              {.device = to_string(renderer_.device.id()),
                               .device_name = renderer_.device.properties().name,
                               .renderer = "no window",
                               .api = "drawn on the host",
                               .api_version = "",
                               .is_direct = context.path() == gpu::InteropPath::direct,
                               .path_reason = context.reason()},
                              renderer_.device, gl_images, open_gl_interop_tools(renderer_.device, gl_images));
    state.machine.timings.frame_ms = 1000.0 / 60;
    return WindowlessWindow(state, renderer_.images, options).picture();
  }

 private:
  [[nodiscard]] gpu::DeviceOptions with_stream_profiler(gpu::DeviceOptions options) const {
    options.stream_profiler = stream_profiler_;
    return options;
  }

  std::shared_ptr<gpu::StreamProfiler> stream_profiler_;
  std::shared_ptr<const gpu::LiveObjects> live_objects_;
  DeviceOffscreenRenderer renderer_;
};

/// Whether an ImGui window has text that depends on the mouse, or covers such text.
bool is_of_mouse(std::string_view window) {
  return window.starts_with("##Tooltip") || window == "readout" || window.starts_with("cover.");
}

/// A hash of the tooltips and the readout; computing it is faster than reading their text.
std::uint64_t hash_at_mouse() {
  ImGuiID hash = 0;
  const ImDrawData& drawn = *ImGui::GetDrawData();
  for (int i = 0; i < drawn.CmdListsCount; ++i) {
    const ImDrawList& list = *drawn.CmdLists[i];
    if (list._OwnerName != nullptr && is_of_mouse(list._OwnerName)) {
      hash = ImHashData(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()), hash);
    }
  }
  return hash;
}

bool has_tooltip() {
  return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [](const ImGuiWindow* window) {
    return window->Active && (window->Flags & ImGuiWindowFlags_Tooltip) != 0;
  });
}

/// Moves the mouse over the lab, in steps: see DrawnPanels::pointed.
std::vector<DrawnText> pointed_texts(State& state, std::span<const Action> actions, const Theme& theme) {
  constexpr int columns = 10;
  constexpr int rows = 8;
  const Rect around = state.drawn.widgets["viewport"];
  LabState& lab = *open_lab(state.labs);
  const auto settings = lab.settings();
  std::vector<DrawnText> pointed;
  std::set<std::string, std::less<>> known;
  std::uint64_t hash = 0;
  for (int at = 0; at < columns * rows; ++at) {
    const Rect mouse{around.x + (static_cast<float>(at % columns) + 0.5F) * around.width / columns,
                     around.y + (static_cast<float>(at / columns) + 0.5F) * around.height / rows, 0, 0};
    ImGui::GetIO().MousePos = {mouse.x, mouse.y};
    draw_windowless(state, actions, theme);
    if (has_tooltip()) {
      // A tooltip has the size of its text only from the second frame on.
      draw_windowless(state, actions, theme);
    }
    if (std::exchange(hash, hash_at_mouse()) == hash) {
      continue;
    }
    for (const DrawnText& text : drawn_text(*ImGui::GetDrawData(), is_of_mouse)) {
      if (known.insert(text.text).second) {
        pointed.push_back({text.text, mouse});
      }
    }
  }
  // A probe follows the mouse.
  const auto moved = lab.settings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (moved[i] != settings[i]) {
      lab.set(settings[i].first, settings[i].second);
    }
  }
  return pointed;
}

}  // namespace

std::unique_ptr<WindowPainter> open_window_painter(const WindowPainterOptions& options) {
  return std::make_unique<OffscreenWindowPainter>(options);
}

DrawnPanels draw_panels_once(State& state, int width, int height) {
  WindowlessGui gui(width, height, 1);
  gui.load_letters(state.course.letters);
  const std::vector<Action> actions = make_actions(state.scenes.all, state.labs.all);
  constexpr int min_frames = 4;
  constexpr int max_frames = 400;
  for (int frame = 0; frame < max_frames; ++frame) {
    draw_windowless(state, actions, gui.theme());
    const bool is_settling = state.labs.is_any_open() && open_lab(state.labs)->is_settling();
    if (frame >= min_frames && !is_settling) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  DrawnPanels drawn{state.drawn.widgets, drawn_text(*ImGui::GetDrawData()), {}, characters_of(gui.theme().text)};
  if (state.labs.is_any_open() && is_question_open(state.course)) {
    drawn.pointed = pointed_texts(state, actions, gui.theme());
  }
  return drawn;
}

}  // namespace texelscope::app
