#include "app/labs/kernel/worker/worker_process.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include "app/files/child_process.h"
#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/kernel_runner.h"
#include "app/labs/kernel/worker/crash_message.h"
#include "app/labs/kernel/worker/sandbox.h"
#include "app/labs/kernel/worker/worker_protocol.h"
#include "gpu/files/environment.h"
#include "gpu/files/sanitizer.h"
#include "tests/app/child_program.h"
#include "tests/app/environment.h"
#include "tests/app/labs/kernel/worker/kernel_workers.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using namespace std::chrono_literals;

struct CrashCase {
  const char* name;
  std::string above;
  std::string third;
  const char* expected;
  /// Whether the sandbox ends the process.
  bool is_refused = false;
  int line = 3;
};

std::ostream& operator<<(std::ostream& out, const CrashCase& crash) { return out << crash.name; }

class KernelCrashes : public KernelWorkers, public testing::WithParamInterface<CrashCase> {};

TEST_P(KernelCrashes, AreReportedAtTheirLineAndLeaveNothing) {
  if (GetParam().is_refused && !has_sandbox) {
    GTEST_SKIP() << "sanitizers need system calls and memory that a sandbox refuses";
  }
  const std::optional<gpu::CompileMessage> crash = crash_of(text_with(GetParam().above, GetParam().third));
  ASSERT_TRUE(crash) << "the kernel draws";
  EXPECT_NE(crash->text.find(GetParam().expected), std::string::npos) << crash->text;
  EXPECT_EQ(crash->line, GetParam().line) << crash->text;
  EXPECT_EQ(crash->severity, gpu::CompileMessage::Severity::error);
  EXPECT_TRUE(has_no_process());
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path())) << "a temporary file was left behind";
  const std::optional<gpu::CompileMessage> next = crash_of(good_text);
  EXPECT_FALSE(next) << "the next kernel " << next->text;
}

const CrashCase crash_cases[] = {
    {"Division", "volatile int zero = 0;", "zero = at.x % zero;", "divided by zero (SIGFPE)"},
    {"FoldedDivision", "", "int n = 0; frame.output.write_2d(Uchar4{}, at.x % n, 0);", "divided by zero (SIGFPE)"},
    {"FoldedNull", "", "int* nothing = nullptr; frame.output.write_2d(Uchar4{}, *nothing, 0);",
     "invalid memory at address 0x0"},
    {"MissingReturn", "", "int side = [&] { if (at.x < 0) { return 1; } }(); frame.output.write_2d(Uchar4{}, side, 0);",
     "has undefined behavior here (a function without a return"},
    {"Unreachable", "", "__builtin_trap();", "which the compiler turned into a trap (SIG"},
    {"WildPointer", "", "*reinterpret_cast<volatile int*>(16) = at.x;", "invalid memory at address 0x10 (SIG"},
    {"NullFunction", "void (*volatile nothing)() = nullptr;", "nothing(); ", "invalid memory at address 0x0"},
    {"StackOverflow",
     "int deeper(volatile int* value) { volatile int next[1000]; next[0] = *value + 1; return deeper(next) + next[0]; "
     "}",
     "volatile int first = deeper(const_cast<int*>(&at.x));", "ran out of stack", false, 1},
    {"Abort", "extern \"C\" void abort();", "abort();", "called abort() (SIGABRT)"},
    {"Exit", "extern \"C\" void exit(int);", "exit(3);", "called exit()"},
    {"QuietExit", "extern \"C\" void _exit(int);", "_exit(0);", "called _exit()", true},
    {"Exception", "", "if (at.x >= 0) throw 7;", "threw an uncaught exception"},
    {"Trap", "", "frame.output.write_2d(Uchar4{}, -1, at.y);", "outside a surface"},
    {"Memory", "char* volatile last;", "while (true) { last = new char[1 << 24]; *last = 1; }", "ran out of memory",
     true},
    {"StaticArray", "static volatile float table[600000000];", "table[at.x] = 1;",
     "ran out of memory: the limit is 1 GiB", true, 0},
    {"ThreadsArray", "static thread_local volatile float table[600000000];", "table[at.x] = 1;",
     "ran out of memory: the limit is 1 GiB", true},
    {"NegativeSize", "volatile int size = -1; int* volatile last;", "last = new int[size];",
     "ran out of memory: the limit is 1 GiB"},
    {"Fork", "extern \"C\" int fork();", "fork();", "which kernels may not", true},
    {"Program", "extern \"C\" int execl(const char*, const char*, ...);", "execl(\"/bin/true\", \"\", nullptr);",
     "started a process or a thread, which kernels may not do (execve)", true},
    {"Shell", "extern \"C\" int system(const char*);", "system(\"true\");", "which kernels may not", true},
    {"OpenedFile", "extern \"C\" int open(const char*, int, ...);", "open(\"/etc/passwd\", 0);",
     "opened a file, which kernels may not do (openat)", true},
    {"RemovedFile", "extern \"C\" int unlink(const char*);", "unlink(\"/no/such/file\");", "changed files", true},
    {"Socket", "extern \"C\" int socket(int, int, int);", "socket(2, 1, 0);", "used the network", true},
    {"KillOfOthers", "extern \"C\" int kill(int, int); extern \"C\" int getppid();", "kill(-1, 0);",
     "accessed other processes", true},
    {"Tracing", "extern \"C\" long ptrace(int, ...);", "ptrace(0, 0, 0, 0);", "accessed other processes", true},
    {"SignalHandler", "extern \"C\" void (*signal(int, void (*)(int)))(int);", "signal(11, nullptr);",
     "changed how signals are handled", true},
    {"StaticInitializer", "extern \"C\" int open(const char*, int, ...); int opened = open(\"/etc/passwd\", 0);", "",
     "opened a file", true, 1},
};

