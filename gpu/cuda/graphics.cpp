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

/// Gives `function` the driver's handles.
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

Status CudaDriver::keep_flags(CUgraphicsResource resource, GraphicsFlags flags, GraphicsHandle& handle) noexcept {
  if (resource == nullptr) {
    return Status::unknown;
  }
  try {
    const std::lock_guard lock(graphics_mutex_);
    graphics_flags_.insert_or_assign(reinterpret_cast<std::uint64_t>(resource), flags);
  } catch (...) {
    this->call(cu_.GraphicsUnregisterResource, resource);
    return Status::out_of_memory;
  }
  set_handle(handle, resource);
  return Status::success;
}

GraphicsFlags CudaDriver::flags_of(GraphicsHandle handle) noexcept {
  const std::lock_guard lock(graphics_mutex_);
  const auto found = graphics_flags_.find(handle.value);
  return found == graphics_flags_.end() ? GraphicsFlags::none : found->second;
}

Status CudaDriver::perform(driver::GraphicsRegisterImage& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  CUgraphicsResource resource = nullptr;
  const Status status =
      this->call(cu_.GraphicsGLRegisterImage, &resource, call.name, call.target, static_cast<unsigned>(call.flags));
  return status == Status::success ? keep_flags(resource, call.flags, call.resource) : status;
}

Status CudaDriver::perform(driver::GraphicsRegisterBuffer& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  CUgraphicsResource resource = nullptr;
  const Status status =
      this->call(cu_.GraphicsGLRegisterBuffer, &resource, call.name, static_cast<unsigned>(call.flags));
  return status == Status::success ? keep_flags(resource, call.flags, call.resource) : status;
}

Status CudaDriver::perform(driver::GraphicsUnregister& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  {
    const std::lock_guard lock(graphics_mutex_);
    graphics_flags_.erase(call.resource.value);
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
  const Status described = describe_mapped(native<CUarray>(call.array), call.resource, call.descriptor);
  // One layer of whatever kind the image has.
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
    status = base == nullptr ? Status::unknown : describe_mapped(base, call.resource, call.descriptor);
  }
  return status;
}

Status CudaDriver::describe_mapped(CUarray array, GraphicsHandle resource, ArrayDescriptor& descriptor) noexcept {
  const Status status = describe_array(array, descriptor);
  if (status != Status::success) {
    return status;
  }
  // The driver's descriptor does not say what the registration allows.
  const GraphicsFlags flags = flags_of(resource);
  descriptor.is_surface_load_store = has_flag(flags, GraphicsFlags::surface_load_store);
  descriptor.is_texture_gather = has_flag(flags, GraphicsFlags::texture_gather) &&
                                 descriptor.kind == ArrayKind::plain && descriptor.shape.rank() == 2;
  return Status::success;
}

Status CudaDriver::perform(driver::GraphicsMappedPointer& call) noexcept {
  if (is_through_host(call.access)) {
    return host_sharing_.perform(call);
  }
  return create(cu_.GraphicsResourceGetMappedPointer, call.pointer, &call.size_bytes, call.resource);
}

}  // namespace texelscope::gpu::cuda
