#include "app/cli/output.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>

namespace texelscope::app {
namespace {

void print_line(std::string_view kind, std::string_view text) {
  std::string line = std::string("texelscope: ").append(kind).append(text);
  // A file name may hold a line break; an error stays one line.
  std::ranges::replace_if(
      line, [](char character) { return character == '\n' || character == '\r'; }, ' ');
  std::cerr << line + "\n" << std::flush;
}

}  // namespace

void print_error(std::string_view text) { print_line("error: ", text); }
void print_warning(std::string_view text) { print_line("warning: ", text); }
void print_note(std::string_view text) { print_line("", text); }

void print_image_note(std::string_view path, std::string_view note) {
  if (!note.empty()) {
    print_note(std::string(path).append(": ").append(note));
  }
}

Progress::Progress()
    : is_terminal_{::isatty(STDERR_FILENO) == 1},
      due_{std::chrono::steady_clock::now() + std::chrono::milliseconds(500)} {}

Progress::~Progress() {
  if (is_shown_) {
    std::cerr << "\r\x1b[K" << std::flush;
  }
}

void Progress::show(std::string_view text) {
  const auto now = std::chrono::steady_clock::now();
  if (is_terminal_ && now >= due_) {
    due_ = now + std::chrono::milliseconds(100);
    is_shown_ = true;
    std::cerr << '\r' << text << "\x1b[K" << std::flush;
  }
}

}  // namespace texelscope::app
