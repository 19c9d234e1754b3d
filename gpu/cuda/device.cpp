#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

int CudaDriver::attribute(CUdevice_attribute which) const noexcept {
  int value = 0;
  return cu_.DeviceGetAttribute(&value, which, device_) == CUDA_SUCCESS ? value : 0;
}

Status CudaDriver::perform(driver::ContextRetain& call) noexcept {
  if (const Status status = to_status(cu_.DeviceGet(&device_, ordinal_)); status != Status::success) {
    return status;
  }
  has_memory_pools_ = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0;
  const Status status = to_status(cu_.DevicePrimaryCtxRetain(&context_, device_));
  set_handle(call.context, context_);
  return status == Status::success && context_ == nullptr ? Status::unknown : status;
}

Status CudaDriver::perform(driver::ContextBorrow& call) noexcept {
  const auto context = native<CUcontext>(call.context);
  const ContextScope scope(cu_, context);
  if (scope.status() != Status::success) {
    return scope.status();
  }
  const Status status = to_status(cu_.CtxGetDevice(&device_));
  if (status == Status::success) {
    context_ = context;
    has_memory_pools_ = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0;
  }
  return status;
}

Status CudaDriver::perform(driver::ContextRelease&) noexcept {
  if (context_ == nullptr) {
    return Status::invalid_context;
  }
  {
    const std::unique_lock lock(functions_mutex_);
    functions_.clear();
  }
  context_ = nullptr;
  return to_status(cu_.DevicePrimaryCtxRelease(device_));
}

TEXELSCOPE_FORWARD(ContextSynchronize, CtxSynchronize)

Status CudaDriver::perform(driver::DeviceQuery& call) noexcept {
  std::array<char, 256> name{};
  std::size_t memory_bytes = 0;
  CUuuid uuid{};
  CUresult result = cu_.DeviceGetName(name.data(), static_cast<int>(name.size()), device_);
  if (result == CUDA_SUCCESS) {
    result = cu_.DeviceTotalMem(&memory_bytes, device_);
  }
  if (result == CUDA_SUCCESS) {
    result = cu_.DeviceGetUuid(&uuid, device_);
  }
  if (result != CUDA_SUCCESS) {
    return to_status(result);
  }
  DeviceProperties& properties = call.properties;
  try {
    properties.name = name.data();
  } catch (...) {
    return Status::out_of_memory;
  }
  std::memcpy(properties.uuid.data(), uuid.bytes, properties.uuid.size());
  properties.memory_bytes = memory_bytes;
  properties.driver_version = cu_.driver_version;
  properties.compute_major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  properties.compute_minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  properties.multiprocessor_count = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  query_limits(properties);
  properties.has_stream_ordered_memory = has_memory_pools_;
  query_launch_limits(properties);
  properties.has_host_memory_pools = attribute(CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED) != 0;
  properties.has_managed_memory = attribute(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY) != 0;
  properties.has_concurrent_managed_access = attribute(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS) != 0;
  properties.has_virtual_memory = attribute(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) != 0;
  properties.has_interprocess_pools =
      (attribute(CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES) & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0;
  properties.has_interprocess_events = attribute(CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED) != 0;
  return Status::success;
}

void CudaDriver::query_launch_limits(DeviceProperties& properties) const noexcept {
  properties.max_threads_per_block = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  properties.max_block = {attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
                          attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                          attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)};
  properties.max_grid = {attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                         attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)};
  properties.max_shared_bytes_per_block = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  properties.max_shared_bytes_per_block_opt_in = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  properties.has_clusters = attribute(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0;
  properties.has_cooperative_launch = attribute(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) != 0;
  // No attribute reports it: the programming guide states compute capability 9.0.
  properties.has_programmatic_launch = properties.compute_major >= 9;
}

/// The limits that arrays and linear textures are checked against.
void CudaDriver::query_limits(DeviceProperties& properties) const noexcept {
  const auto size = [this](CUdevice_attribute which) {
    return static_cast<std::uint64_t>(std::max(0, attribute(which)));
  };
  properties.texture_alignment = size(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
  properties.texture_pitch_alignment = size(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT);
  properties.max_texture_1d = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH)};
  properties.max_texture_2d = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH),
                               size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT)};
  properties.max_texture_3d = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH),
                               size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT),
                               size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH)};
  properties.max_texture_1d_layered = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH),
                                       size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS)};
  properties.max_texture_2d_layered = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH),
                                       size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT),
                                       size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS)};
  properties.max_texture_cube_map = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH)};
  properties.max_texture_cube_map_layered = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH),
                                             size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS)};
  properties.max_texture_2d_gather = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH),
                                      size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT)};
  properties.max_texture_1d_mipmapped = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH)};
  properties.max_texture_2d_mipmapped = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH),
                                         size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT)};
  properties.max_texture_1d_linear = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH)};
  properties.max_texture_2d_linear = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH),
                                      size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT)};
  properties.max_texture_2d_linear_pitch = size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH);
  properties.max_surface_1d = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH)};
  properties.max_surface_2d = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH),
                               size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT)};
  properties.max_surface_3d = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH),
                               size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT),
                               size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH)};
  properties.max_surface_1d_layered = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH),
                                       size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS)};
  properties.max_surface_2d_layered = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH),
                                       size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT),
                                       size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS)};
  properties.max_surface_cube_map = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH)};
  properties.max_surface_cube_map_layered = {size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH),
                                             size(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS)};
}

}  // namespace texelscope::gpu::cuda
