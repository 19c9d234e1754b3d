#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/accesses/access_file.h"
#include "app/images/image.h"
#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/access.h"

namespace texelscope::app {

/// A frame of the kernel editor.
struct KernelMoment {
  std::string text;
  /// The name of the source in messages and recordings.
  std::string name;
  KernelFrame frame;
  int width = 1;
  int height = 1;
  std::array<std::shared_ptr<const Image>, kernel_picture_count> pictures{};
  /// Null if none was shown.
  std::shared_ptr<const Image> shown{};
};

struct RecordedKernel {
  RecordedAccesses accesses;
  std::shared_ptr<const Image> frame;
};

/// Compiles the kernel for recording, and runs it once in a process of its own, with buffers that are zero. With
/// `touching`, only the threads that touch this byte are recorded, without maps and hazards. Waits. @throws gpu::Error,
/// FileError, ChildError; gpu::InvalidState if it was stopped.
[[nodiscard]] RecordedKernel record_kernel(const KernelMoment& moment, const std::optional<gpu::MemoryByte>& touching,
                                           const std::stop_token& stop);

}  // namespace texelscope::app
