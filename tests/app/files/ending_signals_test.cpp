#include "app/files/ending_signals.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "tests/app/cli/program_run.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::Ending;
using tests::TemporaryFolder;

/// Waits for another process to do something. Returns whether it did.
bool comes(const std::function<bool()>& is_there) {
  for (int tries = 0; tries < 2000; ++tries) {
    if (is_there()) {
      return true;
    }
    ::usleep(5000);
  }
  return false;
}

/// A program that records its process ID, starts another one, and runs for ten minutes.
constexpr const char* endless = R"(#!/bin/sh
touch "${TMPDIR:-.}/of_the_compiler"
sleep 600 &
echo $! > "$NOTES/second"
for last; do :; done
case "$last" in file:*) touch "${last#file:}";; esac
echo $$ > "$NOTES/first.part"; mv "$NOTES/first.part" "$NOTES/first"
wait
)";

class EndingSignals : public testing::Test {
 protected:
  void SetUp() override {
    // If the tests run under nohup, SIGHUP is ignored, and the program would inherit this setting.
    hangup_before = ::signal(SIGHUP, SIG_DFL);
    for (const char* const name : {"temporary", "notes", "bin", "out"}) {
      fs::create_directory(folder / name);
    }
    for (const char* const name : {"bin/c++", "bin/ffmpeg"}) {
      fs::permissions(folder.write(name, endless), fs::perms::owner_all);
    }
    folder.write("kernel.cu", "__device__ float pixel() { return 0; }");
  }
  void TearDown() override {
    ::signal(SIGHUP, hangup_before);
    // The program may have left its child process running.
    if (fs::exists(folder / "notes/second")) {
      ::kill(noted("second"), SIGKILL);
    }
  }

  [[nodiscard]] pid_t noted(const char* name) const {
    std::ifstream notes(folder / "notes" / name);
    pid_t process = 0;
    notes >> process;
    return process;
  }

  /// Sends the signal once the program that texelscope starts is running.
  [[nodiscard]] Ending end_at_work(const std::vector<std::string>& arguments, int signal) const {
    return tests::run_program({.arguments = arguments,
                               .folder = folder.path(),
                               .environment = {{"TMPDIR", folder / "temporary"},
                                               {"NOTES", folder / "notes"},
                                               {"TEXELSCOPE_FFMPEG", folder / "bin/ffmpeg"},
                                               {"PATH", (folder / "bin").string() + ":/usr/bin:/bin"}},
                               .meanwhile = [&](pid_t process) {
                                 EXPECT_TRUE(comes([&] { return fs::exists(folder / "notes/first"); }));
                                 ::kill(process, signal);
                               }});
  }

  TemporaryFolder folder;

 private:
  void (*hangup_before)(int) = SIG_DFL;
};

TEST_F(EndingSignals, LeaveNoCompilerAndNoTemporaryFolder) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    SCOPED_TRACE(signal);
    fs::remove(folder / "notes/first");
    const Ending ending = end_at_work({"compile", "kernel.cu", "--device", "cpu"}, signal);
    EXPECT_TRUE(WIFEXITED(ending.status));
    EXPECT_EQ(ending.code(), 128 + signal) << ending.err;
    EXPECT_EQ(ending.error_lines(), 0) << ending.err;
    EXPECT_TRUE(fs::is_empty(folder / "temporary"));
    EXPECT_TRUE(comes([&] { return ::kill(noted("first"), 0) != 0; }));
    EXPECT_TRUE(comes([&] { return ::kill(noted("second"), 0) != 0; })) << "the compiler's child process ends, too";
  }
}

TEST_F(EndingSignals, LeaveNoPartialVideoAndNoEncoder) {
  folder.write("out/a.mp4", "old");
  const Ending ending = end_at_work(
      {"render", "plasma", "--device", "cpu", "--size", "64x48", "--frames", "0:100000", "--out", folder / "out/a.mp4"},
      SIGTERM);
  EXPECT_EQ(ending.code(), 143) << ending.err;
  EXPECT_EQ(ending.error_lines(), 0) << ending.err;
  EXPECT_EQ(tests::files_in(folder / "out"), (std::map<std::string, std::string>{{"a.mp4", "old"}}));
  EXPECT_TRUE(comes([&] { return ::kill(noted("first"), 0) != 0; }));
}

TEST_F(EndingSignals, AreRecordedWhileDeferredAndTheSecondEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto end_twice = [] {
    end_on_signals();
    const PutOffEnding ending;
    const bool is_open = !ending.code();
    ::kill(::getpid(), SIGTERM);
    if (is_open && comes([&] { return ending.code() == 128 + SIGTERM; })) {
      std::cerr << "noted\n";
    }
    ::kill(::getpid(), SIGINT);
    comes([] { return false; });
    std::_Exit(1);
  };
  EXPECT_EXIT(end_twice(), testing::ExitedWithCode(128 + SIGINT), "noted");
}

TEST_F(EndingSignals, StayIgnoredIfTheyWereIgnored) {
  const auto previous = ::signal(SIGHUP, SIG_IGN);
  const Ending ending =
      tests::run_program({.arguments = {"render", "plasma", "--device", "cpu", "--frames", "0:3", "--out", "%d.png"},
                          .folder = folder.path(),
                          .meanwhile = [&](pid_t process) {
                            EXPECT_TRUE(comes([&] { return fs::exists(folder / "0.png"); }));
                            ::kill(process, SIGHUP);
                          }});
  ::signal(SIGHUP, previous);
  EXPECT_EQ(ending.code(), 0) << "nohup: " << ending.err;
  EXPECT_TRUE(fs::exists(folder / "3.png"));
}

}  // namespace
}  // namespace texelscope::app
