#pragma once

#include <cstddef>
#include <deque>
#include <string>

#include "app/window/edit.h"

namespace texelscope::app {

/// What was set up, step by step.
class EditHistory {
 public:
  /// How many steps are kept; the oldest go first.
  static constexpr std::size_t capacity = 300;

  /// Takes down how things are. A change that a user made is a step, and what was undone before is gone then; one that
  /// came by itself belongs to the step before.
  void record(Edit edit, bool is_by_user);
  [[nodiscard]] bool can_undo() const noexcept { return position_ > 0; }
  [[nodiscard]] bool can_redo() const noexcept { return position_ + 1 < edits_.size(); }
  /// Brings the state a step back, and says what that was. Only where it can.
  void undo(State& state);
  /// And on again.
  void redo(State& state);

 private:
  void go(std::size_t position, const char* what, State& state);

  std::deque<Edit> edits_;
  /// Of how things are.
  std::size_t position_ = 0;
};

}  // namespace texelscope::app
