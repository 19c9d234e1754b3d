#include <array>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {
namespace {

unsigned count(std::int32_t value) noexcept { return static_cast<unsigned>(value); }

bool is_cluster(const kernels::LaunchExtent& cluster) noexcept {
  return cluster.width != 1 || cluster.height != 1 || cluster.depth != 1;
}

/// A CUlaunchConfig with its attributes.
class LaunchConfig {
 public:
  LaunchConfig(const kernels::LaunchExtent& grid, const kernels::LaunchOptions& options, StreamHandle stream) noexcept {
    config_.gridDimX = count(grid.width);
    config_.gridDimY = count(grid.height);
    config_.gridDimZ = count(grid.depth);
    config_.blockDimX = count(options.block.width);
    config_.blockDimY = count(options.block.height);
    config_.blockDimZ = count(options.block.depth);
    config_.sharedMemBytes = count(options.shared_bytes);
    config_.hStream = native<CUstream>(stream);
    config_.attrs = attributes_.data();
  }
  LaunchConfig(const LaunchConfig&) = delete;
  LaunchConfig& operator=(const LaunchConfig&) = delete;

  void add_cluster(const kernels::LaunchExtent& cluster) noexcept {
    CUlaunchAttribute& attribute = add(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
    attribute.value.clusterDim.x = count(cluster.width);
    attribute.value.clusterDim.y = count(cluster.height);
    attribute.value.clusterDim.z = count(cluster.depth);
  }
  void add_cooperative() noexcept { add(CU_LAUNCH_ATTRIBUTE_COOPERATIVE).value.cooperative = 1; }
  void add_early_start() noexcept {
    add(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION).value.programmaticStreamSerializationAllowed = 1;
  }

  [[nodiscard]] const CUlaunchConfig* get() const noexcept { return &config_; }

 private:
  CUlaunchAttribute& add(CUlaunchAttributeID id) noexcept {
    CUlaunchAttribute& attribute = attributes_[config_.numAttrs++];
    attribute.id = id;
    return attribute;
  }

  std::array<CUlaunchAttribute, 3> attributes_{};
  CUlaunchConfig config_{};
};

}  // namespace

Status CudaDriver::perform(driver::LaunchWithAttributes& call) noexcept {
  return with_function(*call.entry, call.options.shared_bytes, [&](CUfunction function) {
    LaunchConfig config(call.grid, call.options, call.stream);
    if (const kernels::LaunchExtent& cluster = call.options.cluster; is_cluster(cluster)) {
      // Every device with clusters supports clusters of 8 blocks; larger clusters require an attribute.
      constexpr std::int64_t portable_blocks = 8;
      if (std::int64_t{cluster.width} * cluster.height * cluster.depth > portable_blocks) {
        const CUresult result = cu_.FuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
        if (result != CUDA_SUCCESS) {
          return result;
        }
      }
      config.add_cluster(cluster);
    }
    if (call.options.is_cooperative) {
      config.add_cooperative();
    }
    if (call.options.starts_early) {
      config.add_early_start();
    }
    void* functor[] = {const_cast<void*>(call.kernel), &call.extent};
    void** const arguments = call.parameters != nullptr ? call.parameters : functor;
    return cu_.LaunchKernelEx(config.get(), function, arguments, nullptr);
  });
}

Status CudaDriver::perform(driver::OccupancyActiveBlocks& call) noexcept {
  return with_function(*call.entry, call.shared_bytes, [&](CUfunction function) {
    return cu_.OccupancyMaxActiveBlocksPerMultiprocessor(&call.blocks, function, call.threads,
                                                         static_cast<std::size_t>(call.shared_bytes));
  });
}

Status CudaDriver::perform(driver::OccupancyBlockSize& call) noexcept {
  return with_function(*call.entry, call.shared_bytes, [&](CUfunction function) {
    return cu_.OccupancyMaxPotentialBlockSize(&call.min_blocks, &call.threads, function, nullptr,
                                              static_cast<std::size_t>(call.shared_bytes), call.max_threads);
  });
}

Status CudaDriver::perform(driver::OccupancyClusterSize& call) noexcept {
  return with_function(*call.entry, call.options.shared_bytes, [&](CUfunction function) {
    const LaunchConfig config(call.grid, call.options, call.stream);
    return cu_.OccupancyMaxPotentialClusterSize(&call.blocks, function, config.get());
  });
}

Status CudaDriver::perform(driver::OccupancyActiveClusters& call) noexcept {
  return with_function(*call.entry, call.options.shared_bytes, [&](CUfunction function) {
    LaunchConfig config(call.grid, call.options, call.stream);
    // Without the attribute, the driver does not know the size, even if it is 1.
    config.add_cluster(call.options.cluster);
    return cu_.OccupancyMaxActiveClusters(&call.clusters, function, config.get());
  });
}

}  // namespace texelscope::gpu::cuda
