#include "gpu/files/spawned_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

#include "tests/app/temporary_folder.h"

namespace texelscope::gpu {
namespace {

using tests::file_bytes;

SpawnCommand shell(const std::string& script) { return {"/bin/sh", {"-c", script, "sh", "first"}, own_environment()}; }

/// The status of a command that has ended, for WIFEXITED and similar macros.
int status_of(const SpawnCommand& command, const SpawnFiles& files = {}) {
  const pid_t process = spawn(command, files);
  int status = 0;
  EXPECT_EQ(::waitpid(process, &status, 0), process);
  return status;
}

int exit_code_of(const SpawnCommand& command, const SpawnFiles& files = {}) {
  const int status = status_of(command, files);
  EXPECT_TRUE(WIFEXITED(status)) << status;
  return WEXITSTATUS(status);
}

TEST(SpawnedProcess, HasDefaultSignalsLikeFromAShell) {
  sigset_t ending;
  sigset_t before;
  sigemptyset(&ending);
  sigaddset(&ending, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &ending, &before);
  const auto pipe_before = ::signal(SIGPIPE, SIG_IGN);
  const int piped = status_of(shell("kill -PIPE $$; exit 3"));
  const int terminated = status_of(shell("kill -TERM $$; exit 3"));
  ::signal(SIGPIPE, pipe_before);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_TRUE(WIFSIGNALED(piped) && WTERMSIG(piped) == SIGPIPE) << piped;
  EXPECT_TRUE(WIFSIGNALED(terminated) && WTERMSIG(terminated) == SIGTERM) << terminated;
}

TEST(SpawnedProcess, CanWaitForItsOwnChildrenIfThisProgramIgnoresThem) {
  const tests::TemporaryFolder folder;
  SpawnFiles files;
  files.open(folder.path() / "out", O_WRONLY | O_CREAT, STDOUT_FILENO);
  const auto before = ::signal(SIGCHLD, SIG_IGN);
  const pid_t process = spawn(shell("grep SigIgn /proc/self/status"), files);
  // The system discards the status.
  EXPECT_EQ(::waitpid(process, nullptr, 0), -1);
  ::signal(SIGCHLD, before);
  std::istringstream line(file_bytes(folder.path() / "out"));
  std::string name;
  std::uint64_t ignored = 0;
  EXPECT_TRUE(line >> name >> std::hex >> ignored);
  EXPECT_EQ(ignored >> (SIGCHLD - 1) & 1U, 0U);
}

TEST(SpawnedProcess, StartsWithOnlyItsFilesInItsFolder) {
  const tests::TemporaryFolder folder;
  const int other = ::open("/dev/null", O_RDONLY);
  SpawnFiles files;
  files.open(folder.path() / "out", O_WRONLY | O_CREAT, STDOUT_FILENO);
  files.duplicate(STDOUT_FILENO, STDERR_FILENO);
  files.close_from(STDERR_FILENO + 1);
  files.change_folder(folder.path());
  EXPECT_EQ(
      exit_code_of(shell("echo $1; echo wrong >&2; pwd -P; test ! -e /proc/$$/fd/" + std::to_string(other)), files), 0);
  ::close(other);
  EXPECT_EQ(file_bytes(folder.path() / "out"),
            "first\nwrong\n" + std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST(SpawnedProcess, SeesOnlyItsGivenVariables) {
  SpawnCommand command = shell("test \"$ONE\" = 1 && test -z \"$HOME\"");
  command.environment = {"ONE=1"};
  EXPECT_EQ(exit_code_of(command), 0);
}

TEST(SpawnedProcess, ThatCannotStartIsReportedWithTheReason) {
  try {
    static_cast<void>(spawn({"/no/such/program", {}, {}}, SpawnFiles{}));
    FAIL() << "it started";
  } catch (const std::system_error& error) {
    EXPECT_STREQ(error.what(), "cannot start /no/such/program: No such file or directory");
  }
}

TEST(SpawnedProcess, UnderLimitsIsEndedWhenItExceedsThem) {
  const tests::TemporaryFolder folder;
  const ProcessLimits limits{
      .address_bytes = std::uint64_t{1} << 30, .file_bytes = 4096, .processor_time = std::chrono::seconds{1}};
  EXPECT_EQ(
      exit_code_of(limited(shell("test $(ulimit -v) = 1048576 && test $1 = first && test $(ulimit -c) = 0"), limits)),
      0);
  const int turning = status_of(limited(shell("while :; do :; done"), limits));
  EXPECT_TRUE(WIFSIGNALED(turning)) << turning;
  const std::string file = folder.path() / "large";
  EXPECT_NE(status_of(limited(shell("exec head -c 1000000 /dev/zero > '" + file + "'"), limits)), 0);
  EXPECT_EQ(std::filesystem::file_size(file), 4096);
}

TEST(SpawnedProcess, UnderLimitsCanBeTheRunningProgram) {
  const tests::TemporaryFolder folder;
  SpawnFiles files;
  files.open(folder.path() / "out", O_WRONLY | O_CREAT, STDOUT_FILENO);
  const SpawnCommand command{"/proc/self/exe", {"--gtest_list_tests"}, own_environment()};
  EXPECT_EQ(exit_code_of(limited(command, {.file_bytes = std::uint64_t{1} << 24}), files), 0);
  EXPECT_NE(file_bytes(folder.path() / "out").find("UnderLimitsCanBeTheRunningProgram"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::gpu
