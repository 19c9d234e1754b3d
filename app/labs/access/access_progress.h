#pragma once

#include <atomic>
#include <cstdint>

namespace texelscope::app {

/// The progress of a recording, which another thread makes.
struct AccessProgress {
  std::atomic<std::uint64_t> done{0};
  /// 0 if unknown.
  std::atomic<std::uint64_t> all{0};
};

}  // namespace texelscope::app
