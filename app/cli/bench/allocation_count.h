#pragma once

#include <cstdint>

namespace texelscope::app {

/// How often this thread has called operator new so far. A program that uses it has every operator new replaced by one
/// that counts, at the cost of one increment each. Builds with sanitizers have their own and do not count: 0.
[[nodiscard]] std::uint64_t allocation_count() noexcept;

}  // namespace texelscope::app
