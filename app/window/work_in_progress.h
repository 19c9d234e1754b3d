#pragma once

#include <optional>

#include "app/labs/work_in_progress.h"

namespace texelscope::app {

struct State;

/// What goes on now: a picture that is read, or else what the open lab does.
[[nodiscard]] std::optional<WorkInProgress> work_in_progress(const State& state);
/// Ends that work, and drops what it has done.
void cancel_work(State& state);

/// The same once it has lasted so long that a user wants to know of it: half a second. Once a frame.
[[nodiscard]] std::optional<WorkInProgress> long_work(State& state);

}  // namespace texelscope::app
