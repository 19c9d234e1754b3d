#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <system_error>

#include "app/gui/window_painter.h"
#include "app/text/parameter.h"
#include "app/window/action.h"
#include "app/window/screenshot.h"
#include "app/window/state.h"
#include "render/common/error.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::Ending;
using tests::Environment;
using tests::files_in;
using tests::TemporaryFolder;

constexpr const char* fake_encoder = "#!/bin/sh\nfor last; do :; done\nexec cat > \"${last#file:}\"\n";

/// What the window's actions write into the current folder, and how that ends.
class WritingActions : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name : {"home", "temporary"}) {
      fs::create_directory(folder / name);
    }
    fs::permissions(folder.write("ffmpeg", fake_encoder), fs::perms::owner_all);
    try {
      find_writers();
    } catch (const render::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
    ASSERT_GE(writers.size(), 4U) << "frames, sessions, and two kinds of recordings";
  }

  /// Performs every action there is, in a folder of its own, twice, as recordings end so.
  void find_writers() {
    const Environment encoder("TEXELSCOPE_FFMPEG", folder / "ffmpeg");
    const Environment home("HOME", folder / "home");
    const fs::path former = fs::current_path();
    const auto painter = open_window_painter({.device = gpu::DeviceId{}});
    const State first = painter->make_state();
    for (const Action& action : make_actions(first.scenes, first.labs)) {
      const fs::path place = folder / ("action_" + action.name);
      const std::string step = "press " + to_string(action.keys.front());
      fs::create_directory(place);
      fs::current_path(place);
      State state = painter->make_state();
      try {
        static_cast<void>(painter->paint(state, {.width = 320, .height = 240, .frame = 1, .steps = {step, step}}));
      } catch (const ParameterError&) {
        // It cannot be done from the beginning.
      } catch (const std::exception& error) {
        fs::current_path(former);
        FAIL() << "action " << action.name << ": " << error.what();
      }
      fs::current_path(former);
      if (const auto files = files_in(place); !files.empty()) {
        writers[step] = files;
      }
    }
  }

  [[nodiscard]] tests::ProgramRun run_in(const fs::path& place, const std::string& step) const {
    return {.arguments = {"picture", "--device", "cpu", "--scene", "plasma", "--frame", "1", "--size", "320x240",
                          "--do", step, "--do", step, "--out", folder / "picture.png"},
            .folder = place,
            .environment = {
                {"TEXELSCOPE_FFMPEG", folder / "ffmpeg"}, {"HOME", folder / "home"}, {"TMPDIR", folder / "temporary"}}};
  }

  TemporaryFolder folder;
  /// The step, and what it writes.
  std::map<std::string, std::map<std::string, std::string>> writers;
};

TEST_F(WritingActions, LeaveNothingWhereTheDiskIsFullOrReadOnly) {
  for (const auto& [step, files] : writers) {
    SCOPED_TRACE(step);
    const fs::path place = folder / "disk";
    fs::create_directory(place);
    for (const bool is_full : {true, false}) {
      const std::optional<std::string> fault = tests::with_own_mounts([&]() -> std::string {
        if (!tests::mount_small(place, 1U << 20U) || (!is_full && !tests::mount_read_only(place))) {
          return "nothing is mounted";
        }
        if (is_full) {
          tests::fill_up(place);
        }
        const Ending ending = tests::run_program(run_in(place, step));
        std::error_code ignored;
        fs::remove(place / "filler", ignored);
        const auto left = files_in(place);
        return ending.code() == 0 && left.empty()
                   ? ""
                   : fmt::format("code {}, {} files: {}", ending.code(), left.size(), ending.err);
      });
      if (!fault) {
        GTEST_SKIP() << "this user may not mount";
      }
      EXPECT_EQ(*fault, "");
    }
  }
}

TEST_F(WritingActions, LeaveWholeFilesAtWhateverMomentASignalEndsThem) {
  const char* const wanted = std::getenv("TEXELSCOPE_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 3;
  std::mt19937 random(26);
  for (const auto& [step, files] : writers) {
    SCOPED_TRACE(step);
    const fs::path first = folder / "first";
    fs::create_directory(first);
    const Ending whole_ending = tests::run_program(run_in(first, step));
    ASSERT_EQ(whole_ending.code(), 0) << whole_ending.err;
    const auto whole = files_in(first);
    fs::remove_all(first);
    EXPECT_FALSE(whole.empty());
    for (int kill = 0; kill < kills; ++kill) {
      const int signal = kill % 2 == 0 ? SIGKILL : SIGTERM;
      const fs::path place = folder / "killed";
      fs::create_directory(place);
      tests::ProgramRun run = run_in(place, step);
      const double delay = std::uniform_real_distribution(0.0, whole_ending.seconds)(random);
      run.meanwhile = [&](pid_t process) {
        ::usleep(static_cast<useconds_t>(delay * 1e6));
        ::kill(process, signal);
      };
      static_cast<void>(tests::run_program(run));
      for (const auto& [name, bytes] : files_in(place)) {
        const bool is_beside = fs::path(name).filename().string().starts_with(".texelscope-");
        EXPECT_TRUE(is_beside ? signal == SIGKILL : whole.contains(name) && whole.at(name) == bytes)
            << name << " of " << bytes.size() << " bytes after signal " << signal;
      }
      std::error_code ignored;
      fs::remove_all(place, ignored);
    }
  }
}

}  // namespace
}  // namespace texelscope::app
