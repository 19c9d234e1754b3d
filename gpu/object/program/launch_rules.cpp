#include "gpu/object/program/launch_rules.h"

#include <fmt/format.h>

#include <array>

#include "gpu/driver/launch_shape.h"
#include "gpu/object/checks.h"

namespace texelscope::gpu {
namespace {

using kernels::LaunchExtent;

std::int64_t volume(const LaunchExtent& extent) { return std::int64_t{extent.width} * extent.height * extent.depth; }

bool is_positive(const LaunchExtent& extent) { return extent.width > 0 && extent.height > 0 && extent.depth > 0; }

std::string device_text(const DeviceBox& device) {
  const DeviceProperties& properties = device.properties();
  return device.id().kind == DeviceKind::cpu
             ? "the CPU device"
             : fmt::format("a device of compute capability {}.{}", properties.compute_major, properties.compute_minor);
}

[[noreturn]] void refuse(const DeviceBox& device, const kernels::KernelEntry& entry, const std::string& reason) {
  throw_on<InvalidArgument>(device, "launching {}: {}", driver::describe(entry), reason);
}

void require_attribute(const DeviceBox& device, const kernels::KernelEntry& entry, bool has_it, const char* what,
                       const char* needed) {
  if (!has_it) {
    throw_on<Unavailable>(device, "launching {}: {} does not support {}, which need {}; launch without them",
                          driver::describe(entry), device_text(device), what, needed);
  }
}

void require_within(const DeviceBox& device, const kernels::KernelEntry& entry, const char* what,
                    const LaunchExtent& extent, const std::array<int, 3>& most) {
  if (extent.width > most[0] || extent.height > most[1] || extent.depth > most[2]) [[unlikely]] {
    refuse(device, entry,
           fmt::format("a {} of {} exceeds the device's limit of {}x{}x{}; use a smaller one", what,
                       driver::describe(extent), most[0], most[1], most[2]));
  }
}

void require_cluster(const DeviceBox& device, const kernels::KernelEntry& entry, const LaunchExtent& grid,
                     const LaunchExtent& cluster) {
  if (!is_positive(cluster)) {
    refuse(device, entry,
           fmt::format("a cluster of {} blocks: each extent must be at least 1", driver::describe(cluster)));
  }
  if (volume(cluster) == 1) {
    return;
  }
  require_attribute(device, entry, device.properties().has_clusters, "clusters of blocks", "compute capability 9.0");
  if (grid.width % cluster.width != 0 || grid.height % cluster.height != 0 || grid.depth % cluster.depth != 0) {
    refuse(device, entry,
           fmt::format("clusters of {} blocks do not divide the grid of {} blocks; choose an extent or a block that "
                       "makes it a multiple",
                       driver::describe(cluster), driver::describe(grid)));
  }
}

}  // namespace

void require_block(const DeviceBox& device, const kernels::KernelEntry& entry, std::int64_t threads,
                   std::int32_t shared_bytes) {
  const DeviceProperties& properties = device.properties();
  if (threads < 1 || threads > properties.max_threads_per_block) {
    refuse(device, entry, fmt::format("a block of {} threads; use 1–{}", threads, properties.max_threads_per_block));
  }
  if (shared_bytes < 0 || shared_bytes > properties.max_shared_bytes_per_block_opt_in) {
    refuse(device, entry,
           fmt::format("{} bytes of shared memory per block; use 0–{}", shared_bytes,
                       properties.max_shared_bytes_per_block_opt_in));
  }
}

void require_launch(const DeviceBox& device, const kernels::KernelEntry& entry, const LaunchExtent& grid,
                    const kernels::LaunchOptions& options) {
  const LaunchExtent& block = options.block;
  if (!is_positive(block)) {
    refuse(device, entry,
           fmt::format("a block of {} threads: each extent must be at least 1, or all 0", driver::describe(block)));
  }
  if (!is_positive(grid)) {
    refuse(device, entry, fmt::format("a grid of {} blocks: each extent must be at least 1", driver::describe(grid)));
  }
  const DeviceProperties& properties = device.properties();
  require_within(device, entry, "block", block, properties.max_block);
  require_block(device, entry, volume(block), options.shared_bytes);
  require_within(device, entry, "grid", grid, properties.max_grid);
  require_cluster(device, entry, grid, options.cluster);
  if (options.is_cooperative) {
    require_attribute(device, entry, properties.has_cooperative_launch, "cooperative launches",
                      "blocks that run simultaneously");
  }
  if (options.starts_early) {
    require_attribute(device, entry, properties.has_programmatic_launch, "programmatic dependent launches",
                      "compute capability 9.0");
  }
}

LaunchShape shape_launch(const DeviceBox& device, const kernels::KernelEntry& entry, LaunchExtent extent,
                         const kernels::LaunchOptions& options) {
  if (!is_positive(extent)) {
    refuse(device, entry, fmt::format("over {}: each extent must be at least 1", driver::describe(extent)));
  }
  const bool is_chosen = options.block.width == 0 && options.block.height == 0 && options.block.depth == 0;
  LaunchShape shape{{}, options};
  shape.options.block = is_chosen ? driver::block_for(extent) : options.block;
  shape.grid = is_positive(shape.options.block) ? driver::grid_over(extent, shape.options.block) : LaunchExtent{};
  require_launch(device, entry, shape.grid, shape.options);
  return shape;
}

}  // namespace texelscope::gpu
