#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "app/gui/lab_registry.h"
#include "app/gui/window_painter.h"
#include "app/text/parameter.h"
#include "app/window/action.h"
#include "app/window/screenshot.h"
#include "app/workspace/state.h"
#include "render/common/error.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/environment.h"
#include "tests/app/gui/window_trial.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::Ending;
using tests::Environment;
using tests::TemporaryFolder;
using tests::WindowSteps;
using Files = std::map<std::string, std::string>;

constexpr const char* fake_encoder = "#!/bin/sh\nfor last; do :; done\nexec cat > \"${last#file:}\"\n";
constexpr const char* kernel_file = "mine.cu";

/// Without the files of locks, which name the process.
Files written_files_in(const fs::path& folder) {
  Files files = tests::files_in(folder);
  std::erase_if(files, [](const auto& file) { return file.first.ends_with(".lock"); });
  return files;
}

/// Tests the files that the window's actions and buttons write, to the current folder and to the user's folders, and
/// the outcome. The test finds these actions and buttons by performing every available action, with no lab open, with
/// each lab, and with a picture, and by clicking each button with "save" in its name. other_works() lists the rest.
class WritingActions : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name : {"temporary", "cache"}) {
      fs::create_directory(folder / name);
    }
    fs::permissions(folder.write("ffmpeg", fake_encoder), fs::perms::owner_all);
    std::ofstream(folder / "picture.pgm", std::ios::binary) << "P5 2 2 255\nabcd";
    try {
      find_writers();
    } catch (const render::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
    const Ending ending = run_whole();
    ASSERT_EQ(ending.code(), 0) << ending.err;
  }

  /// Opens a picture, which updates the recent files; saves the session; and types the name of the kernel editor's
  /// file, with F5 in place of Ctrl+S, which the editor handles itself.
  [[nodiscard]] std::vector<WindowSteps> other_works() const {
    return {{drop()},
            {"keep the session"},
            {"open lab kernels", "click kernels.file", std::string("type ") + kernel_file, "press F5"}};
  }
  [[nodiscard]] std::string drop() const { return "drop " + (folder / "picture.pgm").string(); }

  void find_writers() {
    const auto painter = open_window_painter({.device = gpu::DeviceId{}});
    for (const WindowSteps& steps : other_works()) {
      add_if_it_writes(*painter, steps, {});
    }
    ASSERT_EQ(writers.size(), other_works().size());
    find_writers_from(*painter, {});
    for (const LabDeclaration& lab : labs()) {
      find_writers_from(*painter, {"open lab " + std::string(lab.name)});
    }
    // Opening a picture also writes a file.
    find_writers_from(*painter, {drop()});
  }

  /// Tries all actions and buttons that are available after these steps and have not been tried yet.
  void find_writers_from(const WindowPainter& painter, const WindowSteps& start) {
    const TemporaryFolder place;
    State state = painter.make_state();
    std::set<std::string> widgets;
    static_cast<void>(perform(painter, place.path(), start, state, widgets));
    const Files of_start = written_files_in(place.path());
    std::vector<std::string> steps;
    for (const Action& action : make_actions(state.scenes.all, state.labs.all)) {
      // A lab or scene is already open.
      const bool is_choice = action.name.starts_with("lab_") || action.name.starts_with("scene_");
      if (is_enabled(action, state) && !(is_choice && !start.empty()) && done.insert(action.name).second) {
        steps.push_back("press " + to_string(action.keys.front()));
      }
    }
    for (const std::string& widget : widgets) {
      if (widget.find("save") != std::string::npos && done.insert(widget).second) {
        steps.push_back("click " + widget);
      }
    }
    for (const std::string& step : steps) {
      WindowSteps work = start;
      // The step runs twice, because the second run ends a recording.
      work.insert(work.end(), {step, step});
      add_if_it_writes(painter, work, of_start);
    }
  }

  /// Performs these steps in a separate folder, and adds them to `writers` if they change its files. `others` are the
  /// files that exist before the last steps.
  void add_if_it_writes(const WindowPainter& painter, const WindowSteps& steps, const Files& others) {
    const TemporaryFolder place;
    State state = painter.make_state();
    std::set<std::string> widgets;
    static_cast<void>(perform(painter, place.path(), steps, state, widgets));
    if (const Files files = written_files_in(place.path()); files != others) {
      expect_refusal(painter, steps);
      writers.push_back(steps);
      are_kept.push_back(std::ranges::all_of(files, [](const auto& file) { return is_replaced(file.first); }));
    }
  }

  /// Expects that the same steps, if they may come from anyone, are refused and write nothing. The session is saved by
  /// the window, not by a step.
  void expect_refusal(const WindowPainter& painter, const WindowSteps& steps) const {
    if (steps.back() == "keep the session") {
      return;
    }
    const TemporaryFolder place;
    State state = painter.make_state();
    std::set<std::string> widgets;
    const std::string error = perform(painter, place.path(), steps, state, widgets, false);
    EXPECT_NE(error.find(" would "), std::string::npos) << fmt::format("{}: {}", fmt::join(steps, ", "), error);
    EXPECT_TRUE(fs::is_empty(place.path())) << fmt::format("{}", fmt::join(steps, ", "));
  }

  /// Returns the error of an unavailable or refused step; empty if there is none.
  std::string perform(const WindowPainter& painter, const fs::path& place, const WindowSteps& steps, State& state,
                      std::set<std::string>& widgets, bool are_of_user = true) const {
    // The variables contain references to the names in `values`.
    const std::map<std::string, std::string> values = tests::variables_of_window(place, folder.path());
    std::vector<std::unique_ptr<Environment>> variables;
    for (const auto& [name, value] : values) {
      variables.push_back(std::make_unique<Environment>(name.c_str(), value));
    }
    const fs::path former = fs::current_path();
    fs::current_path(place);
    std::string refusal;
    try {
      widgets = tests::do_in_window(painter, steps, state, are_of_user);
    } catch (const ParameterError& error) {
      // The action may not be available a second time.
      refusal = error.what();
    } catch (const std::exception& error) {
      ADD_FAILURE() << steps.back() << ": " << error.what();
    }
    fs::current_path(former);
    return refusal;
  }

  /// Runs all writers, one after another in a single process.
  [[nodiscard]] Ending run_in(const fs::path& place, const std::function<void(pid_t)>& meanwhile = {}) const {
    tests::ProgramRun run = tests::window_run(writers, place, folder.path());
    run.meanwhile = meanwhile;
    return tests::run_program(run);
  }

  Ending run_whole() {
    const TemporaryFolder place;
    Ending ending = run_in(place.path());
    whole = written_files_in(place.path());
    return ending;
  }

  /// Creates the files that a run wrote, so that the window reads valid files.
  static void prepare(const fs::path& place, const Files& files) {
    for (const auto& [name, bytes] : files) {
      fs::create_directories((place / name).parent_path());
      std::ofstream(place / name, std::ios::binary) << bytes;
    }
  }

  /// Whether a file belongs to the user, and is therefore replaced. Files in the current folder receive new names
  /// instead.
  [[nodiscard]] static bool is_replaced(const std::string& name) {
    return name.starts_with("config/") || name.starts_with("state/");
  }

  /// Whether a window reports a failure.
  [[nodiscard]] static bool is_failure_told(const Ending& ending, std::size_t work) {
    return ('\n' + ending.err).find(fmt::format("\n{} failure: ", work)) != std::string::npos;
  }

  [[nodiscard]] std::string silent_in(const Ending& ending) const {
    std::string silent;
    for (std::size_t i = 0; i < writers.size(); ++i) {
      if (!is_failure_told(ending, i)) {
        silent += fmt::format("no failure is reported for '{}'\n", fmt::join(writers[i], ", "));
      }
    }
    return silent.empty() ? "" : silent + ending.err;
  }

  // One test runs all trials, because finding the actions takes longer than each trial.
  void expect_each_kind() const;
  void expect_that_a_missing_folder_is_told() const;
  void expect_that_names_which_are_taken_stay() const;
  void expect_whole_files_after_a_signal() const;

  TemporaryFolder folder;
  tests::WindowWorks writers;
  /// Whether each writer writes only the user's files.
  std::vector<bool> are_kept;
  /// The names of the actions and buttons tried so far.
  std::set<std::string> done;
  /// The files that all writers write.
  Files whole;
};

