#include "gpu/driver/describe.h"

#include <atomic>

namespace texelscope::gpu::driver {

std::uint64_t this_thread_number() noexcept {
  static std::atomic<std::uint64_t> next{1};
  thread_local const std::uint64_t number = next.fetch_add(1);
  return number;
}

}  // namespace texelscope::gpu::driver
