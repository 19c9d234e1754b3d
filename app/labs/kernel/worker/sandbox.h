#pragma once

#include <cstdint>

#include "gpu/files/sanitizer.h"

/// Confines a kernel to the work for its frame.
namespace texelscope::app {

/// Whether this build's sanitizer needs calls that a sandbox refuses; a worker then has crash reports, but no sandbox.
inline constexpr bool has_sandbox = !gpu::is_sanitized;

/// Restricts this process: it ends with its parent, leaves no core dump, writes no files, opens nothing, starts
/// nothing, and allocates at most `allowed_bytes` more. @throws gpu::Unavailable when the system refuses a limit.
void limit_this_process(std::uint64_t allowed_bytes);

/// From now on a system call that a frame does not need raises SIGSYS, in all existing threads. @throws
/// gpu::Unavailable when the system has no seccomp.
void refuse_system_calls();

}  // namespace texelscope::app
