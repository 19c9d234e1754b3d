#pragma once

namespace texelscope::app {

/// The process of a kernel: takes orders over its socket until that is closed; does not return. @throws
/// gpu::InvalidArgument if a program other than texelscope started it.
[[noreturn]] void run_kernel_worker();

}  // namespace texelscope::app
