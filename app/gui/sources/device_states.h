#pragma once

#include <memory>
#include <optional>

#include "app/sources/source.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// States of arrays that are in the memory of a GPU, which their program has exported.
class DeviceStates {
 public:
  /// Copies a state within the GPU, so that its program can write the memory again. Waits. Requires frame.on_device.
  /// @throws gpu::Error, with advice, if `device` is not that GPU, or the memory cannot be opened.
  [[nodiscard]] SourceFrame copy(const SourceFrame& frame, const std::optional<gpu::Device>& device);
  /// A copy on the host, without gaps, of a view that copy() has made. Waits. @throws gpu::Error.
  [[nodiscard]] gpu::StridedMemoryView copy_to_host(const gpu::StridedMemoryView& view) const;

 private:
  /// The memory that was opened last.
  std::shared_ptr<const SourceMemory> memory_;
  std::optional<gpu::Buffer> opened_;
  std::optional<gpu::Stream> stream_;
};

}  // namespace texelscope::app
