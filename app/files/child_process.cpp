#include "app/files/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "gpu/files/quick_exit_guard.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {
namespace {

bool is_own_program = false;

using Clock = std::chrono::steady_clock;
/// Interval at which a wait checks for a stop request.
constexpr std::chrono::milliseconds look_interval{50};
constexpr std::size_t max_error_bytes = 4096;

/// Both ends of a connection that no child inherits by default. Uses sockets, because a write to a closed socket need
/// not raise a signal.
std::pair<gpu::FileDescriptor, gpu::FileDescriptor> make_connection() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw ChildError(fmt::format("cannot connect to a child process: {}", std::strerror(errno)));
  }
  return {gpu::FileDescriptor(ends[0]), gpu::FileDescriptor(ends[1])};
}

/// A child process. The destructor waits for it, unless something has already waited for it.
class Child {
 public:
  Child(const ChildCommand& command, const gpu::FileDescriptor& talk, const gpu::FileDescriptor& errors) {
    gpu::SpawnCommand started{command.program, command.arguments, gpu::own_environment()};
    if (command.limits != gpu::ProcessLimits{}) {
      started = gpu::limited(std::move(started), command.limits);
    }
    gpu::SpawnFiles files;
    files.duplicate(talk.number(), STDIN_FILENO);
    files.duplicate(talk.number(), STDOUT_FILENO);
    files.duplicate(errors.number(), STDERR_FILENO);
    files.close_from(STDERR_FILENO + 1);
    try {
      guard_.emplace([&] {
        process_ = gpu::spawn(started, files);
        return gpu::killing(process_, started.group);
      });
    } catch (const std::system_error& error) {
      throw ChildError(
          fmt::format("cannot start {} as a child process: {}", command.program.string(), error.code().message()));
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (!is_ended_) {
      kill();
      (void)wait(0);
    }
  }

  void kill() const { ::kill(process_, SIGKILL); }

  /// Whether the child has ended; waits for it unless `options` is WNOHANG.
  [[nodiscard]] bool wait(int options) {
    pid_t found = 0;
    do {
      found = ::waitpid(process_, &status_, options);
    } while (found < 0 && errno == EINTR);
    is_ended_ = found != 0;
    // Other code of this process that reaps every child may have taken the status.
    is_known_ = found == process_;
    return is_ended_;
  }

  void tell_ending(ChildOutcome& outcome) const {
    if (is_known_ && WIFSIGNALED(status_)) {
      outcome.signal = WTERMSIG(status_);
    } else {
      outcome.exit_code = is_known_ ? WEXITSTATUS(status_) : 0;
    }
  }

 private:
  pid_t process_ = 0;
  int status_ = 0;
  bool is_ended_ = false;
  bool is_known_ = false;
  std::optional<gpu::QuickExitGuard> guard_;
};

/// Exchanges bytes with a child until the child closes its ends.
class Conversation {
 public:
  Conversation(const ChildCommand& command, gpu::FileDescriptor talk, gpu::FileDescriptor errors)
      : command_{command}, talk_{std::move(talk)}, errors_{std::move(errors)}, input_{command.input} {
    ::fcntl(talk_.number(), F_SETFL, O_NONBLOCK);
    ::fcntl(errors_.number(), F_SETFL, O_NONBLOCK);
    end_input_when_sent();
  }

  /// Whether more output may follow.
  [[nodiscard]] bool is_open() const { return talk_.number() >= 0 || errors_.number() >= 0; }

  /// One round of sending and receiving, after at most look_interval. @return false if the output is too large.
  [[nodiscard]] bool take_turn(ChildOutcome& outcome) {
    const auto wants = static_cast<short>(input_.empty() ? POLLIN : POLLIN | POLLOUT);
    std::array<pollfd, 2> ends{pollfd{talk_.number(), wants, 0}, pollfd{errors_.number(), POLLIN, 0}};
    if (::poll(ends.data(), ends.size(), static_cast<int>(look_interval.count())) <= 0) {
      return true;
    }
    if ((ends[0].revents & POLLOUT) != 0) {
      send();
    }
    if ((ends[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      receive(talk_, outcome.output, command_.max_output_bytes + 1);
    }
    if ((ends[1].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      receive(errors_, outcome.errors, max_error_bytes);
    }
    return outcome.output.size() <= command_.max_output_bytes;
  }

 private:
  void send() {
    const ssize_t sent = ::send(talk_.number(), input_.data(), input_.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      input_.remove_prefix(static_cast<std::size_t>(sent));
    } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      // The child ended without reading everything; its exit status shows the reason.
      input_ = {};
    }
    end_input_when_sent();
  }

  void end_input_when_sent() const {
    if (input_.empty()) {
      ::shutdown(talk_.number(), SHUT_WR);
    }
  }

  static void receive(gpu::FileDescriptor& from, std::string& into, std::size_t max_bytes) {
    std::array<char, 65536> part;
    const ssize_t read = ::read(from.number(), part.data(), part.size());
    if (read > 0) {
      into.append(part.data(), std::min(static_cast<std::size_t>(read), max_bytes - into.size()));
    } else if (read == 0 || (errno != EAGAIN && errno != EINTR)) {
      from.close();
    }
  }

  const ChildCommand& command_;
  gpu::FileDescriptor talk_;
  gpu::FileDescriptor errors_;
  std::string_view input_;
};

}  // namespace

std::string ChildOutcome::ending() const {
  if (is_timed_out) {
    return "timed out and was killed";
  }
  return exit_code ? fmt::format("ended with exit code {}", *exit_code)
                   : fmt::format("was killed by signal {} ({})", signal, ::strsignal(signal));
}

ChildOutcome run_child(const ChildCommand& command, const std::stop_token& stop) {
  auto [talk, talk_of_child] = make_connection();
  auto [errors, errors_of_child] = make_connection();
  const Clock::time_point end = Clock::now() + command.time_limit;
  ChildOutcome outcome;
  Child child(command, talk_of_child, errors_of_child);
  talk_of_child.close();
  errors_of_child.close();
  Conversation conversation(command, std::move(talk), std::move(errors));
  bool must_end = false;
  const auto looks_on = [&] {
    outcome.is_timed_out = outcome.is_timed_out || Clock::now() >= end;
    must_end = must_end || outcome.is_timed_out || stop.stop_requested();
    return !must_end;
  };
  while (looks_on() && conversation.is_open()) {
    must_end = !conversation.take_turn(outcome);
  }
  // The child may close its ends and keep running.
  while (looks_on() && !child.wait(WNOHANG)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (must_end) {
    child.kill();
    (void)child.wait(0);
  }
  child.tell_ending(outcome);
  return outcome;
}

void set_is_own_program(bool is_texelscope) noexcept { is_own_program = is_texelscope; }

std::filesystem::path own_program() {
  if (const char* const named = std::getenv("TEXELSCOPE_PROGRAM"); named != nullptr && *named != '\0') {
    return named;
  }
  // A different program that uses this code lacks the subcommands for children: as a child, it would start over.
  if (!is_own_program) {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    throw ChildError(
        fmt::format("cannot start a child process: {} is not texelscope; set TEXELSCOPE_PROGRAM to its path",
                    error ? "the running program" : program.string()));
  }
  // The child that executes this path resolves it to the same file.
  return "/proc/self/exe";
}

}  // namespace texelscope::app
