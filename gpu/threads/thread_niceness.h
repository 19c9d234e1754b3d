#pragma once

namespace texelscope::gpu {

/// Raises the niceness of the calling thread: 0–19, never below its current one (setpriority(2), which on Linux affects
/// one thread). Failures are ignored.
void raise_niceness(int niceness) noexcept;

}  // namespace texelscope::gpu
