#include "app/labs/kernel/worker/sandbox.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <functional>
#include <new>
#include <thread>
#include <utility>

#include "app/labs/kernel/worker/crash_handler.h"
#include "app/labs/kernel/worker/worker_protocol.h"
#include "gpu/files/sanitizer.h"

namespace texelscope::app {
namespace {

constexpr long number_count = 512;

/// The calls that a kernel may make with any arguments. None gives access to a file, a process, or the network.
constexpr std::array<long, 26> allowed_numbers = {
    SYS_read,         SYS_write,           SYS_pread64,       SYS_lseek,
    SYS_close,        SYS_fstat,           SYS_mmap,          SYS_munmap,
    SYS_mremap,       SYS_mprotect,        SYS_brk,           SYS_futex,
    SYS_getpid,       SYS_gettid,          SYS_clock_gettime, SYS_clock_getres,
    SYS_getcpu,       SYS_gettimeofday,    SYS_nanosleep,     SYS_getrandom,
    SYS_sched_yield,  SYS_clock_nanosleep, SYS_sigaltstack,   SYS_sched_getaffinity,
    SYS_rt_sigreturn, SYS_restart_syscall};

/// Calls that only the operating system makes, in traced programs; filters do not see them. In other programs, they
/// only raise SIGILL or fail.
#if defined(__x86_64__)
constexpr std::array<long, 2> unfiltered_numbers = {335, 336};
#else
constexpr std::array<long, 0> unfiltered_numbers = {};
#endif

/// Whether a call with this number must be refused if every argument is −1.
bool must_be_refused(long number) {
  return number != SYS_ioctl && std::ranges::find(allowed_numbers, number) == allowed_numbers.end() &&
         std::ranges::find(unfiltered_numbers, number) == unfiltered_numbers.end();
}

/// Calls that are refused or allowed depending on their arguments, in the process `self`.
struct ArgumentCase {
  const char* name;
  long number;
  std::array<std::uint64_t, 4> arguments;
  bool is_refused;
  /// The error of a call that is allowed and fails.
  int error = 0;
};

constexpr std::size_t argument_case_count = 16;
using ArgumentCases = std::array<ArgumentCase, argument_case_count>;

ArgumentCases argument_cases(std::uint64_t self, std::uint64_t page) {
  constexpr std::uint64_t high = std::uint64_t{1} << 32;
  const auto parent = static_cast<std::uint64_t>(::getppid());
  return {{
      {"a signal to itself", SYS_tgkill, {self, self, 0}, false},
      {"a signal to its parent", SYS_tgkill, {parent, parent, 0}, true},
      {"a signal to all processes", SYS_tgkill, {std::uint64_t(-1), self, 0}, true},
      {"a signal to itself, with bits that the system ignores", SYS_tgkill, {self | high, self, 0}, true},
      {"unblocking signals", SYS_rt_sigprocmask, {SIG_UNBLOCK, 0, 0, 8}, false},
      {"blocking signals", SYS_rt_sigprocmask, {SIG_BLOCK, 0, 0, 8}, true},
      {"replacing the signal mask", SYS_rt_sigprocmask, {SIG_SETMASK, 0, 0, 8}, true},
      {"replacing the signal mask, with bits that the system ignores",
       SYS_rt_sigprocmask,
       {SIG_SETMASK | high, 0, 0, 8},
       true},
      {"freeing a page", SYS_madvise, {page, 4096, MADV_DONTNEED}, false},
      {"resetting the advice for a page", SYS_madvise, {page, 4096, MADV_NORMAL}, false},
      {"poisoning a page", SYS_madvise, {page, 4096, 100}, true},
      {"taking a page offline", SYS_madvise, {page, 4096, 101}, true},
      {"poisoning a page, with bits that the system ignores", SYS_madvise, {page, 4096, 100 | high}, true},
      {"querying the output's terminal", SYS_ioctl, {1, 0x5401, page}, false, ENOTTY},
      {"typing into a terminal", SYS_ioctl, {0, 0x5412, page}, false, ENOTTY},
      {"querying a missing output's terminal", SYS_ioctl, {std::uint64_t(-1), 0x5401, page}, false, ENOTTY},
  }};
}

/// The findings of one thread.
struct Findings {
  /// The number of refusals of each call.
  std::array<std::atomic<int>, number_count> refused{};
  std::array<std::atomic<int>, argument_case_count> refused_cases{};
  std::array<std::atomic<int>, argument_case_count> case_errors{};
};

/// Findings in memory that is shared with a child process.
struct SharedFindings {
  Findings first_thread;
  Findings earlier_thread;
  std::atomic<bool> is_complete{false};
  /// The handler's counters.
  std::atomic<std::atomic<int>*> place{nullptr};
};

constinit SharedFindings* shared_findings = nullptr;

void count_refusal(int /*signal*/, siginfo_t* /*info*/, void* /*context*/) {
  if (std::atomic<int>* const place = shared_findings->place.load(); place != nullptr) {
    ++*place;
  }
}

void try_all(Findings& findings, const ArgumentCases& cases) {
  for (long number = 0; number < number_count; ++number) {
    if (!must_be_refused(number)) {
      continue;
    }
    shared_findings->place = &findings.refused[static_cast<std::size_t>(number)];
    ::syscall(number, -1L, -1L, -1L, -1L, -1L, -1L);
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    shared_findings->place = &findings.refused_cases[i];
    const auto& arguments = cases[i].arguments;
    errno = 0;
    ::syscall(cases[i].number, arguments[0], arguments[1], arguments[2], arguments[3]);
    findings.case_errors[i] = errno;
  }
  shared_findings->place = nullptr;
}

/// In a separate process.
void confine_and_try() {
  // If a call is wrongly allowed and blocks, it must not block the test.
  ::alarm(60);
  struct sigaction action {};
  action.sa_sigaction = count_refusal;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGSYS, &action, nullptr);
  void* const page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const ArgumentCases cases =
      argument_cases(static_cast<std::uint64_t>(::getpid()), reinterpret_cast<std::uint64_t>(page));
  std::atomic<int> turn{0};
  std::thread earlier{[&] {
    turn = 1;
    while (turn != 2) {
      std::this_thread::yield();
    }
    try_all(shared_findings->earlier_thread, cases);
    turn = 3;
    // The exit call is also refused, so the thread loops.
    while (true) {
      std::this_thread::yield();
    }
  }};
  while (turn != 1) {
    std::this_thread::yield();
  }
  limit_this_process(std::uint64_t{1} << 30);
  refuse_system_calls();
  try_all(shared_findings->first_thread, cases);
  turn = 2;
  while (turn != 3) {
    std::this_thread::yield();
  }
  shared_findings->is_complete = true;
  end_this_process();
}

/// The signal that ends a child process that runs `work`.
int signal_that_ends(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      work();
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

class KernelSandbox : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_sandbox) {
      GTEST_SKIP() << "sanitizers need system calls and memory that a sandbox refuses";
    }
    void* const bytes =
        ::mmap(nullptr, sizeof(SharedFindings), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(bytes, MAP_FAILED);
    shared_findings = new (bytes) SharedFindings;
  }
  void TearDown() override {
    if (shared_findings != nullptr) {
      ::munmap(std::exchange(shared_findings, nullptr), sizeof(SharedFindings));
    }
  }
};

