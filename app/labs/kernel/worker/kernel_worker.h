#pragma once

namespace texelscope::app {

/// Runs a kernel's process, which executes orders from its socket until the socket is closed; does not return. With
/// `is_recording`, it records the accesses of its frames, see WorkerRecording. @throws gpu::InvalidArgument if a
/// program other than texelscope started it.
[[noreturn]] void run_kernel_worker(bool is_recording);

}  // namespace texelscope::app
