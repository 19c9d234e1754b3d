#include "gpu/files/waiting_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <ctime>
#include <system_error>
#include <thread>
#include <utility>

namespace texelscope::gpu {
namespace {

/// Interval at which a wait checks whether its time is up.
constexpr std::chrono::milliseconds time_look_interval{5};
/// Maximum stored size of an answer, equal to the limit of a compiler's files.
constexpr std::size_t max_answer_bytes = std::size_t{64} << 20;
constexpr std::size_t max_kept_errors = 4096;

[[noreturn]] void throw_no_process(const char* what) {
  throw std::system_error(errno, std::generic_category(), std::string{"cannot start a process: "} + what);
}

/// A descriptor above the standard descriptors, so that it is not replaced before it is copied.
FileDescriptor above_standard(int number, const char* what) {
  const FileDescriptor made{number};
  const int moved = number < 0 ? -1 : ::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (moved < 0) {
    throw_no_process(what);
  }
  return FileDescriptor{moved};
}

}  // namespace

WaitingProcess::WaitingProcess(const std::filesystem::path& program, std::vector<std::string> arguments,
                               const ProcessLimits& limits)
    : errors_{above_standard(::memfd_create("texelscope-errors", MFD_CLOEXEC), "memfd_create")} {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw_no_process("socketpair");
  }
  talk_ = FileDescriptor{ends[0]};
  const FileDescriptor its_end = above_standard(ends[1], "fcntl");
  const SpawnCommand command =
      limited({program, std::move(arguments), compiler_environment({}), ProcessGroup::own}, limits);
  SpawnFiles files;
  files.duplicate(its_end.number(), STDIN_FILENO);
  files.duplicate(its_end.number(), STDOUT_FILENO);
  files.duplicate(errors_.number(), STDERR_FILENO);
  files.close_from(STDERR_FILENO + 1);
  files.change_folder("/");
  guard_.emplace([&] {
    process_ = spawn(command, files);
    return killing(process_, command.group);
  });
}

WaitingProcess::~WaitingProcess() { end(); }

bool WaitingProcess::has_ended() const noexcept {
  siginfo_t ending{};
  return status_ || ::waitid(P_PID, static_cast<id_t>(process_), &ending, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         ending.si_pid == process_;
}

void WaitingProcess::limit_processor_time(std::chrono::seconds most) noexcept {
  clockid_t clock{};
  timespec used{};
  if (!status_ && ::clock_getcpuclockid(process_, &clock) == 0 && ::clock_gettime(clock, &used) == 0) {
    const auto seconds = static_cast<rlim_t>(used.tv_sec) + 1 + static_cast<rlim_t>(most.count());
    const rlimit limit{seconds, seconds};
    static_cast<void>(::prlimit(process_, RLIMIT_CPU, &limit, nullptr));
  }
}

void WaitingProcess::prepare(std::string_view order) noexcept {
  // A process that could not receive it has ended, which the next call detects.
  static_cast<void>(::send(talk_.number(), order.data(), order.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

std::optional<std::string> WaitingProcess::ask(std::string_view order, const ProcessTime& time) {
  std::string answer;
  std::array<char, std::size_t{64} << 10> part;
  while (!time.is_up()) {
    pollfd end{talk_.number(), static_cast<short>(order.empty() ? POLLIN : POLLIN | POLLOUT), 0};
    if (::poll(&end, 1, static_cast<int>(time_look_interval.count())) <= 0) {
      continue;
    }
    if ((end.revents & POLLOUT) != 0) {
      const ssize_t sent = ::send(talk_.number(), order.data(), order.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent >= 0) {
        order.remove_prefix(static_cast<std::size_t>(sent));
      } else if (errno != EAGAIN && errno != EINTR) {
        // The process no longer reads; its output is still received.
        order = {};
      }
    }
    if ((end.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      const ssize_t received = ::recv(talk_.number(), part.data(), part.size(), MSG_DONTWAIT);
      if (received > 0 && answer.size() < max_answer_bytes) {
        answer.append(part.data(), static_cast<std::size_t>(received));
      } else if (received >= 0 || (errno != EAGAIN && errno != EINTR)) {
        return answer;
      }
    }
  }
  end();
  return std::nullopt;
}

CompilerEnding WaitingProcess::wait(const ProcessTime& time) {
  while (!has_ended()) {
    if (time.is_up()) {
      end();
      return {.is_stopped = true};
    }
    std::this_thread::sleep_for(time_look_interval);
  }
  return ending_of(end());
}

std::string WaitingProcess::errors() const {
  std::string text(max_kept_errors, '\0');
  const ssize_t size = ::pread(errors_.number(), text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

int WaitingProcess::end() noexcept {
  if (status_) {
    return *status_;
  }
  ::kill(-process_, SIGKILL);
  // Done before the process ID can be reused.
  guard_.reset();
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = status;
  return status;
}

}  // namespace texelscope::gpu