TEST_F(KernelSandbox, RefusesUnlistedCallsInEachThread) {
  EXPECT_EQ(signal_that_ends(confine_and_try), SIGKILL);
  ASSERT_TRUE(shared_findings->is_complete) << "a call ended or blocked the process";
  for (const Findings* findings : {&shared_findings->first_thread, &shared_findings->earlier_thread}) {
    const char* const thread = findings == &shared_findings->first_thread ? "its thread" : "an earlier thread";
    for (long number = 0; number < number_count; ++number) {
      EXPECT_EQ(findings->refused[static_cast<std::size_t>(number)], must_be_refused(number) ? 1 : 0)
          << "system call " << number << " of " << thread;
    }
    const ArgumentCases cases = argument_cases(0, 0);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      EXPECT_EQ(findings->refused_cases[i], cases[i].is_refused ? 1 : 0) << cases[i].name << " of " << thread;
      if (!cases[i].is_refused) {
        EXPECT_EQ(findings->case_errors[i], cases[i].error) << cases[i].name << " of " << thread;
      }
    }
  }
}

TEST_F(KernelSandbox, EndsAProcessThatUsesCallsOfAnotherArchitecture) {
#if defined(__x86_64__)
  EXPECT_EQ(signal_that_ends([] {
              refuse_system_calls();
              // A call from the system's second table for this processor.
              ::syscall(0x40000000L + SYS_getpid);
            }),
            SIGSYS);
#else
  GTEST_SKIP() << "this processor has a single system call table";
#endif
}

TEST(KernelCrashHandler, EndsAProcessAtItsTimeLimitThoughNoKernelRuns) {
  if (gpu::has_thread_sanitizer) {
    GTEST_SKIP() << "ThreadSanitizer delays the delivery of raised signals";
  }
  void* const bytes = ::mmap(nullptr, sizeof(CrashReport), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(bytes, MAP_FAILED);
  auto* const report = new (bytes) CrashReport;
  EXPECT_EQ(signal_that_ends([&] {
              install_crash_handlers(*report);
              ::raise(SIGURG);
              ::raise(SIGXCPU);
            }),
            SIGKILL);
  EXPECT_EQ(report->kind.load(), CrashKind::no_end);
  ::munmap(bytes, sizeof(CrashReport));
}

}  // namespace
}  // namespace texelscope::app