INSTANTIATE_TEST_SUITE_P(OfEachKind, KernelCrashes, testing::ValuesIn(crash_cases),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_F(KernelWorkers, AreCompiledAndReportedAtTheirLineWithClang) {
  const std::optional<std::filesystem::path> clang = gpu::find_program("clang++");
  if (!clang) {
    GTEST_SKIP() << "there is no clang++";
  }
  const tests::TemporaryFolder compilers;
  std::filesystem::create_symlink(*clang, compilers / "c++");
  const tests::Environment path("PATH", compilers.path().string() + ":" + std::getenv("PATH"));
  EXPECT_FALSE(crash_of(good_text));
  const std::optional<gpu::CompileMessage> crash = crash_of(
      text_with("", "int side = [&] { if (at.x < 0) { return 1; } }(); frame.output.write_2d(Uchar4{}, side, 0);"));
  ASSERT_TRUE(crash) << "the kernel draws";
  EXPECT_NE(crash->text.find("has undefined behavior here"), std::string::npos) << crash->text;
  EXPECT_EQ(crash->line, 3);
}

TEST_F(KernelWorkers, StopAnEndlessLoopAndReportItsLine) {
  if (gpu::has_thread_sanitizer) {
    GTEST_SKIP() << "ThreadSanitizer delivers no signals in a loop that makes no calls";
  }
  KernelRunner runner{{}};
  runner.set_picture(0, nullptr);
  runner.begin(program_of(text_with("volatile int waits = 1;", "while (waits) {}")), {}, 24, 10);
  std::this_thread::sleep_for(300ms);
  EXPECT_FALSE(runner.take_frame());
  const pid_t process = runner.process();
  EXPECT_EQ(::kill(process, 0), 0);
  runner.end_kernel();
  EXPECT_EQ(::kill(process, 0), -1) << "the process still exists";
  try {
    static_cast<void>(wait(runner));
    FAIL() << "no crash";
  } catch (const KernelCrash& crash) {
    EXPECT_EQ(crash.message().line, 3) << crash.what();
    EXPECT_NE(crash.message().text.find("the loop may be endless"), std::string::npos) << crash.what();
  }
}

TEST_F(KernelWorkers, EndWithTheirRunnerWhateverTheyDo) {
  for (const std::string& text : {good_text, text_with("volatile int waits = 1;", "while (waits) {}")}) {
    KernelRunner runner{{}};
    runner.set_picture(0, nullptr);
    runner.begin(program_of(text), {}, 24, 10);
  }
  EXPECT_TRUE(has_no_process());
}

TEST_F(KernelWorkers, DrawTheSameBytesAsThisProcess) {
  const auto picture = std::make_shared<const Image>(
      Image{2,
            1,
            3,
            gpu::DataType::uint8,
            {std::byte{1}, std::byte{90}, std::byte{3}, std::byte{200}, std::byte{5}, std::byte{60}}});
  for (const KernelExample& example : kernel_examples()) {
    KernelRunner own{{}};
    KernelRunner here{{}, KernelPlace::this_process};
    const KernelProgram own_program = program_of(example.text);
    const KernelProgram here_program = *here.compiler().compile(example.text, "kernel.cu", {}, here.place()).program;
    for (const auto& shown : {std::shared_ptr<const Image>{}, picture}) {
      own.set_picture(0, shown);
      here.set_picture(0, shown);
      for (const auto& [width, height] : {std::pair{33, 21}, std::pair{900, 700}, std::pair{33, 21}}) {
        const auto seen = draw(own, own_program, width, height);
        const auto expected = draw(here, here_program, width, height);
        ASSERT_TRUE(seen && expected);
        EXPECT_TRUE(seen->pixels == expected->pixels) << example.name << " of " << width << " × " << height;
      }
    }
  }
}

TEST_F(KernelWorkers, StayForManyFramesAndChangeWithTheText) {
  KernelRunner runner{{}};
  runner.set_picture(0, nullptr);
  const KernelProgram program = program_of(good_text);
  ASSERT_TRUE(draw(runner, program));
  const pid_t process = runner.process();
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(draw(runner, program, 24 + i, 10));
  }
  EXPECT_EQ(runner.process(), process);
  ASSERT_TRUE(draw(runner, program_of(good_text)));
  EXPECT_NE(runner.process(), process);
}

