#pragma once

#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/launch_options.h"

namespace texelscope::gpu::driver {

/// A launch with all that can be said about one: `grid` blocks of `options.block` threads.
struct LaunchWithAttributes {
  static constexpr CallInfo info{.name = "cuLaunchKernelEx", .kind = WorkKind::launch};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent extent;
  kernels::LaunchExtent grid;
  kernels::LaunchOptions options;
  const void* kernel = nullptr;
  StreamHandle stream;

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry},
            {"extent", extent},
            {"grid", grid},
            {"block", options.block},
            {"shared_bytes", options.shared_bytes},
            {"cluster", options.cluster},
            {"is_cooperative", options.is_cooperative},
            {"starts_early", options.starts_early},
            {"stream", stream}};
  }
};

/// Blocks of that many threads that one multiprocessor runs at the same time.
struct OccupancyActiveBlocks {
  static constexpr CallInfo info{"cuOccupancyMaxActiveBlocksPerMultiprocessor"};
  const kernels::KernelEntry* entry = nullptr;
  std::int32_t threads = 0;
  std::int32_t shared_bytes = 0;
  std::int32_t blocks = 0;  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry}, {"threads", threads}, {"shared_bytes", shared_bytes}};
  }
};

/// The number of threads of a block that fills the device best.
struct OccupancyBlockSize {
  static constexpr CallInfo info{"cuOccupancyMaxPotentialBlockSize"};
  const kernels::KernelEntry* entry = nullptr;
  std::int32_t shared_bytes = 0;
  std::int32_t max_threads = 0;
  std::int32_t threads = 0;     // result
  std::int32_t min_blocks = 0;  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry}, {"shared_bytes", shared_bytes}, {"max_threads", max_threads}};
  }
};

/// The largest number of blocks of one cluster; options.cluster is not asked for.
struct OccupancyClusterSize {
  static constexpr CallInfo info{"cuOccupancyMaxPotentialClusterSize"};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent grid;
  kernels::LaunchOptions options;
  StreamHandle stream;
  std::int32_t blocks = 0;  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry},
            {"grid", grid},
            {"block", options.block},
            {"shared_bytes", options.shared_bytes},
            {"stream", stream}};
  }
};

/// How many clusters of options.cluster blocks run at the same time on the whole device.
struct OccupancyActiveClusters {
  static constexpr CallInfo info{"cuOccupancyMaxActiveClusters"};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent grid;
  kernels::LaunchOptions options;
  StreamHandle stream;
  std::int32_t clusters = 0;  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry},           {"grid", grid},
            {"block", options.block},     {"shared_bytes", options.shared_bytes},
            {"cluster", options.cluster}, {"stream", stream}};
  }
};

}  // namespace texelscope::gpu::driver
