#include "app/cli/exit_code.h"

#include <iostream>
#include <new>

#include "app/files/file_error.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

void print_line(const char* kind, const std::string& text) {
  std::string line = std::string("texelscope: ") + kind + text;
  // A file name may hold a line break; an error stays one line.
  for (char& character : line) {
    if (character == '\n' || character == '\r') {
      character = ' ';
    }
  }
  std::cerr << line + "\n" << std::flush;
}

template <class... Error>
bool is_any_of(const std::exception& error) {
  return ((dynamic_cast<const Error*>(&error) != nullptr) || ...);
}

}  // namespace

int exit_code_of(const std::exception& error) noexcept {
  return is_any_of<UsageError, FileError, ParameterError, gpu::InvalidArgument>(error) ? exit_code::bad_usage
                                                                                       : exit_code::unavailable;
}

void print_error(const std::string& text) { print_line("error: ", text); }
void print_warning(const std::string& text) { print_line("warning: ", text); }
void print_note(const std::string& text) { print_line("", text); }

}  // namespace texelscope::app
