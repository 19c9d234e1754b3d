#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/labs/copy/copy_setup.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// The memory of one side of a copy, of any kind. A value; copies share the memory.
class SideMemory {
 public:
  /// @throws gpu::DriverError when there is not so much memory.
  SideMemory(CopyMemory kind, std::size_t size_bytes, const gpu::Stream& stream);

  [[nodiscard]] CopyMemory kind() const noexcept { return kind_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  [[nodiscard]] gpu::StridedMemoryView view(const gpu::StridedLayout& layout, const gpu::ElementType& type) const;
  /// All bytes, or the first of them.
  [[nodiscard]] gpu::StridedMemoryView bytes() const { return bytes(size_bytes_); }
  [[nodiscard]] gpu::StridedMemoryView bytes(std::size_t count) const;
  /// Null for pageable memory.
  [[nodiscard]] const gpu::Buffer* buffer() const { return buffer_ ? &*buffer_ : nullptr; }
  /// Whether kernels of a device reach it.
  [[nodiscard]] bool is_reached_by(const gpu::Device& device) const;

 private:
  CopyMemory kind_;
  std::size_t size_bytes_;
  std::optional<gpu::Buffer> buffer_{};
  std::shared_ptr<std::vector<std::byte>> host_{};
};

}  // namespace texelscope::app
