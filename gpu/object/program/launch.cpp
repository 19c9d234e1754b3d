#include "texelscope/kernels/launch.h"

#include <atomic>

#include "gpu/driver/device_box.h"
#include "gpu/driver/launch_shape.h"
#include "gpu/object/checks.h"
#include "gpu/object/program/launch_rules.h"
#include "texelscope/kernels/load_kernels.h"
#include "texelscope/kernels/occupancy.h"

namespace texelscope::kernels {
namespace {

/// Initialized before any object: objects of other sources register themselves at program start and when libraries are
/// loaded, one at a time.
constinit std::atomic<const detail::KnownKernel*> last_known{nullptr};

}  // namespace

detail::KnownKernel::KnownKernel(const KernelEntry& (*find_entry)()) noexcept
    : find_entry_{find_entry}, next_{last_known.load()} {
  last_known.store(this);
}

const KernelEntry* detail::known_kernel_entry(std::size_t index) {
  const KnownKernel* kernel = last_known.load();
  for (; kernel != nullptr && index > 0; --index) {
    kernel = kernel->next();
  }
  return kernel != nullptr ? &kernel->entry() : nullptr;
}

void load_kernels(const gpu::Device& device, const std::stop_token& stop) {
  gpu::DeviceBox& box = gpu::require_open(device.box(), "device");
  for (const detail::KnownKernel* kernel = last_known.load(); kernel != nullptr && !stop.stop_requested();
       kernel = kernel->next()) {
    box.call(gpu::driver::KernelLoad{.entry = &kernel->entry()});
  }
}

namespace {

/// The device of a stream. @throws InvalidArgument for an extent of less than 1.
gpu::DeviceBox& require_launchable(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent) {
  const gpu::StreamBox& order = gpu::require_open(stream.box(), "stream");
  if (extent.width < 1 || extent.height < 1 || extent.depth < 1) [[unlikely]] {
    gpu::throw_on<gpu::InvalidArgument>(*order.device(), "launching {} over {}: each extent must be at least 1",
                                        gpu::driver::describe(entry), gpu::driver::describe(extent));
  }
  return *order.device();
}

}  // namespace

void launch_entry(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent, const void* kernel) {
  gpu::DeviceBox& device = require_launchable(stream, entry, extent);
  const LaunchExtent block = gpu::driver::block_for(extent);
  gpu::driver::Launch call{.entry = &entry,
                           .extent = extent,
                           .kernel = kernel,
                           .stream = stream.handle(),
                           .grid = gpu::driver::grid_over(extent, block),
                           .block = block};
  device.make(call);
}

void launch_entry(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                  const LaunchOptions& options, const void* kernel) {
  const gpu::StreamBox& order = gpu::require_open(stream.box(), "stream");
  gpu::DeviceBox& device = *order.device();
  const gpu::LaunchShape shape = gpu::shape_launch(device, entry, extent, options);
  if (options.is_cooperative) {
    const LaunchExtent& block = shape.options.block;
    const std::int64_t fitting =
        std::int64_t{device.properties().multiprocessor_count} *
        max_active_blocks(stream, entry, block.width * block.height * block.depth, options.shared_bytes);
    const std::int64_t blocks = std::int64_t{shape.grid.width} * shape.grid.height * shape.grid.depth;
    if (blocks > fitting) {
      gpu::throw_on<gpu::InvalidArgument>(
          device,
          "launching {} cooperatively: the grid has {} blocks, but the device runs only {} simultaneously; launch over "
          "a smaller extent and let each thread do more",
          gpu::driver::describe(entry), blocks, fitting);
    }
  }
  device.call(gpu::driver::LaunchWithAttributes{.entry = &entry,
                                                .extent = extent,
                                                .grid = shape.grid,
                                                .options = shape.options,
                                                .kernel = kernel,
                                                .stream = order.handle()});
}

void launch_blocks(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent blocks, BlockShape shape,
                   const void* kernel) {
  gpu::DeviceBox& device = require_launchable(stream, entry, blocks);
  gpu::driver::Launch call{.entry = &entry,
                           .extent = blocks,
                           .kernel = kernel,
                           .stream = stream.handle(),
                           .grid = blocks,
                           .block = {shape.threads, 1, 1},
                           .shared_bytes = shape.shared_bytes};
  device.make(call);
}

}  // namespace texelscope::kernels
