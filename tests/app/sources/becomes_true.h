#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace texelscope::app {

/// Whether a condition holds within ten seconds, which is long for what takes milliseconds.
inline bool becomes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace texelscope::app
