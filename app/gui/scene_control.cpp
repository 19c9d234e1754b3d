#include "app/gui/scene_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "app/scene/scene_input.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

/// A window's size must be stable this long before its frame is re-created.
constexpr double rest_seconds = 0.12;
/// The longest time that the window waits for a frame: less than the refresh interval of most displays.
constexpr std::chrono::milliseconds longest_wait{10};

bool has_same_extent(const FrameSize& a, const FrameSize& b) { return a.width == b.width && a.height == b.height; }

std::vector<ParameterValue> values_of(const ParameterValues& values) {
  std::vector<ParameterValue> all;
  for (const Parameter& parameter : values.parameters()) {
    all.push_back(values.value(parameter.name));
  }
  return all;
}

}  // namespace

SceneControl::SceneControl(std::shared_ptr<const ImageSharing> images, State& state, FramePace pace)
    : state_{state}, pace_{pace}, runner_{std::move(images)} {}

void SceneControl::notify(NoticeKind kind, const std::string& text) { state_.notices.notify(kind, text, state_.now); }

const SharedImage* SceneControl::image() const { return running_ ? &runner_.output() : nullptr; }

std::optional<std::uint64_t> SceneControl::drawn_frame() const {
  return drawn_ ? std::optional{drawn_->number} : std::nullopt;
}

bool SceneControl::is_still() const {
  return running_ && running_->scene == state_.scenes.current && drawn_ && !is_in_flight() &&
         pace_ != FramePace::each && !state_.viewport.pointer.is_pressed && !drawn_->pointer.is_pressed &&
         runner_.is_still(shown_values(state_));
}

bool SceneControl::has_frame_to_show() const {
  try {
    return runner_.is_ready();
  } catch (const std::exception&) {
    // update() reports the error.
    return true;
  }
}

bool SceneControl::is_resizing() const { return running_ && !has_same_extent(wanted_size_, running_->size); }

void SceneControl::update() {
  // Even if the scene is paused or about to be replaced.
  take_frame(is_recorded() ? std::chrono::steady_clock::time_point::max() : std::chrono::steady_clock::now());
  if (!is_scene_resting(state_) && !is_in_flight()) {
    if (must_start()) {
      start();
    }
    if (running_ && !state_.scenes.has_failed) {
      run();
    }
  }
  state_.frame.number = drawn_frame();
  std::optional<double>& since = state_.frame.pending_since;
  since = is_in_flight() ? std::optional(since.value_or(state_.now)) : std::nullopt;
  if (std::exchange(state_.requests.frame_values, false)) {
    show_frame_values();
  }
}

bool SceneControl::must_start() {
  wanted_texel_size_ = wanted_texel_size();
  FrameSize wanted = wanted_frame_size(state_);
  wanted.width = std::max(wanted.width / wanted_texel_size_, 1);
  wanted.height = std::max(wanted.height / wanted_texel_size_, 1);
  if (!has_same_extent(wanted, wanted_size_)) {
    wanted_size_ = wanted;
    wanted_since_ = state_.now;
  }
  if (std::exchange(state_.scenes.must_restart, false)) {
    state_.scenes.playback.number = 0;
    return true;
  }
  if (!running_) {
    return !state_.scenes.has_failed;
  }
  if (running_->scene != state_.scenes.current) {
    return true;
  }
  if (input_for(current_scene(state_), running_->image) != input_of(state_, current_scene(state_))) {
    return true;
  }
  return wanted_texel_size_ != running_->texel_size ||
         (!has_same_extent(wanted, running_->size) && state_.now - wanted_since_ >= rest_seconds);
}

int SceneControl::wanted_texel_size() const {
  constexpr double longest_ms = 1000.0 / 30;
  constexpr double largest = 8;
  const SceneDeclaration& scene = current_scene(state_);
  // Requires that a frame of a different size shows the same content, and scales by whole texels.
  const bool may_be_coarse = pace_ == FramePace::display && state_.viewport.is_dragging && running_ &&
                             running_->scene == state_.scenes.current && !scene.has_history &&
                             state_.viewport.view.is_fit && current_settings(state_).size.follows_viewport;
  // The texel size is chosen once per drag, and stays 1 if the scene does not depend on the dragged value.
  const bool must_draw = !is_still() || drawn_->values != values_of(shown_values(state_));
  if (!may_be_coarse || (running_->texel_size == 1 && !must_draw)) {
    return 1;
  }
  return running_->texel_size > 1
             ? running_->texel_size
             : static_cast<int>(std::clamp(std::ceil(std::sqrt(times_.kernel_ms / longest_ms)), 1.0, largest));
}

void SceneControl::start() {
  const FrameSize size = wanted_size_;
  const SceneDeclaration& scene = current_scene(state_);
  const std::shared_ptr<const Image> image = shown_image(state_);
  try {
    runner_.start(scene, size.width, size.height, input_for(scene, image));
  } catch (const std::exception& error) {
    notify(NoticeKind::error, error.what());
    undo_start();
    return;
  }
  // A different size, or a different picture with the same view, does not reset frame numbers, except for scenes with
  // history.
  if (running_ && running_->scene == state_.scenes.current && scene.has_history) {
    state_.scenes.playback.number = 0;
  }
  running_ = {state_.scenes.current, image, size, wanted_texel_size_};
  drawn_.reset();
  state_.scenes.has_failed = false;
}

