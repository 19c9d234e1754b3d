#pragma once

#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/launch_options.h"

namespace texelscope::gpu::driver {

/// A launch with all that can be said about one: `grid` blocks of `options.block` threads.
struct LaunchWithAttributes {
  static constexpr CallInfo info{"cuLaunchKernelEx"};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent extent;
  kernels::LaunchExtent grid;
  kernels::LaunchOptions options;
  const void* kernel = nullptr;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("kernel", *entry);
    visitor("extent", extent);
    visitor("grid", grid);
    visitor("block", options.block);
    visitor("shared_bytes", options.shared_bytes);
    visitor("cluster", options.cluster);
    visitor("is_cooperative", options.is_cooperative);
    visitor("starts_early", options.starts_early);
    visitor("stream", stream);
  }
};

/// Blocks of that many threads that one multiprocessor runs at the same time.
struct OccupancyActiveBlocks {
  static constexpr CallInfo info{"cuOccupancyMaxActiveBlocksPerMultiprocessor"};
  const kernels::KernelEntry* entry = nullptr;
  std::int32_t threads = 0;
  std::int32_t shared_bytes = 0;
  std::int32_t blocks = 0;  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("kernel", *entry);
    visitor("threads", threads);
    visitor("shared_bytes", shared_bytes);
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

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("kernel", *entry);
    visitor("shared_bytes", shared_bytes);
    visitor("max_threads", max_threads);
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

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("kernel", *entry);
    visitor("grid", grid);
    visitor("block", options.block);
    visitor("shared_bytes", options.shared_bytes);
    visitor("stream", stream);
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

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("kernel", *entry);
    visitor("grid", grid);
    visitor("block", options.block);
    visitor("shared_bytes", options.shared_bytes);
    visitor("cluster", options.cluster);
    visitor("stream", stream);
  }
};

}  // namespace texelscope::gpu::driver
