#include "app/labs/kernel/worker/crash_message.h"

#include <fmt/format.h>
#include <seccomp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <vector>

#include "app/files/child_process.h"
#include "gpu/files/environment.h"

namespace texelscope::app {
namespace {

struct CallKind {
  std::string_view text;
  std::vector<std::string_view> calls;
};

const std::vector<CallKind>& call_kinds() {
  static const std::vector<CallKind> kinds = {
      {"opened a file", {"open", "openat", "openat2", "creat", "memfd_create", "readlink", "readlinkat"}},
      {"changed files",
       {"unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "symlink",
        "chmod", "fchmodat", "truncate", "ftruncate"}},
      {"used the network", {"socket", "socketpair", "connect", "bind", "listen", "sendto", "recvfrom"}},
      {"started a process or a thread", {"fork", "vfork", "clone", "clone3", "execve", "execveat"}},
      {"accessed other processes",
       {"kill", "tkill", "tgkill", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open"}},
      {"changed how signals are handled", {"rt_sigaction", "rt_sigprocmask", "signalfd4"}},
      {"called _exit()", {"exit_group", "exit"}},
  };
  return kinds;
}

std::string refused_call_text(int number) {
  const std::unique_ptr<char, decltype(&std::free)> name{::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number),
                                                         &std::free};
  const std::string call = name ? name.get() : fmt::format("system call {}", number);
  for (const CallKind& kind : call_kinds()) {
    if (std::ranges::find(kind.calls, call) != kind.calls.end()) {
      return fmt::format("{}, which kernels may not do ({})", kind.text, call);
    }
  }
  return fmt::format("made a system call that kernels may not make ({})", call);
}

std::string fault_text(const CrashReport& report, int signal) {
  switch (signal) {
    case SIGFPE:
      return "divided by zero (SIGFPE)";
    case SIGSEGV:
    case SIGBUS:
      return report.is_stack_overflow != 0
                 ? "ran out of stack: calls are nested too deeply, or local arrays are too large (SIGSEGV)"
             : report.code == SI_KERNEL ? "read or wrote an address that no memory can have (SIGSEGV)"
                                        : fmt::format("read or wrote invalid memory at address 0x{:x} ({})",
                                                      report.fault_address, signal == SIGBUS ? "SIGBUS" : "SIGSEGV");
    case SIGABRT:
      return "called abort() (SIGABRT)";
    case SIGILL:
    case SIGTRAP:
      return fmt::format(
          "has undefined behavior here (a function without a return, a division by zero, …), which the compiler turned "
          "into a trap ({})",
          signal == SIGILL ? "SIGILL" : "SIGTRAP");
    default:
      return fmt::format("was killed by signal {} ({})", signal, ::strsignal(signal));
  }
}

/// Copies the addresses once, because another process writes them.
std::vector<std::uint64_t> addresses_of(const CrashReport& report) {
  const std::size_t count = std::min<std::size_t>(report.address_count.load(), CrashReport::max_addresses);
  return {report.addresses.begin(), report.addresses.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

std::string crash_text(const CrashReport& report, int ending_signal) {
  switch (report.kind.load(std::memory_order_acquire)) {
    case CrashKind::fault:
      return fault_text(report, report.signal);
    case CrashKind::refused_call:
      return refused_call_text(report.call);
    case CrashKind::trap:
      return "read or wrote outside a surface, which traps (CUDA_ERROR_LAUNCH_FAILED)";
    case CrashKind::exception:
      return "threw an uncaught exception";
    case CrashKind::out_of_memory:
      return "ran out of memory: the limit is 1 GiB";
    case CrashKind::exit:
      return "called exit()";
    case CrashKind::no_end:
      return "was here when it was stopped because its frame took too long; the loop may be endless";
    case CrashKind::false_answer:
      return "wrote to the socket through which its process answers the window";
    case CrashKind::none:
      break;
  }
  return ending_signal == SIGKILL ? "was killed (SIGKILL), as the system does when memory runs out; the line is unknown"
                                  : fault_text(report, ending_signal);
}

std::vector<int> lines_of(std::string_view addresses, const std::string& name) {
  std::vector<int> lines;
  const std::string prefix = "/text/" + name + ":";
  while (!addresses.empty()) {
    std::string_view line = addresses.substr(0, addresses.find('\n'));
    addresses.remove_prefix(std::min(line.size() + 1, addresses.size()));
    if (!line.starts_with(prefix)) {
      continue;
    }
    line.remove_prefix(prefix.size());
    int number = 0;
    if (std::from_chars(line.data(), line.data() + line.size(), number).ec == std::errc{} && number > 0) {
      lines.push_back(number);
    }
  }
  return lines;
}

namespace {

/// The answer of addr2line for the addresses; empty without one.
std::string places_of(const std::vector<std::uint64_t>& addresses, const std::string& module,
                      const std::stop_token& stop) {
  const std::optional<std::filesystem::path> tool = gpu::find_addr2line();
  if (addresses.empty() || !tool) {
    return "";
  }
  ChildCommand command;
  command.program = *tool;
  command.arguments = {"-a", "-i", "-e", module};
  command.limits = {.address_bytes = std::uint64_t{2} << 30, .processor_time = std::chrono::seconds{5}};
  for (const std::uint64_t address : addresses) {
    command.arguments.push_back(fmt::format("0x{:x}", address));
  }
  command.time_limit = std::chrono::seconds{5};
  command.max_output_bytes = 1 << 20;
  try {
    return run_child(command, stop).output;
  } catch (const ChildError&) {
    // A message is useful without its line.
    return "";
  }
}

/// The first source line at the addresses; 0 if unknown.
int line_of(const std::vector<std::uint64_t>& addresses, const std::string& module, const std::string& name,
            const std::stop_token& stop) {
  const std::vector<int> lines = lines_of(places_of(addresses, module, stop), name);
  return lines.empty() ? 0 : lines.front();
}

/// The addresses around `address`, nearest first.
std::vector<std::uint64_t> around(std::uint64_t address) {
  constexpr std::uint64_t most = 64;
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t distance = 1; distance <= std::min(most, address); ++distance) {
    addresses.push_back(address - distance);
    addresses.push_back(address + distance);
  }
  return addresses;
}

}  // namespace

void find_lines(std::span<gpu::AccessSite> sites, const std::string& module, const std::string& name,
                const std::stop_token& stop) {
  std::vector<std::uint64_t> addresses;
  // The instruction before the return address belongs to the access. A forged recording may have any number of them.
  constexpr std::size_t most = 4096;
  for (const gpu::AccessSite& site : sites.first(std::min(sites.size(), most))) {
    addresses.push_back(site.address - 1);
  }
  const std::string output = places_of(addresses, module, stop);
  // An address, then the places of the functions that are inlined there.
  std::string_view rest = output;
  for (std::size_t i = 0; i < addresses.size() && !rest.empty(); ++i) {
    const std::size_t next = rest.find("\n0x");
    const std::vector<int> lines = lines_of(rest.substr(0, next), name);
    if (!lines.empty()) {
      static_cast<gpu::SourcePlace&>(sites[i]) = {name, lines.front()};
    }
    sites[i].callers.clear();
    for (const int line : lines | std::views::drop(1) | std::views::take(gpu::AccessSite::max_callers)) {
      sites[i].callers.push_back({name, line});
    }
    rest.remove_prefix(next == std::string_view::npos ? rest.size() : next + 1);
  }
}

gpu::CompileMessage crash_message(const CrashReport& report, int ending_signal, const std::string& module,
                                  const std::string& name, const std::stop_token& stop) {
  const std::vector<std::uint64_t> addresses = addresses_of(report);
  gpu::CompileMessage message{.line = line_of(addresses, module, name, stop),
                              .text = crash_text(report, ending_signal)};
  if (message.line == 0 && !addresses.empty()) {
    // Code that a compiler moves out of a loop has no line.
    message.line = line_of(around(addresses.front()), module, name, stop);
    message.text += message.line != 0 ? "; at or near this line, since the compiler has moved the code" : "";
  }
  if (message.line == 0 && report.kind.load() == CrashKind::no_end) {
    message.text = "was stopped because its frame took too long; a loop may be endless";
  }
  return message;
}

}  // namespace texelscope::app
