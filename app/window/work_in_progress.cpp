#include "app/window/work_in_progress.h"

#include "app/window/state.h"

namespace texelscope::app {
namespace {

constexpr double long_seconds = 0.5;

}  // namespace

std::optional<WorkInProgress> work_in_progress(const State& state) {
  if (state.is_loading) {
    return WorkInProgress{"Reading " + state.loading_path.filename().string()};
  }
  return state.lab ? state.lab_states[*state.lab]->work_in_progress() : std::nullopt;
}

void cancel_work(State& state) {
  if (state.is_loading) {
    state.requests.stop_loading = true;
  } else if (state.lab) {
    state.lab_states[*state.lab]->cancel_work();
  }
}

std::optional<WorkInProgress> long_work(State& state) {
  std::optional<WorkInProgress> work = work_in_progress(state);
  if (!work || work->title != state.work_title) {
    state.work_title = work ? work->title : "";
    state.work_since = state.now;
  }
  return work && state.now - state.work_since >= long_seconds ? work : std::nullopt;
}

}  // namespace texelscope::app
