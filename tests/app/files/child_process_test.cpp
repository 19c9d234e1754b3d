#include "app/files/child_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/app/child_program.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {
namespace {

using namespace std::chrono_literals;

ChildOutcome run_shell(const std::string& script, std::string_view input = {}, std::chrono::milliseconds limit = 20s,
                       const std::stop_token& stop = {}) {
  ChildCommand command;
  command.program = "/bin/sh";
  command.arguments = {"-c", script};
  command.input = input;
  command.time_limit = limit;
  return run_child(command, stop);
}

/// Whether this process has no children, neither running ones nor zombies.
bool has_no_child() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

TEST(ChildProcess, ReturnsItsOutputAndExitStatus) {
  const ChildOutcome outcome = run_shell("cat; echo oops >&2; exit 7", "some input");
  EXPECT_EQ(outcome.exit_code, 7);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.output, "some input");
  EXPECT_EQ(outcome.errors, "oops\n");
  EXPECT_EQ(outcome.ending(), "ended with exit code 7");
  EXPECT_TRUE(has_no_child());
}

TEST(ChildProcess, TransfersMoreThanAPipeHoldsInBothDirections) {
  const std::string input(5'000'000, 'x');
  EXPECT_EQ(run_shell("cat", input).output, input);
}

TEST(ChildProcess, ReportsTheSignalThatKilledIt) {
  const ChildOutcome outcome = run_shell("kill -SEGV $$");
  EXPECT_FALSE(outcome.exit_code);
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_NE(outcome.ending().find("signal 11"), std::string::npos);
}

TEST(ChildProcess, MayEndWithoutReadingItsInput) {
  const std::string input(5'000'000, 'x');
  EXPECT_EQ(run_shell("exit 3", input).exit_code, 3);
}

TEST(ChildProcess, IsKilledWhenItsTimeIsUp) {
  for (const char* script : {"exec sleep 60", "exec sleep 60 >&- 2>&- <&-"}) {
    const auto start = std::chrono::steady_clock::now();
    const ChildOutcome outcome = run_shell(script, {}, 300ms);
    EXPECT_TRUE(outcome.is_timed_out) << script;
    EXPECT_EQ(outcome.signal, SIGKILL) << script;
    EXPECT_LT(std::chrono::steady_clock::now() - start, 10s) << script;
  }
  EXPECT_TRUE(has_no_child());
}

TEST(ChildProcess, IsKilledWhenStoppedOrWhenItWritesEndlessly) {
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(100ms);
    stop.request_stop();
  });
  EXPECT_EQ(run_shell("exec sleep 60", {}, 20s, stop.get_token()).signal, SIGKILL);
  ChildCommand command;
  command.program = "/bin/sh";
  command.arguments = {"-c", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done"};
  command.max_output_bytes = 100'000;
  EXPECT_EQ(run_child(command).signal, SIGKILL);
  EXPECT_TRUE(has_no_child());
}

TEST(ChildProcess, ReportsWhyAProgramCannotBeStarted) {
  ChildCommand command;
  command.program = "/no/such/program";
  try {
    (void)run_child(command);
    FAIL();
  } catch (const ChildError& error) {
    EXPECT_STREQ(error.what(), "cannot start /no/such/program as a child process: No such file or directory");
  }
  EXPECT_TRUE(has_no_child());
}

TEST(ChildProcess, InheritsNoOpenFile) {
  // Three descriptors are standard streams, and ls opens one more for the folder that it lists.
  EXPECT_EQ(run_shell("ls /proc/self/fd | wc -l").output.find_first_not_of("4 \n"), std::string::npos);
}

TEST(ChildProcess, InheritsNotEvenTheFirstFileAfterItsStandardStreams) {
  constexpr int first = STDERR_FILENO + 1;
  const gpu::FileDescriptor former{::fcntl(first, F_DUPFD_CLOEXEC, first + 1)};
  // Without FD_CLOEXEC, as a library may open it.
  ASSERT_EQ(::dup2(STDERR_FILENO, first), first);
  EXPECT_EQ(run_shell("test -e /proc/$$/fd/2 && ! test -e /proc/$$/fd/3").exit_code, 0);
  if (former.is_closed()) {
    ::close(first);
  } else {
    ::dup3(former.number(), first, O_CLOEXEC);
  }
}

TEST(OwnProgram, IsNotAnotherProgramThatUsesItsParts) {
  try {
    (void)own_program();
    FAIL() << "a test program was accepted as texelscope";
  } catch (const ChildError& error) {
    EXPECT_NE(std::string(error.what()).find("TEXELSCOPE_PROGRAM"), std::string::npos);
  }
  const tests::ChildProgram program("/some/where");
  EXPECT_EQ(own_program(), "/some/where");
}

TEST(OwnProgram, IsTheRunningFileRegardlessOfItsName) {
  set_is_own_program(true);
  const std::filesystem::path program = own_program();
  set_is_own_program(false);
  EXPECT_TRUE(std::filesystem::equivalent(program, std::filesystem::read_symlink("/proc/self/exe")));
}

}  // namespace
}  // namespace texelscope::app