void WritingActions::expect_each_kind() const {
  std::set<std::string> places;
  for (const auto& [name, bytes] : whole) {
    EXPECT_FALSE(bytes.empty()) << name;
    places.insert(fs::path(name).filename().string());
  }
  for (const char* const name : {"mine.cu", "session.json", "layout.svg", "layout.png", "000001.png"}) {
    EXPECT_TRUE(places.contains(name)) << name;
  }
  EXPECT_GE(std::ranges::count_if(whole, [](const auto& file) { return is_replaced(file.first); }), 3)
      << "the session, the favorites and the recent files";
  EXPECT_GE(writers.size(), 9U);
  std::string names;
  for (const WindowSteps& steps : writers) {
    names += fmt::format("  {}\n", fmt::join(steps, ", "));
  }
  std::cout << fmt::format("{} writers write {} files, found among {} actions and buttons:\n{}", writers.size(),
                           whole.size(), done.size(), names);
}

void WritingActions::expect_that_a_missing_folder_is_told() const {
  const fs::path place = folder / "gone";
  fs::create_directory(place);
  tests::WindowWorks works = writers;
  works.front().insert(works.front().begin(), "remove the folder");
  const Ending ending = tests::run_program(tests::window_run(works, place, folder.path()));
  EXPECT_EQ(ending.code(), 0) << ending.err;
  // The folders of the user's files are re-created.
  const Files left = fs::exists(place) ? written_files_in(place) : Files{};
  EXPECT_GE(left.size(), 3U);
  for (const auto& [name, bytes] : left) {
    EXPECT_TRUE(is_replaced(name) && whole.contains(name)) << name;
  }
  for (std::size_t i = 0; i < writers.size(); ++i) {
    EXPECT_TRUE(are_kept[i] || is_failure_told(ending, i)) << fmt::format("{}", fmt::join(writers[i], ", ")) << '\n'
                                                           << ending.err;
  }
}

