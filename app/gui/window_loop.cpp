#include "app/gui/window_loop.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "app/images/image_file.h"
#include "app/scenes/registry.h"
#include "app/text/shown_path.h"
#include "app/window/command_palette.h"
#include "app/window/file_dialog.h"
#include "app/workspace/gallery.h"
#include "app/workspace/open.h"
#include "app/workspace/undo.h"
#include "render/common/error.h"

namespace texelscope::app {
namespace {

constexpr double idle_seconds = 0.25;
/// Interval for polling a frame in flight.
constexpr double in_flight_seconds = 0.004;
/// The interval after a frame that was not drawn, because it looked like the previous frame, and so did not wait for
/// the display.
constexpr double left_out_seconds = 0.003;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Whether a key belongs to ImGui during keyboard navigation.
bool moves_in_widgets(int key) {
  return key == key::left || key == key::right || key == key::up || key == key::down || key == key::space ||
         key == key::enter || key == key::tab;
}

std::vector<DisplayFacts> facts_of(const std::vector<render::Display>& displays) {
  std::vector<DisplayFacts> facts;
  for (const render::Display& display : displays) {
    facts.push_back({display.name, display.width, display.height, display.refresh_rate, display.scale});
  }
  return facts;
}

/// A maximized window retains its position and size from before it was maximized.
void keep_place(const render::Window& window, std::optional<WindowPlace>& kept) {
  const render::WindowPlace place = window.place();
  if (window.is_gone()) {
    return;
  }
  if (kept && (place.is_maximized || window.is_minimized())) {
    kept->is_maximized = place.is_maximized || kept->is_maximized;
  } else {
    kept = WindowPlace{place.x, place.y, place.width, place.height, place.is_maximized};
  }
}

}  // namespace

WindowLoop::WindowLoop(const ExploreOptions& options, Screen& screen, State& state, NoticeInbox& inbox,
                       Autosave& autosave)
    : options_{options},
      screen_{screen},
      window_{screen.window()},
      state_{state},
      inbox_{inbox},
      actions_{make_actions(state.scenes.all, state.labs.all)},
      gui_{screen, static_cast<float>(options.scale)},
      content_{
          screen.images(), state,
          [&screen](int width, int height, bool is_smooth) { return screen.make_texture(width, height, is_smooth); },
          options.frames ? FramePace::each : FramePace::display, options.listening},
      autosave_{autosave} {
  if (options.widgets) {
    widgets_.emplace(*options.widgets);
  }
}

namespace {

/// The open picture's name, or that of the lab or scene.
std::string window_title(const State& state) {
  const LabDeclaration* const lab = current_lab(state.labs);
  const std::string place{lab != nullptr ? lab->title : current_scene(state).title};
  const std::string name = state.pictures.current ? shown_file_name(state.pictures.current->path) : place;
  return name + (state.pictures.current && lab != nullptr ? " - " + place : "") + " - texelscope";
}

}  // namespace

void WindowLoop::run() {
  const double began = seconds();
  double before = began;
  bool is_last = false;
  while (!is_last) {
    const double wait = seconds_to_wait();
    const bool has_event = take_events(wait);
    if (window_.is_gone()) {
      break;
    }
    const double now = seconds();
    state_.now = now - began;
    if (!state_.scenes.playback.is_paused && !state_.scenes.has_failed && !is_scene_resting(state_)) {
      // A measurement runs the same frames on every machine: one frame of the scene per frame of the screen.
      const std::uint64_t most = current_scene(state_).has_history ? 2 : 600;
      if (state_.work.recording.is_running || (options_.frames && frame_count_ > 0)) {
        ++state_.scenes.playback.number;
      } else if (!options_.frames && !(current_scene(state_).has_history && content_.scenes().is_in_flight())) {
        // A scene with history must produce every frame, so its time does not advance while one is in flight.
        advance(state_.scenes.playback, now - before, most);
      }
    }
    before = now;
    state_.requests.quit = state_.requests.quit || (options_.wants_to_quit && options_.wants_to_quit());
    if (advance_tour(state_)) {
      lively_frames_ = frames_after_event;
    }
    is_last =
        state_.requests.quit || (options_.frames && frame_count_ + 1 >= *options_.frames && !content_.is_settling());
    // A warning may be the answer to a lesson's question.
    inbox_.empty_into(state_.notices, state_.now, is_question_open(state_.course));
    // Even in an idle window: its last change may be less than a second old.
    if (autosave_.is_due(state_)) {
      // Queries the window system only for a write, not in each frame.
      keep_place(window_, state_.arrangement.window_place);
    }
    autosave_.update(state_);
    window_.set_title(window_title(state_));
    if (!is_last && (window_.is_minimized() || (!has_event && is_as_shown(wait)))) {
      continue;
    }
    // Input that arrived together, such as during a slow frame, is passed to the widgets over the next frames.
    const bool has_input = has_event || gui_.has_input_waiting();
    const bool was_loading = state_.pictures.reader.is_reading();
    make_frame(is_last);
    record(has_input);
    state_.navigation.record(shown_place(state_));
    made_ = state_.now;
    ++frame_count_;
    // The error of a file that cannot be read is shown in the frame after the attempt.
    if (frame_count_ >= 3 && !was_loading && !state_.pictures.reader.is_reading()) {
      autosave_.note_shown();
    }
  }
  autosave_.note_shown();
  content_.finish();
  keep_place(window_, state_.arrangement.window_place);
  autosave_.finish(state_);
  if (options_.timing) {
    timing_.write(*options_.timing);
  }
}

double WindowLoop::seconds_to_wait() const {
  if (options_.frames) {
    return 0;
  }
  if (window_.is_minimized()) {
    return idle_seconds;
  }
  const bool waits_for_file = state_.pictures.reader.is_busy() || !state_.work.saving.empty() ||
                              state_.pictures.compared.is_being_made || content_.has_thumbnail_to_show();
  if (lively_frames_ > 0 || state_.course.frames_to_look > 0 || waits_for_file ||
      is_enter_waiting(state_.dialogs.file)) {
    return waits_for_file ? 0.01 : was_left_out_ && !gui_.has_input_waiting() ? left_out_seconds : 0;
  }
  // A file named in the dialog at the end of a frame is written in the next frame.
  if (state_.requests.save) {
    return 0;
  }
  if (content_.is_busy()) {
    return was_left_out_ ? left_out_seconds : 0;
  }
  const LabState* const lab = open_lab(state_.labs);
  const bool is_at_rest = state_.scenes.playback.is_paused || state_.scenes.has_failed || content_.scenes().is_still();
  if (lab != nullptr ? lab->is_busy() && !(is_scene_watched(state_.labs) && is_at_rest)
                     : content_.scenes().is_resizing()) {
    return 1.0 / 60;
  }
  if (content_.scenes().is_in_flight()) {
    return in_flight_seconds;
  }
  if (lab != nullptr || is_at_rest) {
    return idle_seconds;
  }
  // Otherwise the same frame would be drawn many times.
  return screen_.waits_for_display() ? 0 : (1 - state_.scenes.playback.fraction) / 60;
}

void WindowLoop::take_held_keys(std::size_t waiting) {
  const auto is_counted = [](const render::KeyPress& press) {
    return !press.is_repeat && press.key > 0 && (press.key < GLFW_KEY_LEFT_SHIFT || press.key > GLFW_KEY_RIGHT_SUPER);
  };
  auto first_waiting = held_keys_.end();
  while (waiting > 0 && first_waiting != held_keys_.begin()) {
    --first_waiting;
    waiting -= is_counted(*first_waiting) ? 1 : 0;
  }
  const std::vector<render::KeyPress> taken(held_keys_.begin(), first_waiting);
  held_keys_.erase(held_keys_.begin(), first_waiting);
  take_keys(taken);
}

bool WindowLoop::take_events(double waited_at_most) {
  // These keys belong to the last frame's widgets, and their effect depends on the keyboard focus at that time: letters
  // before the Return that ends the typing are not shortcuts. A key acts on everything typed before it.
  take_held_keys(gui_.waiting_keys());
  const double start = seconds();
  render::WindowEvents events = window_.poll(waited_at_most);
  input_count_ += events.input_count;
  // Other events, such as a change of the focus, only shorten the wait.
  const bool has_event = events.input_count > 0 || !events.dropped_files.empty() || events.must_draw ||
                         (waited_at_most > 0 && seconds() - start < 0.9 * waited_at_most);
  lively_frames_ = has_event ? frames_after_event : std::max(lively_frames_ - 1, 0);
  held_keys_.insert(held_keys_.end(), events.keys.begin(), events.keys.end());
  if (!Gui::queues_input) {
    take_held_keys(0);
  }
  if (gui_.is_busy() || gui_.has_input_waiting() || !held_keys_.empty()) {
    lively_frames_ = std::max(lively_frames_, 1);
  }
  if (events.must_draw) {
    shown_frame_.forget();
  }
  if (!events.dropped_files.empty()) {
    const std::vector<std::filesystem::path> files(events.dropped_files.begin(), events.dropped_files.end());
    open_together(state_, files);
    state_.dialogs.file.is_shown = false;
  }
  state_.requests.quit = state_.requests.quit || events.is_close_requested;
  state_.viewport.is_pan_key_down = !gui_.wants_text() && state_.arrangement.widget_keys == WidgetKeys::off &&
                                    glfwGetKey(window_.handle(), GLFW_KEY_SPACE) == GLFW_PRESS;
  return has_event;
}

bool WindowLoop::is_as_shown(double waited) {
  return (waited == idle_seconds && !has_something_to_show()) ||
         (waited == in_flight_seconds && !content_.scenes().has_frame_to_show());
}

bool WindowLoop::has_something_to_show() {
  // Draws one more frame when the last toast disappears and, periodically, for values that only count up: the times
  // that a lab shows for a paused scene, but not the number of a frame that never changes.
  constexpr double seconds_between_counts = 1;
  const bool has_toast = state_.notices.is_any_shown(state_.now);
  const bool counts_on = state_.labs.is_any_open() ? open_lab(state_.labs)->is_busy()
                                                   : !state_.scenes.playback.is_paused && !state_.scenes.has_failed &&
                                                         !content_.scenes().is_still();
  return std::exchange(had_toast_, has_toast) || has_toast || content_.has_changed_files() || content_.has_news() ||
         (counts_on && state_.now - made_ >= seconds_between_counts);
}

void WindowLoop::take_keys(const std::vector<render::KeyPress>& keys) {
  for (const render::KeyPress& press : keys) {
    const KeyChord event{press.key, press.has_control, press.has_shift, press.has_alt, press.character};
    if (press.key == key::escape && gui_.close_popups()) {
      continue;
    }
    if (state_.dialogs.file.is_shown && press_in_dialog(state_, press.key)) {
      continue;
    }
    if (state_.dialogs.palette.is_shown && press_in_command_palette(state_, press.key)) {
      continue;
    }
    if (state_.gallery.is_shown && (press.key == key::enter || press.key == key::keypad_enter)) {
      state_.gallery.has_enter = true;
      continue;
    }
    // Escape ends typing in a slider, but closes the dialog although its field has keyboard focus. Letters typed before
    // the field has focus are ignored.
    const bool edits = gui_.wants_text() && (state_.gallery.is_shown || !leaves_text_alone(event));
    const bool is_typing = edits || state_.dialogs.file.is_shown || state_.dialogs.palette.is_shown;
    const bool is_closing = press.key == key::escape && (state_.dialogs.file.is_shown ||
                                                         state_.dialogs.palette.is_shown || state_.gallery.is_shown);
    const Action* const action = find_action(actions_, event);
    if (is_typing && !is_closing) {
      if (!undoes_typing() || action == nullptr || (action->name != "undo" && action->name != "redo")) {
        continue;
      }
      // Text typed since the last undo step becomes a step.
      record_edit(state_, true);
    }
    if ((state_.arrangement.widget_keys != WidgetKeys::off || gui_.has_popup()) && moves_in_widgets(press.key)) {
      continue;
    }
    if (action != nullptr && (!press.is_repeat || action->repeats) && takes_keys(*action, state_)) {
      perform(*action, state_);
    }
  }
}

bool WindowLoop::holds_input() {
  // A window that appears focuses its field in the second frame, and ImGui applies the focus one frame later.
  constexpr int most_frames = 4;
  const auto gives_keyboard = [](const auto& shown) { return shown.is_shown && shown.takes_focus; };
  const bool is_given =
      gives_keyboard(state_.dialogs.palette) || gives_keyboard(state_.dialogs.file) || gives_keyboard(state_.gallery);
  held_frames_ = gui_.wants_text() ? 0 : is_given ? most_frames : std::max(held_frames_ - 1, 0);
  return held_frames_ > 0;
}

bool WindowLoop::undoes_typing() const {
  const auto* const editor = current_capability<EditsCode>(state_.labs);
  return gui_.wants_text() && !state_.dialogs.file.is_shown && !state_.dialogs.palette.is_shown && editor != nullptr &&
         editor->undoes_typing();
}

void WindowLoop::make_frame(bool is_last) {
  if (!gui_.begin_frame(holds_input(), state_.course.letters)) {
    return;
  }
  watch_work();
  const bool was_idle = std::exchange(state_.machine.timings.is_idle, seconds_to_wait() == idle_seconds);
  if (state_.dialogs.has_machine_facts) {
    state_.machine.displays = facts_of(window_.displays());
  }
  state_.viewport.is_dragging = gui_.is_dragging();
  const Rect area = gui_.window_area();
  const LabState* const lab = open_lab(state_.labs);
  const bool was_lab_busy = lab != nullptr && lab->is_busy();
  content_.draw(actions_, gui_.theme(), area.width, area.height, gui_.pixels_per_unit());
  if (was_lab_busy && open_lab(state_.labs) == lab && !lab->is_busy()) {
    // The frames after its result have its pictures, and the scrollbars of its lists.
    lively_frames_ = frames_after_event;
  }
  if (state_.requests.copied_text) {
    gui_.copy_to_clipboard(*std::exchange(state_.requests.copied_text, std::nullopt));
  }
  ImDrawData& widgets = gui_.end_frame();
  const SharedImage* const image = content_.image();
  const ShownImage shown{image, image != nullptr ? image_view() : render::ViewportView{},
                         content_.scenes().image_changes()};
  const bool looks_same = shown_frame_.is_like(widgets, shown, content_.texture_changes());
  // All frames of a measured run are drawn.
  was_left_out_ = looks_same && !options_.frames && !is_last;
  if (!was_left_out_) {
    show_frame(widgets, is_last);
    update_timings(was_idle);
  }
  if (widgets_) {
    widgets_->update(state_, {input_count_, gui_.has_input_waiting(), lively_frames_ == 0},
                     content_.scenes().is_in_flight());
  }
}

void WindowLoop::show_frame(ImDrawData& widgets, bool is_last) {
  const auto before_draw = gpu::CallClock::now();
  draw_image();
  screen_.draw_widgets(widgets);
  add_renderer_span("draw", before_draw);
  if (is_last && options_.screenshot) {
    save_png(*options_.screenshot, screen_.read());
  }
  const auto before_swap = gpu::CallClock::now();
  screen_.show();
  add_renderer_span("swap", before_swap);
  if (frame_count_ == 0) {
    screen_.finish();
  }
  timing_.frame_is_shown(content_.scenes().times());
  if (frame_count_ == 0 && !options_.frames) {
    warm_up_ = warm_up_scenes(*state_.device);
  }
}

void WindowLoop::record(bool has_input) {
  constexpr double seconds_between = 0.25;
  has_unrecorded_input_ = has_unrecorded_input_ || has_input;
  // Comparing all settings is too expensive for frames without changes.
  if (!has_unrecorded_input_ && state_.now - recorded_ < seconds_between) {
    return;
  }
  // A whole drag, or a typed text, is one step.
  if (!gui_.is_busy() && !gui_.wants_text()) {
    recorded_ = state_.now;
    record_edit(state_, std::exchange(has_unrecorded_input_, false));
  }
}

void WindowLoop::watch_work() {
  if (state_.stream_profiler) {
    state_.stream_profiler->set_on(is_scene_watched(state_.labs));
  }
}

void WindowLoop::add_renderer_span(std::string_view name, gpu::CallClock::time_point start) {
  constexpr std::size_t max_spans = 1200;
  if (!state_.stream_profiler || !state_.stream_profiler->is_on()) {
    state_.renderer_spans.clear();
    return;
  }
  if (state_.renderer_spans.size() == max_spans) {
    state_.renderer_spans.erase(state_.renderer_spans.begin(), state_.renderer_spans.begin() + max_spans / 2);
  }
  state_.renderer_spans.push_back({name, {start, gpu::CallClock::now()}});
}

render::ViewportView WindowLoop::image_view() const {
  return content_.view(gui_.pixels_per_unit(), window_.framebuffer_height());
}

void WindowLoop::draw_image() {
  const ImVec4& canvas = color::canvas;
  screen_.clear(canvas.x, canvas.y, canvas.z);
  const SharedImage* const image = content_.image();
  if (image == nullptr) {
    return;
  }
  try {
    screen_.draw_image(*image, image_view());
  } catch (const render::Error& error) {
    // This happens, for example, if the device could not release the image.
    screen_.clear(canvas.x, canvas.y, canvas.z);
    state_.notices.notify(NoticeKind::error, error.what(), state_.now);
  }
}

void WindowLoop::update_timings(bool was_idle) {
  // Smooths over a fixed time, so that the values stay readable no matter how short the frames are.
  const double weight = std::clamp(timing_.last_frame_ms() / 200, 0.08, 1.0);
  const auto smooth = [weight](double& value, double sample) {
    value = value == 0 ? sample : value + weight * (sample - value);
  };
  if (was_idle) {
    // Excludes the idle time before this frame.
    timings_.frame_ms = 0;
  } else {
    smooth(timings_.frame_ms, timing_.last_frame_ms());
  }
  const FrameTimes& times = content_.scenes().times();
  smooth(timings_.kernel_ms, times.kernel_ms);
  smooth(timings_.map_ms, times.map_ms);
  smooth(timings_.draw_ms, times.draw_ms);
  smooth(timings_.unmap_ms, times.unmap_ms);
  // Values that change with each frame are unreadable, and each change requires another frame.
  constexpr double seconds_between = 0.5;
  if (state_.machine.timings.frame_ms == 0 || state_.now - timings_told_ >= seconds_between) {
    timings_told_ = state_.now;
    timings_.is_idle = state_.machine.timings.is_idle;
    state_.machine.timings = timings_;
  }
}

}  // namespace texelscope::app