TEST_F(KernelWorkers, HaveNoThreadThatReceivesSignals) {
  if (gpu::has_thread_sanitizer) {
    GTEST_SKIP() << "ThreadSanitizer has a thread that waits for signals";
  }
  KernelRunner runner{{}};
  runner.set_picture(0, nullptr);
  ASSERT_TRUE(draw(runner, program_of(good_text)));
  int count = 0;
  for (const auto& task : std::filesystem::directory_iterator(fmt::format("/proc/{}/task", runner.process()))) {
    const std::string status = tests::file_bytes(task.path() / "status");
    const std::size_t blocked = status.find("SigBlk:");
    ASSERT_NE(blocked, std::string::npos) << status;
    const std::uint64_t mask = std::stoull(status.substr(blocked + 7), nullptr, 16);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      EXPECT_EQ(mask >> (signal - 1) & 1U, 0U) << "signal " << signal << " in " << status;
    }
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST_F(KernelWorkers, AllowMemoryMathematicsAndPrintf) {
  EXPECT_FALSE(crash_of(text_with("extern \"C\" int printf(const char*, ...);",
                                  "printf(\"%d\\n\", at.x); delete[] (new int[1000] + 0 * at.x);")));
}

TEST_F(KernelWorkers, AllocateOneGibibyteAndNotMuchMore) {
  const auto allocating = [](int mebibytes) {
    return text_with("char* volatile last;", "if (at.x == 0 && at.y == 0) { last = new char[" +
                                                 std::to_string(mebibytes) + "L << 20]; delete[] last; }");
  };
  EXPECT_FALSE(crash_of(allocating(1000)));
  const auto crash = crash_of(allocating(1200));
  ASSERT_TRUE(crash);
  EXPECT_NE(crash->text.find("ran out of memory"), std::string::npos) << crash->text;
}

TEST_F(KernelWorkers, RejectTheirCommandWhenRunByAUser) {
  ChildCommand command;
  command.program = tests::built_program();
  command.arguments = {std::string{kernel_worker_command}};
  const ChildOutcome outcome = run_child(command);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.errors.find("is an internal command"), std::string::npos) << outcome.errors;
}

TEST_F(KernelWorkers, ThatCannotStartAreReportedWithTheReason) {
  const tests::ChildProgram none{"/no/texelscope"};
  KernelRunner runner{{}};
  runner.set_picture(0, nullptr);
  try {
    runner.begin(program_of(good_text), {}, 24, 10);
    FAIL() << "the worker was started";
  } catch (const ChildError& error) {
    EXPECT_STREQ(error.what(), "cannot start the kernel's process: /no/texelscope: No such file or directory");
  }
  EXPECT_FALSE(runner.is_drawing());
}

TEST(CrashMessages, UseTheLinesOfTheText) {
  const char* const said =
      "0x0000000000001139\n/text/texelscope/kernels/math.h:12\n/text/kernel.cu:7 (discriminator "
      "2)\n/text/kernel.cu:3\n";
  const std::vector<int> none;
  EXPECT_EQ(lines_of(said, "kernel.cu"), (std::vector{7, 3}));
  EXPECT_EQ(lines_of(said, "math.h"), none) << "a line of this header is not a line of the kernel";
  EXPECT_EQ(lines_of("0x1\n??:0\n", "kernel.cu"), none);
  EXPECT_EQ(lines_of("/text/kernel.cu:?", "kernel.cu"), none);
  EXPECT_EQ(lines_of("", "kernel.cu"), none);
}

TEST(CrashMessages, NameTheSignalIfThereIsNoReport) {
  const CrashReport none;
  EXPECT_EQ(crash_text(none, SIGFPE), "divided by zero (SIGFPE)");
  EXPECT_EQ(crash_text(none, SIGKILL),
            "was killed (SIGKILL), as the system does when memory runs out; the line is unknown");
}

}  // namespace
}  // namespace texelscope::app
