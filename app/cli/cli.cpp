#include "app/cli/cli.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#include "app/cli/command_line.h"
#include "app/cli/completion.h"
#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/cli/program_text.h"
#include "app/files/ending_signals.h"
#include "app/files/file_error.h"
#include "app/text/nearest_name.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// The arguments, with the default command inserted at the front if none is named.
std::vector<std::string> with_subcommand(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const bool is_named = !arguments.empty() &&
                        (arguments.front() == complete_words_command || CommandLine::has_command(arguments.front()));
  const bool is_about_the_program = !arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h" ||
                                                           arguments.front() == "--version");
  if (is_named || is_about_the_program) {
    return arguments;
  }
  if (!arguments.empty() && !arguments.front().starts_with('-') &&
      arguments.front().find_first_of("./") == std::string::npos) {
    // A single word is a misspelled command rather than a picture, unless a file of that name exists.
    std::error_code error;
    if (!std::filesystem::exists(arguments.front(), error)) {
      std::vector<std::string_view> names;
      for (const Subcommand* const command : registered_commands()) {
        if (command->group != CommandGroup::hidden && command->name.find(' ') == std::string_view::npos) {
          names.push_back(command->name);
        }
      }
      throw UsageError(fmt::format("'{}' is not a command or file; {}", arguments.front(),
                                   advise_names(arguments.front(), names, "commands")));
    }
  }
  arguments.insert(arguments.begin(), std::string(this_program().default_command));
  return arguments;
}

int parse_and_run(int argc, const char* const* argv, const WindowFunctions& window) {
  const std::vector<std::string> arguments = with_subcommand(argc, argv);
  CommandLine command_line;
  if (arguments.front() == complete_words_command) {
    // The arguments are not parsed, because a line that is being typed is not yet a valid command line.
    std::cout << completion_answer(complete(command_line.describe(), std::span(arguments).subspan(1), window.labs));
    return exit_code::success;
  }
  return command_line.run(arguments, window);
}

/// Whether standard output is a pipe whose reader has closed it because it has read enough, as `head` does.
bool is_reader_gone() {
  pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

template <class... Error>
bool is_any_of(const std::exception& error) {
  return ((dynamic_cast<const Error*>(&error) != nullptr) || ...);
}

/// The error as run() prints it. Returns the exit code.
int print_exception(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::bad_alloc&) {
    print_error("out of memory; use a smaller size or picture");
  } catch (const std::system_error& error) {
    print_error(
        error.code() == std::errc::resource_unavailable_try_again
            ? "cannot start a thread or process; raise the limits of memory and processes (ulimit -v, ulimit -u)"
            : error.what());
  } catch (const std::exception& error) {
    print_error(error.what());
    if (is_any_of<UsageError, FileError, ParameterError, gpu::InvalidArgument>(error)) {
      return exit_code::bad_usage;
    }
  } catch (...) {
    print_error("unknown exception; please report this bug");
  }
  return exit_code::unavailable;
}

/// print_exception() itself may lack memory.
int print_exception_safely(const std::exception_ptr& exception) noexcept {
  try {
    return print_exception(exception);
  } catch (...) {
    constexpr std::string_view text = "texelscope: error: out of memory\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    return exit_code::unavailable;
  }
}

/// Called for an exception that no code catches, and for a thread that is destroyed while it runs.
[[noreturn]] void on_terminate() {
  // Other threads may fail at the same time.
  static std::atomic<bool> is_ending{false};
  while (is_ending.exchange(true)) {
    ::pause();
  }
  const std::exception_ptr exception = std::current_exception();
  std::quick_exit(print_exception_safely(
      exception ? exception
                : std::make_exception_ptr(std::logic_error("a thread was abandoned; please report this bug"))));
}

}  // namespace

void prepare_process(bool handles_signals) noexcept {
  // A closed pipe then causes a write error, which is reported, instead of ending the process.
  std::signal(SIGPIPE, SIG_IGN);
  // Likewise for a file that exceeds the size limit of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  // A parent may have ignored it: the system would then discard the exit codes of this process's children.
  std::signal(SIGCHLD, SIG_DFL);
  std::set_terminate(on_terminate);
  if (handles_signals) {
    end_on_signals();
  }
}

int run(int argc, const char* const* argv, const WindowFunctions& window) noexcept {
  try {
    const int code = parse_and_run(argc, argv, window);
    if (!(std::cout << std::flush) && !is_reader_gone()) {
      throw FileError(
          "cannot write to standard output: it is closed or full; redirect it to a file or to a program that reads it");
    }
    return code;
  } catch (...) {
    return print_exception_safely(std::current_exception());
  }
}

}  // namespace texelscope::app
