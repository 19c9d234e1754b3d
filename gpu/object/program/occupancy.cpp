#include "texelscope/kernels/occupancy.h"

#include "gpu/object/checks.h"
#include "gpu/object/program/launch_rules.h"

namespace texelscope::kernels {

std::int32_t max_active_blocks(const gpu::Stream& stream, const KernelEntry& entry, std::int32_t threads,
                               std::int32_t shared_bytes) {
  const gpu::StreamBox& order = gpu::require_open(stream.box(), "stream");
  gpu::require_block(*order.device(), entry, threads, shared_bytes);
  return order.device()
      ->call(gpu::driver::OccupancyActiveBlocks{.entry = &entry, .threads = threads, .shared_bytes = shared_bytes})
      .blocks;
}

BlockSuggestion suggest_block(const gpu::Stream& stream, const KernelEntry& entry, std::int32_t shared_bytes) {
  const gpu::StreamBox& order = gpu::require_open(stream.box(), "stream");
  gpu::require_block(*order.device(), entry, 1, shared_bytes);
  const auto found = order.device()->call(
      gpu::driver::OccupancyBlockSize{.entry = &entry,
                                      .shared_bytes = shared_bytes,
                                      .max_threads = order.device()->properties().max_threads_per_block});
  return {found.threads, found.min_blocks};
}

std::int32_t max_cluster_blocks(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                                const LaunchOptions& options) {
  const gpu::StreamBox& order = gpu::require_open(stream.box(), "stream");
  LaunchOptions without_cluster = options;
  without_cluster.cluster = {1, 1, 1};
  const gpu::LaunchShape shape = gpu::shape_launch(*order.device(), entry, extent, without_cluster);
  if (!order.device()->properties().has_clusters) {
    return 1;
  }
  return order.device()
      ->call(gpu::driver::OccupancyClusterSize{
          .entry = &entry, .grid = shape.grid, .options = shape.options, .stream = order.handle()})
      .blocks;
}

std::int32_t max_active_clusters(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                                 const LaunchOptions& options) {
  const gpu::StreamBox& order = gpu::require_open(stream.box(), "stream");
  const gpu::LaunchShape shape = gpu::shape_launch(*order.device(), entry, extent, options);
  const gpu::DeviceProperties& properties = order.device()->properties();
  if (!properties.has_clusters) {
    const LaunchExtent& block = shape.options.block;
    return properties.multiprocessor_count *
           max_active_blocks(stream, entry, block.width * block.height * block.depth, options.shared_bytes);
  }
  return order.device()
      ->call(gpu::driver::OccupancyActiveClusters{
          .entry = &entry, .grid = shape.grid, .options = shape.options, .stream = order.handle()})
      .clusters;
}

}  // namespace texelscope::kernels
