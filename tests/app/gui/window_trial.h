#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/window/screenshot.h"
#include "tests/app/cli/program_run.h"

namespace texelscope::tests {

/// Actions in an invisible window: the steps of picture_steps.h, and "open lab NAME", only as the first step, because
/// some labs have no key; "drop FILE", a picture; "remove the folder", the current one with its contents; "keep the
/// session", as the window does each second and at its end.
using WindowSteps = std::vector<std::string>;

/// Performs these steps, with the favorites, recent files and session of the environment's variables. The window's
/// messages are in the state's notices, and its widgets in the result. Throws as WindowPainter::paint().
std::set<std::string> do_in_window(const app::WindowPainter& painter, const WindowSteps& steps, app::State& state);

/// Several sequences of steps, each in a separate window.
using WindowWorks = std::vector<WindowSteps>;

/// Environment variables for a window that writes only into `place`, including its user's files.
[[nodiscard]] std::map<std::string, std::string> variables_of_window(const std::filesystem::path& place,
                                                                     const std::filesystem::path& elsewhere);

/// Runs the sequences in order in a separate process, with `place` as its current folder. It writes each window's
/// notices to standard error, in lines such as "2 failure: cannot write …": the number of the sequence from 0,
/// "success" or "failure", and the notice.
[[nodiscard]] ProgramRun window_run(const WindowWorks& works, const std::filesystem::path& place,
                                    const std::filesystem::path& elsewhere);

}  // namespace texelscope::tests
