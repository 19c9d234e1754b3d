#include "gpu/files/compiler_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>

#include "tests/app/temporary_folder.h"

namespace texelscope::gpu {
namespace {

using std::chrono::seconds;

/// Acts as a driver that waits for its compiler: its process ID and that of its child are written to files.
CompilerCommand driver(const std::string& behind = "wait") {
  return {
      "/bin/sh", {"-c", "sleep 60 & echo $! > child.part; echo $$ > driver; mv child.part child; " + behind}, "log"};
}

bool is_running(pid_t process) {
  std::ifstream status{"/proc/" + std::to_string(process) + "/stat"};
  std::string number;
  std::string name;
  std::string state;
  // A zombie does not count as running.
  return static_cast<bool>(status >> number >> name >> state) && state != "Z" && state != "X";
}

bool comes_true(const auto& condition) {
  const auto end = std::chrono::steady_clock::now() + seconds(20);
  while (!condition() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return condition();
}

TEST(CompilerProcess, EndsIfItWaitsForAPipe) {
  const tests::TemporaryFolder folder;
  const std::string silent = folder / "silent";
  const std::string closed = folder / "closed";
  ASSERT_EQ(::mkfifo(silent.c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(closed.c_str(), 0600), 0);
  const int writer = ::open(silent.c_str(), O_RDWR | O_CLOEXEC);
  for (const std::string& pipe : {silent, closed}) {
    const auto start = std::chrono::steady_clock::now();
    // A child of the driver reads it, as in a compiler.
    const CompilerEnding ending =
        run_compiler({"/bin/sh", {"-c", "cat " + pipe + "; exit 0"}, "log"}, folder.path(), seconds(60), {});
    EXPECT_EQ(ending.endless_file, pipe);
    EXPECT_FALSE(ending.is_success() || ending.is_stopped);
    EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(10));
  }
  ::close(writer);
  // A pipe between its own processes, a pause, and a pipe with a writer that takes its time.
  const CompilerEnding slow = run_compiler(
      {"/bin/sh", {"-c", "(sleep 1; echo x) | cat; (sleep 0.2; echo y > " + closed + ") & cat " + closed}, "log"},
      folder.path(), seconds(60), {});
  EXPECT_TRUE(slow.is_success()) << slow.endless_file;
  EXPECT_EQ(tests::file_bytes(folder / "log"), "x\ny\n");
}

TEST(CompilerProcess, EndsWithItsChildrenWhenItsParentIsKilled) {
  const tests::TemporaryFolder folder;
  const pid_t parent = ::fork();
  if (parent == 0) {
    static_cast<void>(run_compiler(driver(), folder.path(), seconds(60), {}));
    ::_exit(0);
  }
  ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(folder / "child"); }));
  const pid_t compiler = std::stoi(tests::file_bytes(folder / "driver"));
  const pid_t child = std::stoi(tests::file_bytes(folder / "child"));
  EXPECT_TRUE(is_running(compiler) && is_running(child));
  ::kill(parent, SIGKILL);
  ASSERT_EQ(::waitpid(parent, nullptr, 0), parent);
  EXPECT_TRUE(comes_true([&] { return !is_running(compiler); })) << compiler << " outlives its parent";
  EXPECT_TRUE(comes_true([&] { return !is_running(child); })) << child << " outlives the compiler's parent";
}

TEST(CompilerProcess, LeavesNothingRunningWhenItEnds) {
  const tests::TemporaryFolder folder;
  const CompilerEnding ending = run_compiler(driver("exit 7"), folder.path(), seconds(60), {});
  EXPECT_EQ(ending.exit_code, 7);
  EXPECT_FALSE(ending.is_stopped);
  const pid_t child = std::stoi(tests::file_bytes(folder / "child"));
  EXPECT_TRUE(comes_true([&] { return !is_running(child); })) << child << " outlives the compiler";
}

TEST(CompilerProcess, KeepsALowerLimitOfItsParentSilently) {
  const tests::TemporaryFolder folder;
  const pid_t parent = ::fork();
  if (parent == 0) {
    constexpr rlimit lower{.rlim_cur = 512 << 10, .rlim_max = 1 << 20};
    ::setrlimit(RLIMIT_FSIZE, &lower);
    static_cast<void>(
        run_compiler({"/bin/sh", {"-c", "ulimit -f; ulimit -v; ulimit -t"}, "log"}, folder.path(), seconds(60), {}));
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(parent, nullptr, 0), parent);
  EXPECT_EQ(tests::file_bytes(folder / "log"), "1024\n2097152\n60\n");
}

TEST(CompilerProcess, IsStoppedWhenItsTimeIsUpOrOnRequest) {
  const tests::TemporaryFolder folder;
  EXPECT_TRUE(run_compiler(driver(), folder.path(), std::chrono::milliseconds(50), {}).is_stopped);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(run_compiler(driver(), folder.path(), seconds(60), stop.get_token()).is_stopped);
}

}  // namespace
}  // namespace texelscope::gpu