void SceneControl::undo_start() {
  if (!running_) {
    state_.scenes.has_failed = true;
    return;
  }
  if (current_scene(state_).takes != SceneInput::none && running_->image != shown_image(state_)) {
    if (std::exchange(state_.pictures.compared.picture, nullptr)) {
      state_.pictures.list.comparison = PictureComparison::off;
    } else {
      state_.pictures.current = std::exchange(state_.pictures.previous, std::nullopt);
    }
  }
  if (running_->scene != state_.scenes.current) {
    state_.scenes.current = running_->scene;
    state_.scenes.playback.number = drawn_ ? drawn_->number : 0;
  } else if (!has_same_extent(wanted_size_, running_->size)) {
    // Otherwise each frame would retry the size that failed.
    current_settings(state_).size = {false, running_->size.width, running_->size.height};
  }
}

void SceneControl::run() {
  const ParameterValues values = shown_values(state_);
  Drawn wanted{state_.scenes.playback.number, state_.viewport.pointer, values_of(values)};
  // A lab that observes the scene shows the scene's work even if the frame does not change, so the frame runs once per
  // frame of the window, which is idle in between.
  if (is_still() && !state_.labs.is_any_open()) {
    drawn_->number = wanted.number;
  }
  if (is_drawn(wanted)) {
    return;
  }
  try {
    if (pace_ == FramePace::display) {
      run_beside_window(wanted);
    } else {
      times_ = runner_.run_to(wanted.number, values, wanted.pointer);
      show(std::move(wanted));
    }
  } catch (const std::exception& error) {
    stop(error);
  }
}

bool SceneControl::is_drawn(const Drawn& wanted) const {
  const Pointer& pointer = wanted.pointer;
  return drawn_ && drawn_->number == wanted.number && drawn_->values == wanted.values &&
         drawn_->pointer.is_pressed == pointer.is_pressed &&
         (!pointer.is_pressed || (drawn_->pointer.x == pointer.x && drawn_->pointer.y == pointer.y));
}

void SceneControl::run_beside_window(const Drawn& wanted) {
  // The window does not wait for a scene that took longer last time.
  const std::chrono::duration<double, std::milli> last{times_.kernel_ms};
  const auto start = std::chrono::steady_clock::now();
  const auto deadline = is_recorded()          ? std::chrono::steady_clock::time_point::max()
                        : last <= longest_wait ? start + longest_wait
                                               : start;
  while (!is_drawn(wanted) && !state_.scenes.has_failed && !is_in_flight()) {
    runner_.begin(wanted.number, shown_values(state_), wanted.pointer);
    in_flight_ = wanted;
    if (std::chrono::steady_clock::now() < deadline) {
      take_frame(deadline);
    }
  }
}

void SceneControl::take_frame(std::chrono::steady_clock::time_point deadline) {
  try {
    if (const std::optional<FrameTimes> times = runner_.complete_by(deadline)) {
      times_ = *times;
      in_flight_.number = *runner_.last_frame();
      show(std::exchange(in_flight_, {}));
    }
  } catch (const std::exception& error) {
    stop(error);
  }
}

bool SceneControl::is_recorded() const { return state_.work.recording.is_running || state_.requests.record; }

void SceneControl::finish_frame() { take_frame(std::chrono::steady_clock::time_point::max()); }

void SceneControl::show(Drawn frame) {
  drawn_ = std::move(frame);
  has_shown_ = true;
  follow_output();
}

void SceneControl::follow_output() {
  ++image_changes_;
  const SharedImage& image = runner_.output();
  state_.frame.scene = running_ ? std::optional(running_->scene) : std::nullopt;
  state_.frame.width = image.width();
  state_.frame.height = image.height();
  state_.frame.format = runner_.format();
  state_.frame.is_premultiplied = runner_.is_premultiplied();
}

void SceneControl::stop(const std::exception& error) {
  notify(NoticeKind::error, fmt::format("{}. The scene stopped; R restarts it.", error.what()));
  state_.scenes.has_failed = true;
  follow_output();
}

void SceneControl::read_texels(double values_from_zoom) {
  state_.frame.texels = wanted_texels(state_, values_from_zoom);
  state_.frame.sampled.reset();
  TexelPatch& patch = state_.frame.texels;
  if (!has_shown_ || patch.width == 0 || patch.height == 0) {
    patch.width = patch.height = 0;
    return;
  }
  patch.bytes.resize(static_cast<std::size_t>(patch.width) * static_cast<std::size_t>(patch.height) *
                     bytes_per_texel(patch.format));
  try {
    runner_.output().read({patch.x, patch.y, patch.width, patch.height}, patch.bytes);
    if (const std::optional<Point>& at = state_.viewport.hovered; at && drawn_) {
      state_.frame.sampled = runner_.sampled(shown_values(state_), static_cast<int>(at->x), static_cast<int>(at->y));
    }
  } catch (const std::exception& error) {
    patch = {.format = state_.frame.format};
    notify(NoticeKind::error, error.what());
  }
}

void SceneControl::show_frame_values() {
  finish_frame();
  try {
    if (!running_) {
      notify(NoticeKind::warning, "There is no frame to inspect: no scene is running.");
      return;
    }
    const std::string name =
        fmt::format("{}, frame {}", state_.scenes.all[running_->scene].title, drawn_ ? drawn_->number : 0);
    open_values(state_, {name, std::make_shared<const Image>(runner_.read_frame()), "", ""});
  } catch (const std::exception& error) {
    notify(NoticeKind::error, error.what());
  }
}

}  // namespace texelscope::app
