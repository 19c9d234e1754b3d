#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/gui/gui.h"
#include "app/gui/screen/screen.h"
#include "app/gui/screen/shown_frame.h"
#include "app/gui/timing.h"
#include "app/gui/widget_file.h"
#include "app/gui/window_content.h"
#include "app/window/action.h"
#include "app/window/explore_options.h"
#include "app/workspace/autosave.h"
#include "app/workspace/notice.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// Frames that widgets need to settle: a texture is one frame late, and lists have their scrollbars after that.
inline constexpr int frames_after_event = 3;

/// Passes diagnostics, which arrive on any thread, to the window's thread.
class NoticeInbox {
 public:
  void add(const gpu::Diagnostic& diagnostic) {
    const std::lock_guard lock{mutex_};
    // A cleanup that fails in each frame must not exhaust memory while the window is not drawn.
    if (waiting_.size() < Notices::capacity) {
      waiting_.push_back(diagnostic);
    }
  }

  /// Adds a notice for each diagnostic since the last call; with `holds_warnings`, warnings wait for a later call.
  void empty_into(Notices& notices, double now, bool holds_warnings) {
    std::vector<gpu::Diagnostic> taken;
    {
      const std::lock_guard lock{mutex_};
      const auto held = std::ranges::stable_partition(
          waiting_, [&](const gpu::Diagnostic& each) { return is_error(each) || !holds_warnings; });
      taken.assign(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(held.begin()));
      waiting_.erase(waiting_.begin(), held.begin());
    }
    for (gpu::Diagnostic& diagnostic : taken) {
      const NoticeKind kind = is_error(diagnostic) ? NoticeKind::error : NoticeKind::warning;
      notices.notify(kind, std::move(diagnostic.text), now);
    }
  }

 private:
  static bool is_error(const gpu::Diagnostic& diagnostic) {
    return diagnostic.severity == gpu::Diagnostic::Severity::error;
  }

  std::mutex mutex_;
  std::vector<gpu::Diagnostic> waiting_;
};

/// Runs frames: events, the scene's frame, the panels, the screen.
class WindowLoop {
 public:
  WindowLoop(const ExploreOptions& options, Screen& screen, State& state, NoticeInbox& inbox, Autosave& autosave);

  /// Runs until the user quits, options.frames are shown or the window is closed. @throws FileError for the timing and
  /// screenshot files.
  void run();

 private:
  [[nodiscard]] double seconds_to_wait() const;
  /// Handles the window's events. @returns whether any arrived before the timeout.
  bool take_events(double waited_at_most);
  /// Whether a window that has received no events for this long still shows the current state.
  [[nodiscard]] bool is_as_shown(double waited);
  /// Whether an idle window changes by itself.
  [[nodiscard]] bool has_something_to_show();
  /// Handles held keys, except the last `waiting` presses of keys other than modifiers.
  void take_held_keys(std::size_t waiting);
  void take_keys(const std::vector<render::KeyPress>& keys);
  /// Whether a text field is about to receive keyboard focus, so that typed text must wait for it.
  [[nodiscard]] bool holds_input();
  /// Whether undo keys belong to the window while a text field has keyboard focus.
  [[nodiscard]] bool undoes_typing() const;
  /// Produces a frame, and draws it unless it looks like the last one.
  void make_frame(bool is_last);
  void show_frame(ImDrawData& widgets, bool is_last);
  /// Records the times of the device's work while a lab requests them.
  void watch_work();
  /// Records the renderer's work since `start`, while times are being recorded.
  void add_renderer_span(std::string_view name, gpu::CallClock::time_point start);
  /// The image's view for the current size of the framebuffer.
  [[nodiscard]] render::ViewportView image_view() const;
  void draw_image();
  /// `was_idle`: whether the window was idle before this frame.
  void update_timings(bool was_idle);
  /// Records the user's setup, for undo.
  void record(bool has_input);

  const ExploreOptions& options_;
  Screen& screen_;
  render::Window& window_;
  State& state_;
  NoticeInbox& inbox_;
  std::vector<Action> actions_;
  Gui gui_;
  WindowContent content_;
  Timing timing_;
  std::optional<WidgetFile> widgets_;
  Autosave& autosave_;
  std::uint64_t frame_count_ = 0;
  /// Begins when the first frame is shown.
  std::jthread warm_up_;
  /// Frames to draw although nothing moves: widgets settle over several frames after an event.
  int lively_frames_ = frames_after_event;
  /// Maximum number of further frames that hold input.
  int held_frames_ = 0;
  bool had_toast_ = false;
  bool has_unrecorded_input_ = false;
  ShownFrame shown_frame_;
  /// Whether the last frame was not drawn, because it looked like the previous one.
  bool was_left_out_ = false;
  /// Time of the last frame, on the state's clock.
  double made_ = 0;
  /// Smoothed; the state has the shown values, which change less often.
  Timings timings_;
  /// Time of their last update in the state, on the state's clock.
  double timings_told_ = 0;
  /// Time of the last record of the setup, on the state's clock.
  double recorded_ = 0;
  /// Keys not yet passed to the widgets.
  std::vector<render::KeyPress> held_keys_;
  /// Events of the mouse and the keyboard since the window opened.
  std::uint64_t input_count_ = 0;
};

}  // namespace texelscope::app
