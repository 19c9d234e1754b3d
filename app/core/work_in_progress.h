#pragma once

#include <optional>
#include <string>

namespace texelscope::app {

struct State;

/// Something that takes its time while the window goes on.
struct WorkInProgress {
  /// "Reading mountain.png".
  std::string title;
  /// 0 … 1; nothing where it is not known.
  std::optional<double> progress{};
};

/// What goes on now: a picture that is read, or else what the open lab does.
[[nodiscard]] std::optional<WorkInProgress> work_in_progress(const State& state);
/// Ends that work, and drops what it has done.
void cancel_work(State& state);

/// The same once it has lasted so long that a user wants to know of it: half a second. Once a frame.
[[nodiscard]] std::optional<WorkInProgress> long_work(State& state);

}  // namespace texelscope::app
