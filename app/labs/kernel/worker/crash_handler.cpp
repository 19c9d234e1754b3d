#include "app/labs/kernel/worker/crash_handler.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <typeinfo>

#include "texelscope/gpu/error.h"
#include "texelscope/kernels/host_surface.h"

namespace texelscope::app {
namespace {

constexpr std::size_t signal_stack_bytes = 65536;
constexpr std::size_t max_threads = 1024;
using HostFunction = decltype(kernels::KernelEntry::run_on_host);

/// Read by signal handlers: constant before the first signal, or atomic.
struct Guard {
  CrashReport* report = nullptr;
  pid_t process = 0;
  std::atomic<bool> is_reported{false};
  /// The descriptor that the next openat() returns to the loader; −1 after that call.
  std::atomic<int> module_descriptor{-1};
  std::array<char, 64> module_name{};
  HostFunction run = nullptr;
  /// The threads in the kernel; 0 means none.
  std::array<std::atomic<pid_t>, max_threads> running{};
  std::atomic<std::size_t> thread_count{0};
};
constinit Guard guard;

/// The state of one thread.
struct ThreadGuard {
  bool is_ready = false;
  std::size_t place = max_threads;
  pid_t id = 0;
  std::uint64_t stack_first = 0;
};
constinit thread_local ThreadGuard this_thread;

/// The processor state at the signal.
struct Registers {
#if defined(__x86_64__)
  explicit Registers(ucontext_t& context)
      : pc{static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RIP])},
        sp{static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RSP])},
        first{context.uc_mcontext.gregs[REG_RDI]},
        third{context.uc_mcontext.gregs[REG_RDX]},
        result{context.uc_mcontext.gregs[REG_RAX]} {}
  std::uint64_t pc;
  std::uint64_t sp;
  greg_t first;
  greg_t third;
  greg_t& result;
#elif defined(__aarch64__)
  explicit Registers(ucontext_t& context)
      : pc{context.uc_mcontext.pc},
        sp{context.uc_mcontext.sp},
        first{static_cast<long long>(context.uc_mcontext.regs[0])},
        third{static_cast<long long>(context.uc_mcontext.regs[2])},
        result{context.uc_mcontext.regs[0]} {}
  std::uint64_t pc;
  std::uint64_t sp;
  long long first;
  long long third;
  unsigned long long& result;
#else
#error "crash reports read processor registers: add those of this architecture"
#endif
};

/// Adds an address of the module's code to the report. The lookup takes no lock.
bool add_address(std::uint64_t address) {
  dl_find_object found{};
  if (::_dl_find_object(reinterpret_cast<void*>(address), &found) != 0 ||
      std::strcmp(found.dlfo_link_map->l_name, guard.module_name.data()) != 0) {
    return false;
  }
  CrashReport& report = *guard.report;
  const std::uint32_t count = report.address_count.load(std::memory_order_relaxed);
  if (count < CrashReport::max_addresses) {
    report.addresses[count] = address - found.dlfo_link_map->l_addr;
    report.address_count.store(count + 1, std::memory_order_release);
  }
  return true;
}

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* /*unused*/) {
  int is_exact = 0;
  const std::uint64_t address = _Unwind_GetIPInfo(context, &is_exact);
  // A return address is that of the instruction after the call.
  add_address(is_exact != 0 ? address : address - 1);
  return guard.report->address_count.load(std::memory_order_relaxed) < CrashReport::max_addresses ? _URC_NO_REASON
                                                                                                  : _URC_END_OF_STACK;
}

/// Only the first failing thread returns from here.
CrashReport& begin_report() {
  if (guard.is_reported.exchange(true)) {
    while (true) {
      ::syscall(SYS_sched_yield);
    }
  }
  return *guard.report;
}

/// The kind is stored first: walking a stack that the kernel has corrupted may end the process.
[[noreturn]] void end_report(CrashKind kind) {
  guard.report->kind.store(kind, std::memory_order_release);
  _Unwind_Backtrace(add_frame, nullptr);
  end_this_process();
}

[[noreturn]] void report_call(CrashKind kind) {
  begin_report();
  end_report(kind);
}

