#pragma once

namespace texelscope::gpu {

/// Has the calling thread yield to threads of a lower niceness: 0–19, never less than it has (setpriority(2), which in
/// Linux is about one thread). What the system refuses stays as it is.
void raise_niceness(int niceness) noexcept;

}  // namespace texelscope::gpu
