#include "tests/app/gui/window_trial.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "app/files/ending_signals.h"
#include "app/gui/window_painter.h"
#include "app/labs/kernel/kernel_lab.h"
#include "app/workspace/autosave.h"
#include "app/workspace/favorites.h"
#include "app/workspace/open.h"
#include "app/workspace/recent_files.h"
#include "tests/app/child_program.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;
using namespace app;

constexpr const char* steps_variable = "TEXELSCOPE_TRIAL_STEPS";
constexpr std::string_view lab_step = "open lab ";
constexpr std::string_view drop_step = "drop ";

/// Must run before the devices are listed: the threads of a driver would not block the signals, which would then end
/// the process without cleanup.
const bool ends_on_signals = [] {
  const bool is_trial = std::getenv(steps_variable) != nullptr;
  if (is_trial) {
    end_on_signals();
  }
  return is_trial;
}();

std::string rest_of(const std::string& step, std::string_view start) { return step.substr(start.size()); }

}  // namespace

std::set<std::string> do_in_window(const WindowPainter& painter, const WindowSteps& steps, State& state,
                                   bool are_of_user) {
  const ChildProgram program(built_program());
  recall_favorites(state, find_favorites_file());
  state.recent_files = RecentFiles(find_recent_files_file());
  bool keeps_session = false;
  ScreenshotOptions options{.width = 320, .height = 240, .frame = 1, .is_of_user = are_of_user};
  for (const std::string& step : steps) {
    if (step.starts_with(lab_step)) {
      for (std::size_t i = 0; i < state.labs.all.size(); ++i) {
        if (state.labs.all[i].name == rest_of(step, lab_step)) {
          choose_lab(state, i);
        }
      }
    } else if (step.starts_with(drop_step)) {
      open(state, rest_of(step, drop_step));
    } else if (step == "remove the folder") {
      fs::remove_all(fs::current_path());
    } else if (step == "keep the session") {
      keeps_session = true;
    } else {
      options.steps.push_back(step);
    }
  }
  if (state.labs.current) {
    // The window has space for all widgets of a lab.
    options = {.width = 1280, .height = 720, .frame = 1, .steps = options.steps, .is_of_user = are_of_user};
  }
  std::set<std::string> widgets;
  for (const auto& [name, rect] : painter.paint(state, options).widgets) {
    widgets.insert(name);
  }
  if (keeps_session) {
    Autosave(find_autosave_file().value(), state).finish(state);
  }
  return widgets;
}

std::map<std::string, std::string> variables_of_window(const fs::path& place, const fs::path& elsewhere) {
  return {{"TEXELSCOPE_FFMPEG", elsewhere / "ffmpeg"},
          {"TMPDIR", elsewhere / "temporary"},
          {"HOME", place},
          {"XDG_CONFIG_HOME", place / "config"},
          {"XDG_STATE_HOME", place / "state"},
          {"XDG_CACHE_HOME", elsewhere / "cache"},
          {"MESA_SHADER_CACHE_DISABLE", "true"}};
}

ProgramRun window_run(const WindowWorks& works, const fs::path& place, const fs::path& elsewhere) {
  ProgramRun run{.arguments = {"--gtest_filter=WindowOfTrials.PerformsTheStepsOfItsEnvironment"},
                 .folder = place,
                 .program = fs::read_symlink("/proc/self/exe"),
                 .environment = variables_of_window(place, elsewhere)};
  for (const WindowSteps& steps : works) {
    for (const std::string& step : steps) {
      run.environment[steps_variable] += step + '\n';
    }
    run.environment[steps_variable] += '\n';
  }
  return run;
}

namespace {

/// Parses sequences of steps, each of which ends with an empty line.
WindowWorks works_of(const std::string& text) {
  WindowWorks works;
  WindowSteps steps;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      works.push_back(std::exchange(steps, {}));
    } else {
      steps.push_back(line);
    }
  }
  return works;
}

/// Runs in the child process of the window tests. Does nothing without their environment variables.
TEST(WindowOfTrials, PerformsTheStepsOfItsEnvironment) {
  const char* const given = std::getenv(steps_variable);
  if (given == nullptr) {
    return;
  }
  ASSERT_TRUE(ends_on_signals);
  const auto painter = open_window_painter({.device = gpu::DeviceId{}});
  int number = 0;
  for (const WindowSteps& steps : works_of(given)) {
    State state = painter->make_state();
    do_in_window(*painter, steps, state);
    for (const Notice& notice : state.notices.entries()) {
      std::cerr << fmt::format("{} {}: {}\n", number, notice.kind == NoticeKind::information ? "success" : "failure",
                               notice.text);
    }
    for (const std::unique_ptr<LabState>& lab : state.labs.states) {
      const auto* const kernels = dynamic_cast<const KernelLab*>(lab.get());
      if (kernels != nullptr && !kernels->file_error().empty()) {
        std::cerr << fmt::format("{} failure: {}\n", number, kernels->file_error());
      }
    }
    ++number;
  }
}

}  // namespace
}  // namespace texelscope::tests
