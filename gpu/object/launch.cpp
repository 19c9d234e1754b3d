#include "texelscope/kernels/launch.h"

#include <fmt/format.h>

#include "gpu/driver/device_box.h"
#include "gpu/object/checks.h"

namespace texelscope::kernels {

void launch_entry(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent, const void* kernel) {
  gpu::StreamBox& order = gpu::require_open(stream.box(), "stream");
  if (extent.width < 1 || extent.height < 1 || extent.depth < 1) [[unlikely]] {
    throw gpu::InvalidArgument(fmt::format("{}: launching {} over {}: each extent is at least 1",
                                           order.device()->name(), gpu::driver::describe(entry),
                                           gpu::driver::describe(extent)));
  }
  order.device()->call(
      gpu::driver::Launch{.entry = &entry, .extent = extent, .kernel = kernel, .stream = order.handle()});
}

}  // namespace texelscope::kernels
