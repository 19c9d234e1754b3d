#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "app/lessons/lesson_check.h"
#include "app/window/explore_options.h"
#include "app/window/screenshot.h"

namespace texelscope::app {

/// Opens the window and runs until it is closed; returns the exit code. May throw: run() reports the error.
using ExploreFunction = std::function<int(const ExploreOptions&)>;

/// The functions of the window that the command line uses.
struct WindowFunctions {
  ExploreFunction explore{};
  /// Names, for completion.
  std::vector<std::string_view> labs{};
  /// The state that a session starts with, labs included.
  std::function<State()> make_state{};
  DrawPanels draw_panels{};
  /// Sets up the initial state of a window, and reads its files. @throws ParameterError, FileError.
  std::function<void(const ExploreOptions&, State&)> start_up{};
  /// Opens a painter for screenshots of the window. @throws render::Unavailable, gpu::Error.
  std::function<std::unique_ptr<WindowPainter>(const WindowPainterOptions&)> open_painter{};
};

/// The command line: runs one subcommand, writes results to standard output and errors to standard error as
/// "texelscope: error: …", and returns the exit code. Throws nothing.
[[nodiscard]] int run(int argc, const char* const* argv, const WindowFunctions& window) noexcept;

/// Prepares the process for run(), before there are threads: ending signals remove temporary files, write errors are
/// reported, and an exception that no code catches, such as one in a thread for which there is no memory, ends the
/// program like an error of run(). Without `handles_signals`, ending signals end it at once. For main().
void prepare_process(bool handles_signals) noexcept;

}  // namespace texelscope::app
