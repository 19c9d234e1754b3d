#include "app/gui/sources/device_states.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

SourceFrame DeviceStates::copy(const SourceFrame& frame, const std::optional<gpu::Device>& device) {
  const SourceDeviceState& state = *frame.on_device;
  if (!device || device->id().kind != gpu::DeviceKind::cuda || device->properties().uuid != state.memory->device) {
    throw gpu::InvalidArgument(
        "the array is in the memory of a GPU that this window does not use; start the window with --device cuda:N for "
        "that GPU, or show a copy on the host");
  }
  if (!stream_) {
    stream_ = device->create_stream();
  }
  if (memory_ != state.memory) {
    opened_.reset();
    const auto pool = gpu::DeviceMemoryResource::from_ipc_descriptor(*device, state.memory->pool);
    opened_ = gpu::Buffer::from_ipc_descriptor(
        pool, gpu::Buffer::ipc_descriptor_of(state.memory->exported, static_cast<std::size_t>(state.memory->bytes)),
        *stream_);
    memory_ = state.memory;
  }
  const auto bytes = static_cast<std::int64_t>(std::max<std::uint64_t>(state.bytes, 1));
  const gpu::Buffer copied = device->allocate(static_cast<std::size_t>(bytes), *stream_);
  const gpu::StridedLayout of_slot({bytes}, {1}, 1, gpu::StrideUnit::elements, static_cast<std::int64_t>(state.offset));
  gpu::StridedMemoryView::from_buffer(copied, gpu::StridedLayout({bytes}, 1))
      .copy_from(gpu::StridedMemoryView::from_buffer(*opened_, of_slot), *stream_);
  stream_->synchronize();
  SourceFrame here = frame;
  here.on_device.reset();
  here.view = gpu::StridedMemoryView::from_buffer(copied, frame.view.layout(), frame.view.type(), true);
  return here;
}

gpu::StridedMemoryView DeviceStates::copy_to_host(const gpu::StridedMemoryView& view) const {
  const auto layout = gpu::StridedLayout::dense(view.layout().shape(), view.type().itemsize());
  const auto bytes = std::make_shared<std::vector<std::byte>>(
      static_cast<std::size_t>(view.layout().volume() * view.type().itemsize()));
  gpu::StridedMemoryView host =
      gpu::StridedMemoryView::from_host(std::span<std::byte>{*bytes}, layout, view.type(), bytes);
  host.copy_from(view, *stream_);
  stream_->synchronize();
  return host;
}

}  // namespace texelscope::app
