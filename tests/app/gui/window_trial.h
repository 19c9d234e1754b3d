#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/window/screenshot.h"
#include "tests/app/cli/program_run.h"

namespace texelscope::tests {

/// Actions in an invisible window: the steps of picture_steps.h, and four more. "open lab NAME" opens a lab, because
/// some labs have no key, and can only be the first step. "drop FILE" drops a picture. "remove the folder" removes the
/// current folder with its contents. "keep the session" saves the session, as the window does every second and when it
/// closes.
using WindowSteps = std::vector<std::string>;

/// Performs these steps, which the user typed or which may come from anyone, with the favorites, recent files and
/// session that environment variables specify. Adds the window's messages to the state's notices, and returns the names
/// of its widgets. @throws the errors of WindowPainter::paint().
std::set<std::string> do_in_window(const app::WindowPainter& painter, const WindowSteps& steps, app::State& state,
                                   bool are_of_user = true);

/// Sequences of steps, each performed in a separate window.
using WindowWorks = std::vector<WindowSteps>;

/// Environment variables for a window that writes only into `place`, including its user's files.
[[nodiscard]] std::map<std::string, std::string> variables_of_window(const std::filesystem::path& place,
                                                                     const std::filesystem::path& elsewhere);

/// Runs the sequences in order in a separate process, with `place` as its current folder. The process writes each
/// window's notices to standard error, in lines such as "2 failure: cannot write …": the index of the sequence,
/// "success" or "failure", and the notice.
[[nodiscard]] ProgramRun window_run(const WindowWorks& works, const std::filesystem::path& place,
                                    const std::filesystem::path& elsewhere);

}  // namespace texelscope::tests
