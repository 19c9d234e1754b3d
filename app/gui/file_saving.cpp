#include "app/gui/file_saving.h"

#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "app/files/abandoned_tasks.h"
#include "app/images/save_image.h"
#include "app/window/file_dialog.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace {

void say_saved(State& state, const std::filesystem::path& path) {
  state.notices.notify(NoticeKind::information, "Saved " + std::filesystem::absolute(path).string(), state.now);
}

}  // namespace

void FileSaving::update(State& state, SceneControl& scenes) {
  take_result(state);
  if (!state.requests.save || is_busy()) {
    return;
  }
  try {
    begin(state, scenes, *std::exchange(state.requests.save, std::nullopt));
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::error, error.what(), state.now);
  }
}

void FileSaving::begin(State& state, SceneControl& scenes, const SaveRequest& request) {
  std::shared_ptr<const Image> picture;
  SaveOptions options{.png_bits = request.png_bits};
  if (request.kind == SavedKind::picture) {
    picture = shown_image(state);
  } else if (request.kind == SavedKind::frame) {
    scenes.finish_frame();
    if (scenes.image() != nullptr) {
      picture = std::make_shared<const Image>(scenes.read_frame());
      options.is_encoded = state.format == FrameFormat::rgba32f_encoded;
    }
  }
  if (request.kind != SavedKind::session && picture == nullptr) {
    state.notices.notify(NoticeKind::warning,
                         request.kind == SavedKind::frame ? "There is no frame to save: no scene runs."
                                                          : "There is no picture to save: none is open.",
                         state.now);
    return;
  }
  path_ =
      request.path.empty() ? free_saved_name(state, request.kind, "", scenes.drawn_frame().value_or(0)) : request.path;
  if (request.kind == SavedKind::session) {
    save_session(path_, state);
    say_saved(state, path_);
    return;
  }
  state.saving = path_.filename().string();
  writing_ = std::async(std::launch::async, [path = path_, picture, options]() -> std::string {
    try {
      save_image(path, *picture, options);
      return "";
    } catch (const std::exception& error) {
      return error.what();
    }
  });
}

void FileSaving::take_result(State& state) {
  if (!is_ready(writing_)) {
    return;
  }
  state.saving.clear();
  if (const std::string error = writing_.get(); !error.empty()) {
    state.notices.notify(NoticeKind::error, error, state.now);
  } else {
    say_saved(state, path_);
  }
}

}  // namespace texelscope::app
