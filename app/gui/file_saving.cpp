#include "app/gui/file_saving.h"

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "app/documents/document.h"
#include "app/files/abandoned_tasks.h"
#include "app/files/file.h"
#include "app/images/picture_clipboard.h"
#include "app/images/save_image.h"
#include "app/lessons/lesson_results.h"
#include "app/text/shown_path.h"
#include "app/text/time_text.h"
#include "app/window/file_dialog.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

void say_saved(State& state, const std::filesystem::path& path) {
  state.notices.notify(NoticeKind::information, "Saved " + std::filesystem::absolute(path).string(), state.now);
}

}  // namespace

void FileSaving::update(State& state, SceneControl& scenes) {
  take_result(state);
  if (is_busy()) {
    return;
  }
  if (!state.requests.save) {
    return;
  }
  try {
    begin(state, scenes, *std::exchange(state.requests.save, std::nullopt));
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::error, error.what(), state.now);
  }
}

void FileSaving::begin(State& state, SceneControl& scenes, const SaveRequest& request) {
  const auto path_for = [&] {
    return request.path.empty() ? free_saved_name(state, request.kind, "", scenes.drawn_frame().value_or(0))
                                : request.path;
  };
  switch (request.kind) {
    case SavedKind::frame: {
      scenes.finish_frame();
      if (scenes.image() == nullptr) {
        state.notices.notify(NoticeKind::warning, "There is no frame to save: no scene is running.", state.now);
        return;
      }
      const SaveOptions options{.png_bits = request.png_bits,
                                .is_encoded = state.frame.format == FrameFormat::rgba32f_encoded};
      const auto frame = std::make_shared<const Image>(scenes.read_frame());
      write_beside(state, path_for(), [frame, options](const auto& path) { save_image(path, *frame, options); });
      return;
    }
    case SavedKind::picture: {
      if (!shown_document(state)->has_picture()) {
        state.notices.notify(NoticeKind::warning, "There is no picture to save: no picture is open.", state.now);
        return;
      }
      const SaveOptions options{.png_bits = request.png_bits};
      const std::shared_ptr<const Image> picture = shown_document(state)->picture().image;
      write_beside(state, path_for(), [picture, options](const auto& path) { save_image(path, *picture, options); });
      return;
    }
    case SavedKind::session: {
      const std::filesystem::path path = path_for();
      save_session(path, state);
      say_saved(state, path);
      return;
    }
    case SavedKind::lesson_results: {
      const std::filesystem::path path = path_for();
      const std::string text = results_text(results_of(state.course, utc_time_text()));
      write_file(path, [&](std::ostream& out) { out << text; });
      state.course.saved_progress = state.course.progress;
      say_saved(state, path);
      return;
    }
    case SavedKind::video:
      state.requests.record = RecordRequest{RecordingKind::video, request.path};
      return;
    case SavedKind::clipboard:
      copy_beside(state, scenes);
      return;
    case SavedKind::lab_file: {
      if (const Exports* const exports = shown_document(state)->exports()) {
        write_beside(state, path_for(),
                     [write = exports->file_writer()](const auto& path) { write_file(path, write); });
      }
      return;
    }
  }
}

void FileSaving::copy_beside(State& state, SceneControl& scenes) {
  std::shared_ptr<const Image> picture;
  const bool is_frame = !shown_document(state)->has_picture();
  if (!is_frame) {
    picture = shown_document(state)->picture().image;
  } else {
    scenes.finish_frame();
    if (state.labs.is_any_open() || scenes.image() == nullptr) {
      state.notices.notify(NoticeKind::warning, "There is no picture to copy.", state.now);
      return;
    }
    picture = std::make_shared<const Image>(scenes.read_frame());
  }
  const bool is_encoded = is_frame && state.frame.format == FrameFormat::rgba32f_encoded;
  run_beside(state, {}, [picture, is_encoded] { copy_picture(*picture, is_encoded); });
}

void FileSaving::write_beside(State& state, const std::filesystem::path& path,
                              std::function<void(const std::filesystem::path&)> write) {
  run_beside(state, path, [path, write = std::move(write)] { write(path); });
}

void FileSaving::run_beside(State& state, const std::filesystem::path& path, std::function<void()> work) {
  path_ = path;
  state.work.saving = path.empty() ? "the clipboard" : shown_file_name(path);
  writing_ = std::async(std::launch::async, [work = std::move(work)]() -> std::string {
    try {
      work();
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
  state.work.saving.clear();
  if (const std::string error = writing_.get(); !error.empty()) {
    state.notices.notify(NoticeKind::error, error, state.now);
  } else if (path_.empty()) {
    state.notices.notify(NoticeKind::information, "Copied picture", state.now);
  } else {
    say_saved(state, path_);
  }
}

}  // namespace texelscope::app
