#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/labs/kernel/kernel_runner.h"
#include "app/labs/kernel/worker/worker_process.h"
#include "gpu/files/environment.h"
#include "tests/app/environment.h"
#include "tests/app/labs/kernel/worker/kernel_workers.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// The target of each descriptor of a process.
std::map<int, std::string> descriptors_of(pid_t process) {
  std::map<int, std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(fmt::format("/proc/{}/fd", process))) {
    std::error_code closed_meanwhile;
    found[std::stoi(entry.path().filename())] = fs::read_symlink(entry.path(), closed_meanwhile);
  }
  return found;
}

/// The environment variables of a process. Waits for them, because spawning returns slightly earlier than the system
/// shows them.
std::vector<std::string> variables_of(pid_t process) {
  std::vector<std::string> variables;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (variables.empty() && std::chrono::steady_clock::now() < end) {
    std::ifstream all{fmt::format("/proc/{}/environ", process), std::ios::binary};
    for (std::string variable; std::getline(all, variable, '\0');) {
      variables.push_back(variable);
    }
  }
  return variables;
}

TEST(WorkerStart, GivesFewVariablesAndSixDescriptors) {
  // This program runs forever with any argument and, unlike the worker, hides nothing in /proc.
  const std::optional<fs::path> program = gpu::find_program("yes");
  if (!program) {
    GTEST_SKIP() << "there is no program yes (coreutils)";
  }
  const tests::Environment secret("SECRET_TOKEN", "nobody's business");
  const tests::Environment library("LD_LIBRARY_PATH", "/nonexistent");
  const WorkerProcess worker{*program, std::chrono::seconds{60}};
  // Descriptors that are not inherited are closed before the environment becomes visible. Afterward, the program
  // briefly opens its libraries.
  const std::vector<std::string> variables = variables_of(worker.id());
  std::map<int, std::string> descriptors;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while ((descriptors = descriptors_of(worker.id())).size() != 6 && std::chrono::steady_clock::now() < end) {
  }
  ASSERT_EQ(descriptors.size(), 6U) << fmt::format("{}", fmt::join(descriptors, "\n"));
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    EXPECT_EQ(descriptors.at(standard), "/dev/null") << standard;
  }
  EXPECT_TRUE(descriptors.at(WorkerDescriptors::control).starts_with("socket:"));
  EXPECT_TRUE(descriptors.at(WorkerDescriptors::memory).starts_with("/memfd:texelscope-frames"));
  EXPECT_TRUE(descriptors.at(WorkerDescriptors::module).starts_with("/memfd:texelscope-kernel"));

  EXPECT_NE(std::ranges::find(variables, "LD_LIBRARY_PATH=/nonexistent"), variables.end())
      << fmt::format("{}", fmt::join(variables, "\n"));
  constexpr std::array<std::string_view, 5> known{"LD_LIBRARY_PATH=", "TEXELSCOPE_",
                                                  "ASAN_OPTIONS=", "TSAN_OPTIONS=", "LSAN_OPTIONS="};
  for (const std::string& variable : variables) {
    EXPECT_TRUE(std::ranges::any_of(known, [&](std::string_view start) { return variable.starts_with(start); }))
        << variable;
  }
}

/// The seals (F_SEAL_…) of the memory.
int seals_of(pid_t process, int descriptor) {
  const gpu::FileDescriptor memory{::open(fmt::format("/proc/{}/fd/{}", process, descriptor).c_str(), O_RDONLY)};
  return ::fcntl(memory.number(), F_GET_SEALS);
}

TEST(WorkerStart, SealsTheSizeOfTheFramesAndTheCompiledKernel) {
  const std::optional<fs::path> program = gpu::find_program("yes");
  if (!program) {
    GTEST_SKIP() << "there is no program yes (coreutils)";
  }
  WorkerProcess worker{*program, std::chrono::seconds{60}};
  constexpr int of_size = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  worker.load(std::vector<std::byte>(100), 0, 4096, 0);
  EXPECT_EQ(seals_of(worker.id(), WorkerDescriptors::memory), of_size);
  EXPECT_EQ(seals_of(worker.id(), WorkerDescriptors::module), of_size | F_SEAL_WRITE);
}

/// The processes that the calling thread has started.
std::vector<pid_t> child_processes() {
  std::ifstream all{fmt::format("/proc/self/task/{}/children", ::gettid())};
  return {std::istream_iterator<pid_t>{all}, {}};
}

TEST_F(KernelWorkers, ArePreparedWhileTheirTextIsCompiled) {
  KernelRunner runner{{}};
  runner.set_picture(0, nullptr);
  const KernelProgram program = program_of(good_text);
  runner.prepare();
  runner.prepare();
  const std::vector<pid_t> prepared = child_processes();
  ASSERT_EQ(prepared.size(), 1U);
  EXPECT_TRUE(draw(runner, program));
  EXPECT_EQ(runner.process(), prepared.front());
}

TEST_F(KernelWorkers, ThatEndBeforeTheirTextIsCompiledAreReplaced) {
  KernelRunner runner{{}};
  runner.set_picture(0, nullptr);
  const KernelProgram program = program_of(good_text);
  runner.prepare();
  const std::vector<pid_t> prepared = child_processes();
  ASSERT_EQ(prepared.size(), 1U);
  ASSERT_EQ(::kill(prepared.front(), SIGKILL), 0);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(prepared.front()), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_TRUE(draw(runner, program));
  EXPECT_NE(runner.process(), prepared.front());
}

TEST_F(KernelWorkers, HaveNoLineInTheirMessageWithoutAddr2line) {
  const KernelProgram program = program_of(text_with("volatile int zero = 0;", "zero = at.x % zero;"));
  const tests::Environment path("PATH", "/nonexistent");
  KernelRunner runner{{}};
  runner.set_picture(0, nullptr);
  runner.begin(program, {}, 24, 10);
  try {
    static_cast<void>(wait(runner));
    FAIL() << "no crash";
  } catch (const KernelCrash& crash) {
    EXPECT_EQ(crash.message().line, 0);
    EXPECT_STREQ(crash.what(), "the kernel divided by zero (SIGFPE)");
  }
}

}  // namespace
}  // namespace texelscope::app