void WritingActions::expect_that_names_which_are_taken_stay() const {
  const fs::path place = folder / "taken";
  const fs::path elsewhere = folder / "elsewhere";
  fs::create_directory(elsewhere);
  Files old;
  for (const auto& [name, bytes] : whole) {
    const fs::path path = place / name;
    fs::create_directories(path.parent_path());
    if (is_replaced(name)) {
      // A symbolic link to one of the user's files remains a link.
      std::ofstream(elsewhere / path.filename(), std::ios::binary) << bytes;
      fs::create_symlink(elsewhere / path.filename(), path);
    } else if (old.size() % 2 == 0) {
      std::ofstream(path) << "old";
      old[name] = "old";
    } else {
      fs::create_symlink(elsewhere / ("none_of_" + path.filename().string()), path);
      old[name] = "link to " + (elsewhere / ("none_of_" + path.filename().string())).string();
    }
  }
  const Ending ending = run_in(place);
  EXPECT_EQ(ending.code(), 0) << ending.err;
  const Files left = written_files_in(place);
  for (const auto& [name, bytes] : old) {
    EXPECT_TRUE(left.contains(name) && left.at(name) == bytes) << name;
  }
  for (const auto& [name, bytes] : whole) {
    EXPECT_TRUE(!is_replaced(name) || fs::is_symlink(place / name)) << name;
  }
  for (const auto& [name, bytes] : written_files_in(elsewhere)) {
    EXPECT_FALSE(name.starts_with("none_of_")) << name << " was created through a link";
    EXPECT_FALSE(bytes.empty()) << name;
  }
}

/// Whether a file is complete. The user's files are written more than once, so they may differ, but a truncated one
/// ends in the middle of a value or line.
bool is_whole(const Files& whole, const std::string& name, const std::string& bytes) {
  const auto found = whole.find(name);
  const bool is_kept = name.starts_with("config/") || name.starts_with("state/");
  return found != whole.end() &&
         (found->second == bytes ||
          (is_kept && (name.ends_with(".json") ? nlohmann::json::accept(bytes) : bytes.ends_with('\n'))));
}

void WritingActions::expect_whole_files_after_a_signal() const {
  const char* const wanted = std::getenv("TEXELSCOPE_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 4;
  std::mt19937 random(26);
  int count_of_files = 0;
  for (int kill = 0; kill < kills; ++kill) {
    const int signal = kill % 2 == 0 ? SIGKILL : SIGTERM;
    const TemporaryFolder place;
    // These folders are created in advance, so that changes in them are detected.
    fs::create_directories(place / "config/texelscope");
    fs::create_directories(place / "state/texelscope");
    tests::FolderWatch watch(place.path());
    const int events = std::uniform_int_distribution(1, 4 * static_cast<int>(whole.size()))(random);
    static_cast<void>(run_in(place.path(), [&](pid_t process) {
      static_cast<void>(watch.wait_for(events, process));
      ::kill(process, signal);
    }));
    for (const auto& [name, bytes] : written_files_in(place.path())) {
      const bool is_beside = fs::path(name).filename().string().starts_with(".texelscope-");
      count_of_files += is_beside ? 0 : 1;
      EXPECT_TRUE(is_beside ? signal == SIGKILL : is_whole(whole, name, bytes))
          << name << " of " << bytes.size() << " bytes after signal " << signal << " at event " << events;
    }
  }
  EXPECT_GT(count_of_files, 0) << "some signals arrive after the first file is complete";
}

TEST_F(WritingActions, LeaveWholeFilesAfterASignalAndOldOnesWhenTheyCannotWrite) {
  expect_each_kind();
  expect_that_a_missing_folder_is_told();
  expect_that_names_which_are_taken_stay();
  expect_whole_files_after_a_signal();
  const fs::path place = folder / "disk";
  fs::create_directory(place);
  for (const bool is_full : {true, false}) {
    SCOPED_TRACE(is_full);
    const std::optional<std::string> fault = tests::with_own_mounts([&]() -> std::string {
      if (!tests::mount_small(place, 8U << 20U)) {
        return "the file system was not mounted";
      }
      prepare(place, whole);
      // The editor asks before it overwrites a file that it did not create.
      fs::remove(place / kernel_file);
      const Files old = written_files_in(place);
      if (is_full) {
        tests::fill_up(place);
      } else if (!tests::mount_read_only(place)) {
        return "the file system was not mounted";
      }
      const Ending ending = run_in(place);
      std::error_code ignored;
      fs::remove(place / "filler", ignored);
      std::string what = silent_in(ending);
      if (ending.code() != 0) {
        what += fmt::format("code {}: {}\n", ending.code(), ending.err);
      }
      return written_files_in(place) == old ? what : what + "the files have changed\n";
    });
    if (!fault) {
      GTEST_SKIP() << "this user lacks the permission to mount";
    }
    EXPECT_EQ(*fault, "");
  }
}

}  // namespace
}  // namespace texelscope::app
