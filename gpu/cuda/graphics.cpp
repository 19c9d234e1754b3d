#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "gpu/cuda/array_descriptor.h"
#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

namespace {

static_assert(static_cast<unsigned>(GraphicsFlags::read_only) == CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY);
static_assert(static_cast<unsigned>(GraphicsFlags::write_discard) == CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD);
static_assert(static_cast<unsigned>(GraphicsFlags::surface_load_store) == CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST);
static_assert(static_cast<unsigned>(GraphicsFlags::texture_gather) == CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER);

bool is_through_host(const driver::GraphicsAccess& access) noexcept { return access.path == InteropPath::through_host; }

/// Passes the driver's handles to `function`.
template <class Function>
Status with_native(std::span<const GraphicsHandle> handles, Function&& function) noexcept {
  try {
    std::vector<CUgraphicsResource> resources;
    resources.reserve(handles.size());
    for (const GraphicsHandle handle : handles) {
      resources.push_back(native<CUgraphicsResource>(handle));
    }
    return function(static_cast<unsigned>(resources.size()), resources.data());
  } catch (...) {
    return Status::out_of_memory;
  }
}

}  // namespace

Status CudaDriver::perform(driver::GLGetDevices& call) noexcept {
  std::array<CUdevice, 64> devices{};
  unsigned count = 0;
  const Status status = this->call(cu_.GLGetDevices, &count, devices.data(), static_cast<unsigned>(devices.size()),
                                   CU_GL_DEVICE_LIST_ALL);
  if (status == Status::success) {
    try {
      call.ordinals.assign(devices.begin(), devices.begin() + std::min<std::size_t>(count, devices.size()));
    } catch (...) {
      return Status::out_of_memory;
    }
  }
  return status;
}

Status CudaDriver::perform(driver::GraphicsRegisterImage& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  return create(cu_.GraphicsGLRegisterImage, call.resource, call.name, call.target, static_cast<unsigned>(call.flags));
}

Status CudaDriver::perform(driver::GraphicsRegisterBuffer& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  return create(cu_.GraphicsGLRegisterBuffer, call.resource, call.name, static_cast<unsigned>(call.flags));
}

Status CudaDriver::perform(driver::GraphicsUnregister& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  return this->call(cu_.GraphicsUnregisterResource, call.resource);
}

Status CudaDriver::perform(driver::GraphicsMap& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  return with_native(call.resources, [&](unsigned count, CUgraphicsResource* resources) {
    return this->call(cu_.GraphicsMapResources, count, resources, call.stream);
  });
}

Status CudaDriver::perform(driver::GraphicsUnmap& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  return with_native(call.resources, [&](unsigned count, CUgraphicsResource* resources) {
    return this->call(cu_.GraphicsUnmapResources, count, resources, call.stream);
  });
}

Status CudaDriver::perform(driver::GraphicsMappedArray& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  const Status status =
      create(cu_.GraphicsSubResourceGetMappedArray, call.array, call.resource, call.layer, call.level);
  if (status != Status::success) {
    return status;
  }
  if (call.last_array && call.last_array == call.array) {
    return Status::success;
  }
  const Status described = describe_array(native<CUarray>(call.array), call.descriptor);
  // The array is a single plain layer, regardless of the image's kind.
  call.descriptor.kind = ArrayKind::plain;
  call.descriptor.num_layers = 1;
  return described;
}

Status CudaDriver::perform(driver::GraphicsMappedMipmappedArray& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  Status status = create(cu_.GraphicsResourceGetMappedMipmappedArray, call.array, call.resource);
  if (status != Status::success) {
    return status;
  }
  CUarray base = nullptr;
  status = this->call(cu_.MipmappedArrayGetLevel, &base, call.array, 0U);
  if (status == Status::success) {
    status = base == nullptr ? Status::unknown : describe_array(base, call.descriptor);
  }
  return status;
}

Status CudaDriver::perform(driver::GraphicsMappedPointer& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  return create(cu_.GraphicsResourceGetMappedPointer, call.pointer, &call.size_bytes, call.resource);
}

}  // namespace texelscope::gpu::cuda
