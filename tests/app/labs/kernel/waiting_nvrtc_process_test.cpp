#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "gpu/files/sanitizer.h"

// This file is empty without nvcc, because the library then has no CUDA device.
#ifdef TEXELSCOPE_WITH_CUDA

#include "gpu/cuda/compile_order.h"
#include "gpu/files/waiting_process.h"
#include "tests/app/labs/kernel/nvrtc_processes.h"

namespace texelscope::app {
namespace {

const gpu::cuda::CompileOrder rehearsal{
    .driver_version = 13000, .capability = 90, .folder = {}, .source = "int nothing;"};

/// The NVRTC process that is started before there is source code to compile.
class WaitingNvrtcProcess : public NvrtcProcess {
 protected:
  /// Compiles source code while the waiting process is stopped. Calls `then` with that process once it has received the
  /// code.
  [[nodiscard]] CompiledKernel compile_by_stopped(const std::function<void(pid_t)>& then) const {
    wait_until_ready();
    const pid_t process = waiting();
    ::kill(process, SIGSTOP);
    auto compiling = std::async(std::launch::async, [&] { return compile(good_text); });
    EXPECT_EQ(compiling.wait_for(500ms), std::future_status::timeout) << "another process compiled the text";
    EXPECT_EQ(waiting(), 0) << "the next process was started too early";
    then(process);
    ::kill(process, SIGCONT);
    return compiling.get();
  }

  /// Kills the waiting process, and waits for its end.
  void kill_waiting() const {
    const pid_t process = waiting();
    ::kill(process, SIGKILL);
    siginfo_t ending{};
    EXPECT_EQ(::waitid(P_PID, static_cast<id_t>(process), &ending, WEXITED | WNOWAIT), 0);
  }

  /// Runs code in another program, which is killed or calls std::quick_exit() in the middle of it. The processes of
  /// that program become children of this one, and must end.
  void end_all_of(const std::function<void()>& program, bool is_killed) const {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t process = ::fork();
    if (process == 0) {
      program();
      ::pause();
    }
    if (is_killed) {
      std::this_thread::sleep_for(1s);
      ::kill(process, SIGKILL);
    }
    const Clock::time_point end = Clock::now() + 3s;
    while (!has_no_process() && Clock::now() < end) {
      std::this_thread::sleep_for(5ms);
    }
    EXPECT_LT(Clock::now(), end) << "a process is still running";
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  }
};

TEST_F(WaitingNvrtcProcess, HasLoadedNvrtcAndOpenedNoFile) {
  EXPECT_NE(waiting(), 0);
  wait_until_ready();
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(WaitingNvrtcProcess, ReceivesTheNextText) {
  for (int text = 0; text < 3; ++text) {
    pid_t asked = 0;
    const CompiledKernel compiled = compile_by_stopped([&](pid_t process) { asked = process; });
    EXPECT_TRUE(compiled.program) << compiled.error;
    EXPECT_NE(waiting(), 0);
    EXPECT_NE(waiting(), asked) << "each source gets a separate process";
    EXPECT_TRUE(::kill(asked, 0) == -1 && errno == ESRCH);
  }
}

TEST_F(WaitingNvrtcProcess, EndsWithItsCompiler) {
  // A stopped process can only be killed.
  ::kill(waiting(), SIGSTOP);
  KernelCompiler copy{*compiler_};
  compiler_.reset();
  EXPECT_FALSE(has_no_process());
  copy = KernelCompiler{device_, KernelPlace::this_process};
  EXPECT_TRUE(has_no_process());
}

TEST_F(WaitingNvrtcProcess, EndsWhenTheWindowIsKilled) {
  compiler_.reset();
  end_all_of([&] { static const auto kept = std::make_shared<gpu::NvrtcProcess>(process_, rehearsal); }, true);
  end_all_of(
      [&] {
        gpu::NvrtcProcess process{process_, rehearsal};
        const std::string text = std::string{"#include \"texelscope/kernels/program_entry.h\"\n"} + template_bomb;
        gpu::driver::ProgramCompile call{.source = text, .name = {}, .time_limit = 60s, .stop = {}};
        static_cast<void>(process.compile(13000, 90, call));
      },
      true);
}

TEST_F(WaitingNvrtcProcess, EndsWithAQuickExit) {
  compiler_.reset();
  end_all_of(
      [&] {
        const gpu::NvrtcProcess process{process_, rehearsal};
        ::kill(process.waiting(), SIGSTOP);
        std::quick_exit(0);
      },
      false);
}

TEST_F(WaitingNvrtcProcess, IsReplacedAfterItsEnd) {
  wait_until_ready();
  kill_waiting();
  const CompiledKernel compiled = compile(good_text);
  EXPECT_TRUE(compiled.program) << compiled.error;
}

TEST_F(WaitingNvrtcProcess, ThatCrashesDoesNotHarmTheNextText) {
  const CompiledKernel crashed = compile_by_stopped([](pid_t process) { ::kill(process, SIGSEGV); });
  EXPECT_NE(crashed.error.find("NVRTC was terminated by signal 11 (Segmentation fault)"), std::string::npos)
      << crashed.error;
  const CompiledKernel next = compile(good_text);
  EXPECT_TRUE(next.program) << next.error;
}

TEST_F(WaitingNvrtcProcess, EndsWhenItsTextIsStopped) {
  std::stop_source stop;
  wait_until_ready();
  const pid_t process = waiting();
  ::kill(process, SIGSTOP);
  stop.request_stop();
  EXPECT_EQ(compile(good_text, stop.get_token()).error, "cuda:0: compiling kernel.cu was canceled; compile it again");
  EXPECT_TRUE(::kill(process, 0) == -1 && errno == ESRCH);
  const CompiledKernel next = compile(good_text);
  EXPECT_TRUE(next.program) << next.error;
}

TEST_F(WaitingNvrtcProcess, HasTheLimitsOfTheCompilerOfTheCpuDevice) {
  // The script reads its input up to the source code, which is the only part that contains this word.
  const std::string script =
      "grep -q Picture; echo \"$(ulimit -v) KiB, $(ulimit -f) blocks, $(ulimit -t) s\" >&2; exit 3";
  const std::string error = error_by({"/bin/sh", "-c", script}, good_text, 9s);
  const std::string memory = gpu::is_sanitized ? "unlimited" : "2097152";
  EXPECT_NE(error.find("exited with code 3: " + memory + " KiB, 131072 blocks, 10 s"), std::string::npos) << error;
}

}  // namespace
}  // namespace texelscope::app

#endif
