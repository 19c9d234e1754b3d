#pragma once

#include "app/workspace/edit.h"
#include "app/workspace/state.h"

/// The current scene or lab and the view of a picture are not steps of undo: it leaves them unchanged, except that it
/// shows the scene or lab whose setting it changes.
namespace texelscope::app {

[[nodiscard]] Edit edit_of(const Documents& documents);
/// Applies an edit to the state by setting what differs. A value that a lab no longer accepts, such as a deleted file,
/// becomes a notice.
void take_edit(const Edit& edit, State& state);

/// Records the current state. A change by the user becomes a step, and discards the steps that were undone; any other
/// change is added to the previous step.
void record_edit(State& state, bool is_by_user);
/// Reverts the last step and notifies the user of it. Requires EditHistory::can_undo().
void undo(State& state);
/// Applies the next step again. Requires EditHistory::can_redo().
void redo(State& state);

}  // namespace texelscope::app
