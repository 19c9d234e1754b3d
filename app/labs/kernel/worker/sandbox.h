#pragma once

#include <cstdint>

#include "gpu/files/sanitizer.h"

/// Confines a kernel to its frame.
namespace texelscope::app {

/// Whether this build's sanitizer needs what a sandbox refuses: then a worker has crash reports, and no sandbox.
inline constexpr bool has_sandbox = !gpu::is_sanitized;

/// This process ends with the one that started it, leaves no core, writes no file, opens nothing, starts nothing, and
/// allocates `allowed_bytes` more at most. @throws gpu::Unavailable when the system refuses a limit.
void limit_this_process(std::uint64_t allowed_bytes);

/// From now on a system call that a frame does not need raises SIGSYS, in every thread that there is.
/// @throws gpu::Unavailable when the system has no seccomp.
void refuse_system_calls();

}  // namespace texelscope::app
