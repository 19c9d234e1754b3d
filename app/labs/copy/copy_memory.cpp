#include "app/labs/copy/copy_memory.h"

#include <algorithm>

namespace texelscope::app {

SideMemory::SideMemory(CopyMemory kind, std::size_t size_bytes, const gpu::Stream& stream)
    : kind_{kind}, size_bytes_{std::max<std::size_t>(size_bytes, 1)} {
  switch (kind) {
    case CopyMemory::device:
      buffer_ = stream.device().allocate(size_bytes_, stream);
      break;
    case CopyMemory::pinned:
      buffer_ = stream.device().allocate_pinned(size_bytes_);
      break;
    case CopyMemory::pageable:
      host_ = std::make_shared<std::vector<std::byte>>(size_bytes_);
      break;
  }
}

gpu::StridedMemoryView SideMemory::view(const gpu::StridedLayout& layout, const gpu::ElementType& type) const {
  return buffer_ ? gpu::StridedMemoryView::from_buffer(*buffer_, layout, type)
                 : gpu::StridedMemoryView::from_host(std::span<std::byte>{*host_}, layout, type, host_);
}

gpu::StridedMemoryView SideMemory::bytes(std::size_t count) const {
  return view({{static_cast<std::int64_t>(count)}, 1}, {});
}

bool SideMemory::is_reached_by(const gpu::Device& device) const {
  return device.id().kind == gpu::DeviceKind::cpu || kind_ != CopyMemory::pageable;
}

}  // namespace texelscope::app
