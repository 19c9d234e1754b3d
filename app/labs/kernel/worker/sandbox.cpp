#include "app/labs/kernel/worker/sandbox.h"

#include <fmt/format.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <memory>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

[[noreturn]] void refuse(const char* what, int error) {
  throw gpu::Unavailable(
      fmt::format("the kernel's process cannot be confined, so no kernel runs in it: {} failed: {}; use an operating "
                  "system kernel with seccomp, or a CUDA device",
                  what, std::strerror(error)));
}

void set_limit(const char* name, decltype(RLIMIT_CORE) which, std::uint64_t value) {
  const rlimit limit{value, value};
  if (::setrlimit(which, &limit) != 0) {
    refuse(name, errno);
  }
}

void set_property(const char* name, int property, unsigned long value) {
  if (::prctl(property, value, 0UL, 0UL, 0UL) != 0) {
    refuse(name, errno);
  }
}

std::uint64_t address_space_bytes() {
  std::ifstream file{"/proc/self/statm"};
  std::uint64_t pages = 0;
  if (!(file >> pages)) {
    refuse("reading /proc/self/statm", ENOENT);
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
}

/// The calls that frames, the allocator, the library loader and crash reports need. The only descriptors are those that
/// the process started with: the socket, two memory files and /dev/null.
constexpr std::array allowed_calls = {SCMP_SYS(read),
                                      SCMP_SYS(write),
                                      SCMP_SYS(pread64),
                                      SCMP_SYS(lseek),
                                      SCMP_SYS(close),
                                      SCMP_SYS(fstat),
                                      SCMP_SYS(mmap),
                                      SCMP_SYS(munmap),
                                      SCMP_SYS(mremap),
                                      SCMP_SYS(mprotect),
                                      SCMP_SYS(brk),
                                      SCMP_SYS(futex),
                                      SCMP_SYS(getpid),
                                      SCMP_SYS(gettid),
                                      SCMP_SYS(clock_gettime),
                                      SCMP_SYS(clock_getres),
                                      SCMP_SYS(getcpu),
                                      SCMP_SYS(gettimeofday),
                                      SCMP_SYS(clock_nanosleep),
                                      SCMP_SYS(nanosleep),
                                      SCMP_SYS(getrandom),
                                      SCMP_SYS(sched_yield),
                                      SCMP_SYS(sched_getaffinity),
                                      SCMP_SYS(sigaltstack),
                                      SCMP_SYS(rt_sigreturn),
                                      SCMP_SYS(restart_syscall)};

/// The macros of libseccomp leave one field uninitialized.
scmp_arg_cmp argument(unsigned index, scmp_compare comparison, scmp_datum_t value) {
  return {.arg = index, .op = comparison, .datum_a = value, .datum_b = 0};
}

}  // namespace

void limit_this_process(std::uint64_t allowed_bytes) {
  set_property("prctl(PR_SET_PDEATHSIG)", PR_SET_PDEATHSIG, SIGKILL);
  set_property("prctl(PR_SET_DUMPABLE)", PR_SET_DUMPABLE, 0);
  set_property("prctl(PR_SET_NO_NEW_PRIVS)", PR_SET_NO_NEW_PRIVS, 1);
  set_limit("setrlimit(RLIMIT_CORE)", RLIMIT_CORE, 0);
  if (has_sandbox) {
    set_limit("setrlimit(RLIMIT_AS)", RLIMIT_AS, address_space_bytes() + allowed_bytes);
    set_limit("setrlimit(RLIMIT_FSIZE)", RLIMIT_FSIZE, 0);
    set_limit("setrlimit(RLIMIT_NPROC)", RLIMIT_NPROC, 0);
    set_limit("setrlimit(RLIMIT_NOFILE)", RLIMIT_NOFILE, 0);
  }
}

void refuse_system_calls() {
  if constexpr (!has_sandbox) {
    return;
  }
  const auto release = [](scmp_filter_ctx filter) { ::seccomp_release(filter); };
  const std::unique_ptr<void, decltype(release)> filter{::seccomp_init(SCMP_ACT_TRAP), release};
  if (!filter) {
    refuse("seccomp_init", ENOMEM);
  }
  const auto require = [](const char* what, int result) {
    if (result != 0) {
      refuse(what, -result);
    }
  };
  // The drawing threads have already started.
  require("seccomp_attr_set(TSYNC)", ::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1));
  require("seccomp_attr_set(BADARCH)",
          ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  for (const int call : allowed_calls) {
    require("seccomp_rule_add", ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, 0));
  }
  // abort(), and the end of a crash report: signals to this process only, none of which can be blocked.
  const auto self = static_cast<scmp_datum_t>(::getpid());
  require("seccomp_rule_add(tgkill)",
          ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, argument(0, SCMP_CMP_EQ, self)));
  require("seccomp_rule_add(rt_sigprocmask)", ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(rt_sigprocmask),
                                                                 1, argument(0, SCMP_CMP_EQ, SIG_UNBLOCK)));
  // Advice values of 100 and up (MADV_HWPOISON) are privileged and take physical pages out of service.
  require("seccomp_rule_add(madvise)",
          ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(madvise), 1, argument(2, SCMP_CMP_LT, 100)));
  // printf() queries the type of its output.
  require("seccomp_rule_add(ioctl)", ::seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl), 0));
  require("seccomp_load", ::seccomp_load(filter.get()));
}

}  // namespace texelscope::app
