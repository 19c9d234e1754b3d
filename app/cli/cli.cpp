#include "app/cli/cli.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "app/cli/command_line.h"
#include "app/cli/completion.h"
#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/cli/program_text.h"
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

}  // namespace

int run(int argc, const char* const* argv, const WindowFunctions& window) noexcept {
  try {
    const int code = parse_and_run(argc, argv, window);
    if (!(std::cout << std::flush) && !is_reader_gone()) {
      throw FileError(
          "cannot write to standard output: it is closed or full; redirect it to a file or to a program that reads it");
    }
    return code;
  } catch (const std::bad_alloc&) {
    print_error("out of memory; use a smaller size or picture");
    return exit_code::unavailable;
  } catch (const std::exception& error) {
    print_error(error.what());
    return is_any_of<UsageError, FileError, ParameterError, gpu::InvalidArgument>(error) ? exit_code::bad_usage
                                                                                         : exit_code::unavailable;
  } catch (...) {
    print_error("unknown exception; please report this bug");
    return exit_code::unavailable;
  }
}

}  // namespace texelscope::app
