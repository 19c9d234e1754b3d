#include "app/window/edit_history.h"

#include <fmt/format.h>

#include <utility>

#include "app/window/state.h"

namespace texelscope::app {

void EditHistory::record(Edit edit, bool is_by_user) {
  if (edits_.empty()) {
    edits_.push_back(std::move(edit));
    return;
  }
  if (edits_[position_] == edit) {
    return;
  }
  if (!is_by_user) {
    edits_[position_] = std::move(edit);
    return;
  }
  edits_.resize(position_ + 1);
  edits_.push_back(std::move(edit));
  if (edits_.size() > capacity) {
    edits_.pop_front();
  }
  position_ = edits_.size() - 1;
}

void EditHistory::undo(State& state) { go(position_ - 1, "Undone", state); }

void EditHistory::redo(State& state) { go(position_ + 1, "Done again", state); }

void EditHistory::go(std::size_t position, const char* what, State& state) {
  const std::string changed = difference(edits_[position_], edits_[position], state);
  take_edit(edits_[position], state);
  position_ = position;
  state.notices.notify(NoticeKind::information, fmt::format("{}: {}", what, changed), state.now);
}

}  // namespace texelscope::app
