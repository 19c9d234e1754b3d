#include "app/cli/progress.h"

#include <unistd.h>

#include <iostream>

namespace texelscope::app {

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
