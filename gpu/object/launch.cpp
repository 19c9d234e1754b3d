#include "texelscope/kernels/launch.h"

#include <fmt/format.h>

#include "gpu/driver/device_box.h"
#include "gpu/object/checks.h"

namespace texelscope::kernels {

namespace {

void launch_shaped(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent, BlockShape shape,
                   const void* kernel) {
  gpu::StreamBox& order = gpu::require_open(stream.box(), "stream");
  if (extent.width < 1 || extent.height < 1 || extent.depth < 1) [[unlikely]] {
    throw gpu::InvalidArgument(fmt::format("{}: launching {} over {}: each extent is at least 1",
                                           order.device()->name(), gpu::driver::describe(entry),
                                           gpu::driver::describe(extent)));
  }
  order.device()->call(gpu::driver::Launch{
      .entry = &entry, .extent = extent, .kernel = kernel, .stream = order.handle(), .shape = shape});
}

}  // namespace

void launch_entry(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent, const void* kernel) {
  launch_shaped(stream, entry, extent, {}, kernel);
}

void launch_blocks(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent blocks, BlockShape shape,
                   const void* kernel) {
  launch_shaped(stream, entry, blocks, shape, kernel);
}

}  // namespace texelscope::kernels
