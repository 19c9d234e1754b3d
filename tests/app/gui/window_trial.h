#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/window/screenshot.h"
#include "tests/app/cli/program_run.h"

namespace texelscope::tests {

/// Something that is done in a window that nobody sees: the steps of picture_steps.h, and
/// "open lab NAME", first of all, which no key does as well for each lab;
/// "drop FILE", a picture;
/// "remove the folder", the current one, with all that is in it;
/// "keep the session", as the window does each second and when it ends.
using WindowSteps = std::vector<std::string>;

/// Does these steps, with favorites, recent files and session where the variables of the environment say. What the
/// window says stands in the state's notices, and its widgets in the result. Throws as WindowPainter::paint().
std::set<std::string> do_in_window(const app::WindowPainter& painter, const WindowSteps& steps, app::State& state);

/// Several, each in a window of its own.
using WindowWorks = std::vector<WindowSteps>;

/// Variables of the environment for a window that writes into `place` alone: what it keeps for its user, too.
[[nodiscard]] std::map<std::string, std::string> variables_of_window(const std::filesystem::path& place,
                                                                     const std::filesystem::path& elsewhere);

/// Works in a process of its own, one after the other, whose current folder is `place`. It writes what each window says
/// to standard error, in lines such as "2 failure: cannot write …": the number of the work from 0 on, "success" or
/// "failure", and the notice.
[[nodiscard]] ProgramRun window_run(const WindowWorks& works, const std::filesystem::path& place,
                                    const std::filesystem::path& elsewhere);

}  // namespace texelscope::tests