[[noreturn]] void on_terminate() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  const auto is = [type](const std::type_info& other) { return type != nullptr && *type == other; };
  report_call(is(typeid(kernels::HostTrap))                                         ? CrashKind::trap
              : is(typeid(std::bad_alloc)) || is(typeid(std::bad_array_new_length)) ? CrashKind::out_of_memory
                                                                                    : CrashKind::exception);
}

/// The two calls with which the loader opens a library. All others are refused.
bool answer_loader(const siginfo_t& info, Registers& registers) {
  if (info.si_syscall == SYS_openat) {
    const int descriptor = guard.module_descriptor.exchange(-1);
    registers.result = descriptor;
    return descriptor >= 0;
  }
  if (info.si_syscall == SYS_newfstatat) {
    // Queries the descriptor, no matter which path is passed.
    const int before = errno;
    const long result = ::syscall(SYS_fstat, registers.first, registers.third);
    registers.result = result == 0 ? 0 : -errno;
    errno = before;
    return true;
  }
  return false;
}

/// Whether the loader reports an error and ends the process, which it does if there is no memory for a thread's
/// variables.
bool is_end_by_loader(const CrashReport& report, std::uint64_t address) {
  dl_find_object found{};
  return (report.call == SYS_writev || report.call == SYS_exit_group) &&
         ::_dl_find_object(reinterpret_cast<void*>(address), &found) == 0 &&
         std::strstr(found.dlfo_link_map->l_name, "/ld-") != nullptr;
}

/// May be called while the worker waits, loads or draws, so it reports only a thread that is running kernel code.
void report_endless_kernel(int signal) {
  const pid_t own = this_thread.id;
  if (own != 0 && guard.running[this_thread.place].load() == own) {
    report_call(CrashKind::no_end);
  }
  const std::size_t count = std::min(guard.thread_count.load(), max_threads);
  for (std::size_t i = 0; i < count; ++i) {
    if (const pid_t thread = guard.running[i].load(); thread != 0) {
      ::syscall(SYS_tgkill, guard.process, thread, SIGURG);
      return;
    }
  }
  if (signal == SIGXCPU) {
    // The process has exhausted its CPU time; the system only repeats the signal.
    begin_report().kind.store(CrashKind::no_end, std::memory_order_release);
    end_this_process();
  }
}

void on_signal(int signal, siginfo_t* info, void* context) {
  Registers registers{*static_cast<ucontext_t*>(context)};
  if (signal == SIGURG || signal == SIGXCPU) {
    report_endless_kernel(signal);
    return;
  }
  if (signal == SIGSYS && answer_loader(*info, registers)) {
    return;
  }
  CrashReport& report = begin_report();
  report.signal = signal;
  report.code = info->si_code;
  report.call = signal == SIGSYS ? info->si_syscall : 0;
  const bool is_memory = signal == SIGSEGV || signal == SIGBUS;
  report.fault_address = is_memory ? reinterpret_cast<std::uint64_t>(info->si_addr) : 0;
  // Large frames can skip the guard page.
  constexpr std::uint64_t below_stack = std::uint64_t{1} << 20;
  const std::uint64_t first = this_thread.stack_first;
  report.is_stack_overflow =
      is_memory && first != 0 && report.fault_address < first + 4096 && report.fault_address >= first - below_stack ? 1
                                                                                                                    : 0;
  const CrashKind kind = signal != SIGSYS                         ? CrashKind::fault
                         : is_end_by_loader(report, registers.pc) ? CrashKind::out_of_memory
                                                                  : CrashKind::refused_call;
  if (!add_address(registers.pc) && is_memory && report.fault_address == registers.pc) {
    // After a call to an address without code, an unwinder has nothing to start from, but the return address is at
    // the top of the stack.
    report.kind.store(kind, std::memory_order_release);
    add_address(*reinterpret_cast<const std::uint64_t*>(registers.sp) - 1);
    end_this_process();
  }
  end_report(kind);
}

