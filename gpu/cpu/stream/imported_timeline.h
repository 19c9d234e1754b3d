#pragma once

#include <cstdint>
#include <memory>

#include "texelscope/gpu/external_semaphore.h"

namespace texelscope::gpu::cpu {

/// A timeline of the host, as streams use it: an exception from it is a loss of its owner.
struct ImportedTimeline {
  std::shared_ptr<HostTimeline> timeline;

  [[nodiscard]] bool signal(std::uint64_t value) const noexcept {
    try {
      return timeline->signal(value);
    } catch (...) {
      return false;
    }
  }
  [[nodiscard]] bool wait(std::uint64_t value) const noexcept {
    try {
      return timeline->wait(value);
    } catch (...) {
      return false;
    }
  }
};

}  // namespace texelscope::gpu::cpu
