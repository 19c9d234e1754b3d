#include "app/gui/scene_recording.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "app/files/file.h"
#include "app/text/shown_path.h"

namespace texelscope::app {

void SceneRecording::update(State& state, const SceneControl& scenes) {
  const std::optional<RecordRequest> wanted = std::exchange(state.requests.record, std::nullopt);
  try {
    const std::optional<std::uint64_t> number = scenes.drawn_frame();
    if (!recorder_) {
      if (wanted) {
        begin(state, scenes, *wanted);
      }
      return;
    }
    const bool goes_on = !wanted && number && !state.scenes.has_failed && state.scenes.current == take_.scene &&
                         state.frame.width == take_.width && state.frame.height == take_.height &&
                         *number >= take_.last;
    if (!goes_on) {
      finish(state);
    } else if (*number > take_.last) {
      add(state, scenes, *number);
    }
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::error, error.what(), state.now);
    recorder_.reset();
    state.work.recording = {};
  }
}

void SceneRecording::begin(State& state, const SceneControl& scenes, const RecordRequest& request) {
  const std::optional<std::uint64_t> number = scenes.drawn_frame();
  if (!number) {
    state.notices.notify(NoticeKind::warning, "There is no frame to record: no scene is running.", state.now);
    return;
  }
  const std::string stem = fmt::format("{}-{}", current_scene(state).name, *number);
  std::filesystem::path out;
  if (request.kind == RecordingKind::video) {
    out = path_ = request.path.empty() ? free_name(stem, ".mp4") : request.path;
  } else {
    path_ = free_name(stem + "-frames", "");
    make_new_folder(path_);
    out = path_ / "%06d.png";
  }
  recorder_.emplace(out, state.frame.width, state.frame.height, 0, 1);
  take_ = {state.scenes.current, state.frame.width, state.frame.height, *number};
  // Time continues from the shown frame, even if a later one is in flight.
  state.scenes.playback.is_paused = false;
  state.scenes.playback.number = *number;
  add(state, scenes, *number);
}

void SceneRecording::add(State& state, const SceneControl& scenes, std::uint64_t number) {
  recorder_->add(number, scenes.read_frame());
  take_.last = number;
  state.work.recording = {true, recorder_->count(), shown_file_name(path_)};
}

void SceneRecording::finish(State& state) {
  if (!recorder_) {
    return;
  }
  const std::uint64_t count = recorder_->count();
  try {
    recorder_->finish();
    state.notices.notify(NoticeKind::information,
                         fmt::format("Recorded {} frames: {}", count, std::filesystem::absolute(path_).string()),
                         state.now);
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::error, error.what(), state.now);
  }
  recorder_.reset();
  state.work.recording = {};
}

}  // namespace texelscope::app