void prepare_thread() {
  this_thread.is_ready = true;
  const std::size_t place = guard.thread_count.fetch_add(1);
  this_thread.place = std::min(place, max_threads - 1);
  this_thread.id = static_cast<pid_t>(::syscall(SYS_gettid));
  void* const bytes = ::mmap(nullptr, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes != MAP_FAILED) {
    const stack_t stack{bytes, 0, signal_stack_bytes};
    ::sigaltstack(&stack, nullptr);
  }
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
    void* first = nullptr;
    std::size_t size = 0;
    ::pthread_attr_getstack(&attributes, &first, &size);
    this_thread.stack_first = reinterpret_cast<std::uint64_t>(first);
    ::pthread_attr_destroy(&attributes);
  }
}

/// The end of the stack for unwinders: an exception then finds no handler, and terminate() is called where it is thrown
/// instead of where the device catches it.
[[gnu::noinline]] void run_guarded(const void* kernel, const kernels::HostRange& range) {
#if defined(__x86_64__)
  asm volatile(".cfi_undefined rip");
#elif defined(__aarch64__)
  asm volatile(".cfi_undefined x30");
#endif
  if (!this_thread.is_ready) {
    prepare_thread();
  }
  std::atomic<pid_t>& running = guard.running[this_thread.place];
  running.store(this_thread.id, std::memory_order_relaxed);
  guard.run(kernel, range);
  running.store(0, std::memory_order_relaxed);
}

/// Whether the loader lacks memory for a module's static arrays: the messages of glibc, which may omit the system's
/// reason.
bool is_about_memory(const char* reason) {
  const std::array<const char*, 3> texts{"failed to map segment", "cannot map zero-fill pages", std::strerror(ENOMEM)};
  return std::ranges::any_of(texts, [&](const char* text) { return std::strstr(reason, text) != nullptr; });
}

_Unwind_Reason_Code skip_frame(_Unwind_Context* /*context*/, void* /*unused*/) { return _URC_NO_REASON; }

}  // namespace

void end_this_process() {
  ::syscall(SYS_tgkill, ::getpid(), ::syscall(SYS_gettid), SIGKILL);
  while (true) {
    ::syscall(SYS_sched_yield);
  }
}

void install_crash_handlers(CrashReport& report) {
  guard.report = &report;
  guard.process = ::getpid();
  // Triggers the unwinder's one-time initialization.
  _Unwind_Backtrace(skip_frame, nullptr);
  prepare_thread();
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGURG, SIGXCPU}) {
    ::sigaction(signal, &action, nullptr);
  }
  std::set_terminate(on_terminate);
  std::set_new_handler([] { report_call(CrashKind::out_of_memory); });
  const auto at_exit = [] { report_call(CrashKind::exit); };
  std::atexit(at_exit);
  std::at_quick_exit(at_exit);
}

void* load_guarded_module(int descriptor) {
  const std::string name = fmt::format("/proc/self/fd/{}", descriptor);
  name.copy(guard.module_name.data(), guard.module_name.size() - 1);
  // Another worker may have read the same module to its end.
  ::lseek(descriptor, 0, SEEK_SET);
  guard.module_descriptor = descriptor;
  // Static initializers are kernel code, too, and may never end.
  std::atomic<pid_t>& running = guard.running[this_thread.place];
  running.store(this_thread.id, std::memory_order_relaxed);
  void* const module = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  running.store(0, std::memory_order_relaxed);
  guard.module_descriptor = -1;
  if (module == nullptr) {
    const char* const reason = ::dlerror();
    if (reason != nullptr && is_about_memory(reason)) {
      report_call(CrashKind::out_of_memory);
    }
    throw gpu::InvalidArgument(
        fmt::format("the kernel cannot be loaded: {}", reason != nullptr ? reason : "unknown reason"));
  }
  return module;
}

kernels::KernelEntry guarded_entry(void* module) {
  // The names that TEXELSCOPE_PROGRAM_ENTRY gives the first kernel of a source.
  void* const run = ::dlsym(module, "texelscope_kernel_0");
  const void* const size = ::dlsym(module, "texelscope_kernel_0_size");
  if (run == nullptr || size == nullptr || *static_cast<const std::size_t*>(size) != sizeof(KernelFrame)) {
    throw gpu::InvalidArgument("the compiled source does not contain the editor's kernel");
  }
  guard.run = reinterpret_cast<HostFunction>(run);
  return {kernel_entry_name, nullptr, run_guarded, sizeof(KernelFrame)};
}

}  // namespace texelscope::app
