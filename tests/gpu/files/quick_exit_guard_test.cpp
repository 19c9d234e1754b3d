#include "gpu/files/quick_exit_guard.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "gpu/files/replacement_file.h"
#include "gpu/files/spawned_process.h"
#include "gpu/files/temporary_folder.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;
using tests::file_bytes;

constexpr int ending_code = 130;

/// The exit code of a child process that runs `work` and then exits quickly.
int quick_exit_after(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    std::quick_exit(ending_code);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

pid_t spawn_shell(const std::string& script, ProcessGroup group) {
  return spawn({"/bin/sh", {"-c", script}, own_environment(), group}, SpawnFiles{});
}

TEST(QuickExitGuard, UndoesTheNewestFirstAndForgetsEndedOnes) {
  const tests::TemporaryFolder folder;
  const fs::path log = folder.write("log", "");
  const auto note = [&](const char* text) {
    return [log, text]() -> QuickExitGuard::Undo {
      return [log, text] {
        const int file = ::open(log.c_str(), O_WRONLY | O_APPEND);
        EXPECT_EQ(::write(file, text, 1), 1);
        ::close(file);
      };
    };
  };
  const auto work = [&] {
    static std::optional<QuickExitGuard> first;
    static std::optional<QuickExitGuard> second;
    first.emplace(note("1"));
    { const QuickExitGuard ended(note("x")); }
    second.emplace(note("2"));
    EXPECT_THROW(QuickExitGuard([]() -> QuickExitGuard::Undo { throw std::runtime_error("not made"); }),
                 std::runtime_error);
  };
  EXPECT_EQ(quick_exit_after(work), ending_code);
  EXPECT_EQ(file_bytes(log), "21");
}

TEST(QuickExitGuard, LeavesNoPartialFileAndNoFolder) {
  const tests::TemporaryFolder folder;
  folder.write("a", "old");
  const fs::path told = folder / "folder";
  const auto work = [&] {
    auto* const file = new ReplacementFile(folder / "a");
    file->stream() << "half" << std::flush;
    auto* const temporary = new TemporaryFolder;
    static_cast<void>(temporary->write("deep/file", "text"));
    fs::create_directory_symlink(temporary->path(), told);
  };
  EXPECT_EQ(quick_exit_after(work), ending_code);
  EXPECT_EQ(file_bytes(folder / "a"), "old");
  EXPECT_FALSE(fs::exists(fs::read_symlink(told)));
  fs::remove(told);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(QuickExitGuard, KillsAChildWithItsChildren) {
  const tests::TemporaryFolder folder;
  const fs::path lives = folder.write("lives", "");
  const auto work = [&] {
    new QuickExitGuard([&] {
      const pid_t process = spawn_shell("sleep 600 & sleep 600", ProcessGroup::own);
      const int file = ::open(lives.c_str(), O_WRONLY);
      EXPECT_GT(::dprintf(file, "%d", process), 0);
      ::close(file);
      return killing(process, ProcessGroup::own);
    });
  };
  EXPECT_EQ(quick_exit_after(work), ending_code);
  const pid_t group = std::stoi(file_bytes(lives));
  // A killed process may take a moment to disappear.
  for (int tries = 0; tries < 500 && ::kill(-group, 0) == 0; ++tries) {
    ::usleep(10000);
  }
  EXPECT_NE(::kill(-group, 0), 0);
}

TEST(TemporaryFolder, IsPrivateAndRemovedWithItsContents) {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    EXPECT_EQ(file_bytes(folder.write("a/b", "text")), "text");
    EXPECT_THROW(static_cast<void>(folder.write("a", "text")), std::system_error);
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace texelscope::gpu
