#include "app/workspace/state.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/documents/document.h"
#include "app/text/shown_path.h"

namespace texelscope::app {
namespace {

constexpr double long_seconds = 0.5;

}  // namespace

bool has_covered_results(const State& state) {
  const LabDeclaration* const lab = current_lab(state.labs);
  const std::string part = lab != nullptr ? fmt::format("{}.", lab->name) : "viewport";
  const auto is_of_it = [&](const std::string& name) { return name.starts_with(part); };
  const Course& course = state.course;
  const LessonStep* const step = current_step(course);
  return step != nullptr &&
         (course.is_lab_covered ||
          (course.outcome == LessonOutcome::open && std::ranges::any_of(step->question.hidden, is_of_it)) ||
          std::ranges::any_of(course.also_hidden, is_of_it));
}

std::optional<WorkInProgress> work_in_progress(const State& state) {
  if (const WantedPicture* const read = state.pictures.reader.current()) {
    return WorkInProgress{"Reading " + shown_file_name(read->path)};
  }
  if (!state.work.saving.empty()) {
    return WorkInProgress{"Writing " + state.work.saving};
  }
  return shown_document(state)->work_in_progress();
}

void cancel_work(State& state) {
  if (const WantedPicture* const read = state.pictures.reader.current()) {
    state.notices.notify(NoticeKind::information, "Stopped reading " + shown_file_name(read->path), state.now);
    state.pictures.reader.stop();
  } else {
    shown_document(state)->cancel_work();
  }
}

std::optional<WorkInProgress> long_work(State& state) {
  std::optional<WorkInProgress> work = work_in_progress(state);
  if (!work || work->title != state.work.title) {
    state.work.title = work ? work->title : "";
    state.work.since = state.now;
  }
  return work && state.now - state.work.since >= long_seconds ? work : std::nullopt;
}

}  // namespace texelscope::app
