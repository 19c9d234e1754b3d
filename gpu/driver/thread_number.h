#pragma once

#include <cstdint>

namespace texelscope::gpu::driver {

/// Small numbers in the order in which threads appear: readable in a log, where the system's numbers are not.
[[nodiscard]] std::uint64_t this_thread_number() noexcept;

}  // namespace texelscope::gpu::driver
