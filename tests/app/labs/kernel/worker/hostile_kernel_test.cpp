#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/labs/kernel/kernel_runner.h"
#include "app/labs/kernel/worker/crash_message.h"
#include "app/labs/kernel/worker/worker_process.h"
#include "app/labs/kernel/worker/worker_protocol.h"
#include "gpu/files/sanitizer.h"
#include "gpu/files/spawned_process.h"
#include "tests/app/child_program.h"
#include "tests/app/labs/kernel/worker/kernel_workers.h"

namespace texelscope::app {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Malicious kernels, and malicious programs in place of the kernel's process.
class HostileKernels : public KernelWorkers {
 protected:
  /// A process with a module.
  class Worker : public WorkerProcess {
   public:
    Worker(const std::filesystem::path& program, std::span<const std::byte> module,
           std::chrono::milliseconds longest_pause)
        : WorkerProcess{program, longest_pause} {
      load(module, 4, 1000, 0);
    }
  };
  static Worker start(const KernelProgram& program, std::chrono::milliseconds longest_pause) {
    return {tests::built_program(), program.code->binary, longest_pause};
  }
  static void begin(WorkerProcess& worker, int seconds) {
    const Image picture{1, 1, 4, gpu::DataType::uint8, std::vector<std::byte>(4)};
    worker.set_picture(0, &picture, 0);
    worker.begin_frame({}, 0, 4, 4, seconds);
  }
  static WorkerProcess::Progress wait_while_drawing(WorkerProcess& worker) {
    const auto end = Clock::now() + 30s;
    WorkerProcess::Progress progress = worker.progress();
    while (progress == WorkerProcess::Progress::drawing && Clock::now() < end) {
      std::this_thread::sleep_for(10ms);
      progress = worker.progress();
    }
    return progress;
  }
  /// Whether a process ends within 30 s while nothing reads its answers.
  static bool ends_by_itself(const WorkerProcess& worker) {
    const auto end = Clock::now() + 30s;
    while (::kill(worker.id(), 0) == 0) {
      if (Clock::now() > end) {
        return false;
      }
      std::this_thread::sleep_for(10ms);
    }
    return true;
  }
  static gpu::CompileMessage message_of(const WorkerProcess& worker) {
    return crash_message(worker.report(), worker.ending_signal(), worker.module_path(), "kernel.cu", {});
  }
};

/// Source code that sends answers in place of its process at the first pixel. Its third line sends them in `loop`, with
/// the number `number`.
std::string answering(const std::string& loop, const std::string& number, const std::string& then = "") {
  return text_with(
      fmt::format("extern \"C\" long write(int, const void*, unsigned long); volatile int w = 1; static char a[{}];",
                  sizeof(WorkerAnswer)),
      fmt::format(
          "if (at.x + at.y == 0) {{ unsigned long n = 0; {} {{ *(unsigned long*)(a + {}) = {}; write(3, a, {}); }} "
          "{} }}",
          loop, offsetof(WorkerAnswer, number), number, sizeof(WorkerAnswer), then));
}

TEST_F(HostileKernels, ThatAnswerForTheirProcessEndAndNeverBlockTheWindow) {
  // The process reads no orders, and sends answers with wrong numbers or with the expected ones.
  for (const char* number : {"n", "++n"}) {
    KernelRunner runner{{}};
    runner.set_picture(0, nullptr);
    const KernelProgram program = program_of(answering("for (;;)", number));
    std::string crash;
    Clock::duration longest{};
    const auto measured = [&](const auto& call) {
      const auto start = Clock::now();
      call();
      longest = std::max(longest, Clock::now() - start);
    };
    try {
      for (int i = 0; i < 1000; ++i) {
        measured([&] { runner.begin(program, {}, 24, 10); });
        std::shared_ptr<const Image> frame;
        for (const auto end = Clock::now() + 30s; !frame && Clock::now() < end;) {
          measured([&] { frame = runner.take_frame(); });
        }
        ASSERT_TRUE(frame) << "frame " << i << ", number " << number;
      }
    } catch (const KernelCrash& error) {
      crash = error.what();
    }
    EXPECT_EQ(crash, "the kernel wrote to the socket through which its process answers the window")
        << "number " << number;
    EXPECT_LT(longest, 1s) << "number " << number;
  }
  EXPECT_TRUE(has_no_process());
}

TEST_F(HostileKernels, AreStoppedByTheSystemWithoutTheWindow) {
  if (gpu::has_thread_sanitizer) {
    GTEST_SKIP() << "ThreadSanitizer delivers no signals in a loop that makes no calls";
  }
  const auto ended_line = [](const std::string& text) {
    Worker worker = start(program_of(text), 60s);
    begin(worker, 0);
    EXPECT_EQ(wait_while_drawing(worker), WorkerProcess::Progress::ended);
    return message_of(worker).line;
  };
  EXPECT_EQ(ended_line(text_with("volatile int waits = 1;", "while (waits) {}")), 3);
  EXPECT_EQ(ended_line(text_with("volatile int waits = 1; int never = [] { while (waits) {} return 0; }();", "")), 1)
      << "a static initializer";
}

TEST_F(HostileKernels, ThatAccessInvalidMemoryAreReportedAtTheirLine) {
  const auto message = [](const std::string& inside) {
    Worker worker = start(program_of(text_with("volatile long far = 1L << 62; volatile int n = 9;", inside)), 60s);
    begin(worker, 60);
    EXPECT_EQ(wait_while_drawing(worker), WorkerProcess::Progress::ended) << inside;
    return message_of(worker);
  };
#if defined(__x86_64__)
  const gpu::CompileMessage wild = message("*(volatile int*)far = 1;");
  EXPECT_EQ(wild.line, 3);
  EXPECT_NE(wild.text.find("an address that no memory can have"), std::string::npos) << wild.text;
#endif
  // A compiler may move the write out of its loop, where it belongs to no line.
  const gpu::CompileMessage moved = message("int* p = nullptr; for (int i = 0; i < n; ++i) *p += at.x;");
  EXPECT_EQ(moved.line, 3) << moved.text;
}

TEST_F(HostileKernels, AreStoppedInAWaitingStaticInitializer) {
  Worker worker = start(program_of(text_with("extern \"C\" unsigned sleep(unsigned); "
                                             "int never = [] { for (;;) sleep(9); return 0; }();",
                                             "")),
                        5s);
  begin(worker, 60);
  EXPECT_TRUE(ends_by_itself(worker));
  EXPECT_EQ(worker.progress(), WorkerProcess::Progress::ended);
  EXPECT_EQ(message_of(worker).line, 1);
}

TEST_F(HostileKernels, ThatSleepAreStoppedWithoutTheWindow) {
  Worker worker = start(program_of(text_with("extern \"C\" unsigned sleep(unsigned);", "for (;;) sleep(9);")), 5s);
  begin(worker, 60);
  EXPECT_TRUE(ends_by_itself(worker));
  EXPECT_EQ(worker.progress(), WorkerProcess::Progress::ended);
  const gpu::CompileMessage message = message_of(worker);
  EXPECT_EQ(message.line, 3) << message.text;
  EXPECT_NE(message.text.find("the loop may be endless"), std::string::npos) << message.text;
}

TEST_F(HostileKernels, ThatBlockSignalsAreStoppedWithoutTheWindow) {
#if defined(__x86_64__)
  // A forged return from a signal handler sets the mask of blocked signals.
  const KernelProgram program = program_of(
      text_with("#include <ucontext.h>\nvoid spin() { for (;;) asm volatile(\"\"); }\n",
                "ucontext_t forged{}; __builtin_memset(&forged.uc_sigmask, 255, 8);"
                "forged.uc_mcontext.gregs[REG_RIP] = (long)&spin; forged.uc_mcontext.gregs[REG_RSP] = (long)&forged;"
                "forged.uc_mcontext.gregs[REG_CSGSFS] = 0x002b000000000033;"
                "asm volatile(\"mov %0, %%rsp; mov $15, %%eax; syscall\" ::\"r\"(&forged) : \"memory\");"));
  Worker worker = start(program, 5s);
  begin(worker, 0);
  EXPECT_TRUE(ends_by_itself(worker));
  EXPECT_EQ(worker.progress(), WorkerProcess::Progress::ended);
  EXPECT_EQ(worker.report().kind.load(), CrashKind::none)
      << "the kernel did not block signals: " << message_of(worker).text;
#else
  GTEST_SKIP() << "the forged return requires an x86-64 processor";
#endif
}

TEST_F(HostileKernels, ThatAnswerAndKeepComputingAreStoppedWithoutTheWindow) {
  Worker worker = start(program_of(answering("", "1", "while (w) {}")), 5s);
  begin(worker, 60);
  EXPECT_EQ(wait_while_drawing(worker), WorkerProcess::Progress::drawn);
  EXPECT_TRUE(ends_by_itself(worker));
  EXPECT_FALSE(worker.renew());
}

TEST_F(KernelWorkers, ThatAreIdleEndAndTheNextFrameStartsAnother) {
  KernelRunner runner{{}, KernelPlace::own_process, 3s};
  runner.set_picture(0, nullptr);
  const KernelProgram program = program_of(good_text);
  ASSERT_TRUE(draw(runner, program));
  // This frame is drawn, but not fetched.
  runner.begin(program, {}, 24, 10);
  const pid_t process = runner.process();
  const auto end = Clock::now() + 30s;
  while (::kill(process, 0) == 0 && Clock::now() < end) {
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(::kill(process, 0), -1);
  EXPECT_TRUE(has_no_process());
  EXPECT_TRUE(wait(runner)) << "the frame was drawn before the process ended";
  EXPECT_TRUE(draw(runner, program));
  EXPECT_NE(runner.process(), process);
}

/// Programs in place of the worker.
class FalseWorkers : public HostileKernels {
 protected:
  /// A program that receives a module, sets every bit in the frames' memory, including the crash report, and answers
  /// with `bytes`.
  std::filesystem::path false_worker(std::string_view bytes) const {
    const std::filesystem::path answer = folder_.write("answer", bytes);
    std::filesystem::path program =
        folder_.write("worker", fmt::format("#!/bin/sh\ndd bs=4096 count=1 <&3 >/dev/null 2>&1\ntr '\\0' '\\377' "
                                            "</dev/zero | head -c 8192 1<>/proc/self/fd/4\ncat {} >&3\n",
                                            answer.string()));
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return program;
  }
  static std::string bytes_of(const WorkerAnswer& answer) {
    return {reinterpret_cast<const char*>(&answer), sizeof(answer)};
  }
};

TEST_F(FalseWorkers, AreNotTrustedWithSizesCountsOrKinds) {
  WorkerAnswer other_number;
  other_number.number = 2;
  for (const std::string& bytes : {std::string{}, std::string{"rubbish"}, std::string(sizeof(WorkerAnswer), '\xff'),
                                   bytes_of(other_number), bytes_of({}), std::string(sizeof(WorkerAnswer) + 1, '\0')}) {
    Worker worker{false_worker(bytes), {}, 60s};
    begin(worker, 60);
    EXPECT_EQ(wait_while_drawing(worker), WorkerProcess::Progress::ended);
    const gpu::CompileMessage message = message_of(worker);
    EXPECT_FALSE(message.text.empty());
    EXPECT_EQ(message.line, 0) << message.text;
  }
}

TEST_F(FalseWorkers, FailWithAOneLineReasonWithoutControlCharacters) {
  WorkerAnswer failed;
  failed.kind = WorkerAnswer::Kind::failed;
  constexpr std::string_view reason =
      "a\x1b[31mb\nc\x7f"
      "d\u009b"
      "31m";
  reason.copy(failed.text.data(), failed.text.size());
  Worker worker{false_worker(bytes_of(failed)), {}, 60s};
  begin(worker, 60);
  try {
    static_cast<void>(wait_while_drawing(worker));
    FAIL() << "no error";
  } catch (const gpu::Error& error) {
    EXPECT_STREQ(error.what(), "a [31mb c d 31m");
  }
}

TEST_F(FalseWorkers, ThatFailBeforeTheirFirstOrderAreReportedWithTheirReason) {
  WorkerAnswer failed;
  failed.kind = WorkerAnswer::Kind::failed;
  constexpr std::string_view reason = "no kernel runs here";
  reason.copy(failed.text.data(), failed.text.size());
  const std::filesystem::path answer = folder_.write("answer", bytes_of(failed));
  const std::filesystem::path program =
      folder_.write("worker", fmt::format("#!/bin/sh\ncat {} >&3\n", answer.string()));
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  WorkerProcess worker{program, 60s};
  siginfo_t ending{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(worker.id()), &ending, WEXITED | WNOWAIT), 0);
  worker.load({}, 4, 1000, 0);
  begin(worker, 60);
  try {
    static_cast<void>(wait_while_drawing(worker));
    FAIL() << "no error";
  } catch (const gpu::Error& error) {
    EXPECT_EQ(error.what(), reason);
  }
}

TEST(KernelCrashReports, ForgedByAKernelAreReadWithinTheirBounds) {
  for (const auto kind : {CrashKind::fault, CrashKind::refused_call, CrashKind::no_end, CrashKind(99)}) {
    CrashReport report;
    report.kind = kind;
    report.signal = -1;
    report.code = -1;
    report.call = -1;
    report.address_count = 0xffffffff;
    report.addresses.fill(0xffffffffffffffff);
    const gpu::CompileMessage message = crash_message(report, SIGKILL, "/dev/null", "kernel.cu", {});
    EXPECT_FALSE(message.text.empty());
    EXPECT_EQ(message.line, 0) << message.text;
  }
}

/// Memory with a descriptor that child processes inherit. Its number differs from those of their other descriptors.
int inherited_memory(std::string_view bytes, std::size_t size) {
  const int memory = ::memfd_create("test", MFD_CLOEXEC);
  EXPECT_EQ(::ftruncate(memory, static_cast<off_t>(size)), 0);
  EXPECT_EQ(::pwrite(memory, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
  const int moved = ::fcntl(memory, F_DUPFD_CLOEXEC, 16);
  ::close(memory);
  return moved;
}

TEST_F(HostileKernels, AreNotLoadedWithoutTheWindow) {
  const KernelProgram program =
      program_of(text_with("volatile int waits = 1; int never = [] { while (waits) {} return 0; }();", ""));
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
  const int control = ::fcntl(ends[1], F_DUPFD_CLOEXEC, 16);
  WorkerMemory header;
  header.allowed_bytes = std::uint64_t{1} << 30;
  const int memory = inherited_memory({reinterpret_cast<const char*>(&header), sizeof(header)}, 8192);
  const auto& binary = program.code->binary;
  const int module = inherited_memory({reinterpret_cast<const char*>(binary.data()), binary.size()}, binary.size());
  gpu::SpawnFiles files;
  files.duplicate(control, WorkerDescriptors::control);
  files.duplicate(memory, WorkerDescriptors::memory);
  files.duplicate(module, WorkerDescriptors::module);
  const WorkerOrder load{.kind = WorkerOrder::Kind::load, .frame = {}};
  EXPECT_EQ(::send(ends[0], &load, sizeof(load), 0), static_cast<ssize_t>(sizeof(load)));
  ::close(ends[0]);
  ::close(ends[1]);
  const pid_t worker =
      gpu::spawn({tests::built_program(), {std::string{kernel_worker_command}}, gpu::own_environment()}, files);
  for (const int number : {control, memory, module}) {
    ::close(number);
  }
  int status = 0;
  pid_t ended = 0;
  for (const auto end = Clock::now() + 20s; ended == 0 && Clock::now() < end;) {
    ended = ::waitpid(worker, &status, WNOHANG);
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(ended, worker) << "the worker runs the code of its kernel";
  if (ended != worker) {
    ::kill(worker, SIGKILL);
    ::waitpid(worker, &status, 0);
  }
}

}  // namespace
}  // namespace texelscope::app
