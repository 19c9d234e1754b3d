#include <algorithm>

#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

// Threads of the pool run kernels: each takes ranges of indices one after another, regardless of blocks.

Status CpuDriver::perform(driver::LaunchWithAttributes& call) noexcept {
  const kernels::LaunchExtent cluster = call.options.cluster;
  if (call.options.is_cooperative || call.options.starts_early || cluster.width != 1 || cluster.height != 1 ||
      cluster.depth != 1) {
    return refusal(Status::not_supported);
  }
  driver::Launch plain{.entry = call.entry,
                       .extent = call.extent,
                       .kernel = call.kernel,
                       .stream = call.stream,
                       .block = call.options.block};
  return perform(plain);
}

Status CpuDriver::perform(driver::OccupancyActiveBlocks& call) noexcept {
  call.blocks = 1;
  return refusal(Status::success);
}

Status CpuDriver::perform(driver::OccupancyBlockSize& call) noexcept {
  call.threads = std::min(256, call.max_threads);
  call.min_blocks = properties_.multiprocessor_count;
  return refusal(Status::success);
}

Status CpuDriver::perform(driver::OccupancyClusterSize& call) noexcept {
  call.blocks = 1;
  return refusal(Status::success);
}

Status CpuDriver::perform(driver::OccupancyActiveClusters& call) noexcept {
  call.clusters = properties_.multiprocessor_count;
  return refusal(Status::success);
}

}  // namespace texelscope::gpu::cpu
