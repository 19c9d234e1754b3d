#include "app/cli/output.h"

#include <unistd.h>

#include <iostream>
#include <string>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

void print_line(std::string_view kind, std::string_view text) {
  // Untrusted file names and values may contain line breaks and terminal control sequences.
  std::cerr << std::string("texelscope: ").append(kind).append(message_line(text)) + "\n" << std::flush;
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
    std::cerr << '\r' << message_line(text) << "\x1b[K" << std::flush;
  }
}

}  // namespace texelscope::app
