#include "gpu/graphics/host_sharing.h"

#include <algorithm>
#include <new>
#include <utility>

#include "gpu/graphics/gl_state.h"
#include "gpu/graphics/gl_transfer.h"
#include "gpu/graphics/host_shared_resource.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {

namespace {

/// Runs a function that may throw. GL objects were validated with a message before the driver call.
template <class Work>
Status guarded(Work&& work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  } catch (const InvalidArgument&) {
    return Status::invalid_value;
  } catch (...) {
    return Status::unknown;
  }
}

}  // namespace

HostSharing::HostSharing(driver::Driver& driver, HostPartOf host_part_of) noexcept
    : driver_{driver}, host_part_of_{host_part_of} {}

// Resources that were never unregistered were lost with their context, which no longer exists.
HostSharing::~HostSharing() = default;

Status HostSharing::keep(std::unique_ptr<HostSharedResource> resource, GraphicsHandle& handle) {
  const auto value = reinterpret_cast<std::uint64_t>(resource.get());
  Status status = resource->allocate();
  if (status == Status::success) {
    status = guarded([&] {
      const std::lock_guard lock(mutex_);
      live_.try_emplace(value);
      return Status::success;
    });
  }
  if (status != Status::success) {
    resource->free();
    return status;
  }
  const std::lock_guard lock(mutex_);
  live_.find(value)->second = std::move(resource);
  handle.value = value;
  return status;
}

Status HostSharing::perform(driver::GraphicsRegisterImage& call) noexcept {
  if (call.access.gl == nullptr) {
    return Status::invalid_graphics_context;
  }
  return guarded([&] {
    return keep(make_host_shared_image(driver_, host_part_of_,
                                       describe_gl_image(*call.access.gl, call.name, call.target), call.flags),
                call.resource);
  });
}

Status HostSharing::perform(driver::GraphicsRegisterBuffer& call) noexcept {
  if (call.access.gl == nullptr) {
    return Status::invalid_graphics_context;
  }
  return guarded([&] {
    return keep(make_host_shared_buffer(driver_, host_part_of_ != nullptr, call.name,
                                        describe_gl_buffer(*call.access.gl, call.name), call.flags),
                call.resource);
  });
}

Status HostSharing::perform(driver::GraphicsUnregister& call) noexcept {
  std::unique_ptr<HostSharedResource> resource;
  {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(call.resource.value);
    if (found == live_.end()) {
      return Status::invalid_handle;
    }
    resource = std::move(found->second);
    live_.erase(found);
  }
  return resource->free();
}

HostSharedResource* HostSharing::find(GraphicsHandle handle) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(handle.value);
  return found == live_.end() ? nullptr : found->second.get();
}

Status HostSharing::find_all(std::span<const GraphicsHandle> handles, bool is_mapped,
                             std::vector<HostSharedResource*>& resources) noexcept {
  return guarded([&] {
    const Status wrong_state = is_mapped ? Status::not_mapped : Status::already_mapped;
    for (const GraphicsHandle handle : handles) {
      HostSharedResource* const resource = find(handle);
      if (resource == nullptr) {
        return Status::invalid_handle;
      }
      if (resource->is_mapped() != is_mapped || std::ranges::find(resources, resource) != resources.end()) {
        return wrong_state;
      }
      resources.push_back(resource);
    }
    return resources.empty() ? Status::invalid_value : Status::success;
  });
}

Status HostSharing::perform(driver::GraphicsMap& call) noexcept {
  std::vector<HostSharedResource*> resources;
  if (const Status status = find_all(call.resources, false, resources); status != Status::success) {
    return status;
  }
  const auto needs_fetch = [](const HostSharedResource* resource) {
    return !has_flag(resource->flags(), GraphicsFlags::write_discard);
  };
  if (std::ranges::any_of(resources, needs_fetch)) {
    if (call.access.gl == nullptr) {
      return Status::invalid_graphics_context;
    }
    GLErrorScope errors(*call.access.gl);
    const PixelTransferScope transfer(*call.access.gl, TransferDirection::from_gl);
    if (!transfer.has_context()) {
      return Status::invalid_graphics_context;
    }
    Status status = Status::success;
    for (HostSharedResource* const resource : resources) {
      if (status == Status::success && needs_fetch(resource)) {
        status = guarded([&] { return resource->fetch(*call.access.gl, call.stream); });
      }
    }
    keep_first(status, errors.take(Status::map_failed));
    if (status != Status::success) {
      // Copies already scheduled read the staging memory, which the next map overwrites.
      driver::StreamSynchronize synchronize{call.stream};
      driver_.perform(synchronize);
      return status;
    }
  }
  for (HostSharedResource* const resource : resources) {
    resource->set_mapped(true);
  }
  return Status::success;
}

Status HostSharing::perform(driver::GraphicsUnmap& call) noexcept {
  std::vector<HostSharedResource*> resources;
  if (const Status status = find_all(call.resources, true, resources); status != Status::success) {
    return status;
  }
  const auto needs_store = [](const HostSharedResource* resource) {
    return !has_flag(resource->flags(), GraphicsFlags::read_only);
  };
  Status status = Status::success;
  for (HostSharedResource* const resource : resources) {
    if (needs_store(resource)) {
      keep_first(status, resource->copy_out(call.stream));
    }
  }
  // Waits even for read-only resources, because the next map overwrites the arrays that the stream may be reading.
  driver::StreamSynchronize synchronize{call.stream};
  keep_first(status, driver_.perform(synchronize));
  if (status == Status::success && std::ranges::any_of(resources, needs_store)) {
    status = store(call.access.gl, resources);
  }
  for (HostSharedResource* const resource : resources) {
    resource->set_mapped(false);
  }
  return status;
}

Status HostSharing::store(const GLFunctions* gl, std::span<HostSharedResource* const> resources) noexcept {
  if (gl == nullptr) {
    return Status::invalid_graphics_context;
  }
  GLErrorScope errors(*gl);
  const PixelTransferScope transfer(*gl, TransferDirection::to_gl);
  if (!transfer.has_context()) {
    return Status::invalid_graphics_context;
  }
  Status status = Status::success;
  for (HostSharedResource* const resource : resources) {
    if (!has_flag(resource->flags(), GraphicsFlags::read_only)) {
      keep_first(status, guarded([&] { return resource->store(*gl); }));
    }
  }
  keep_first(status, errors.take(Status::unmap_failed));
  return status;
}

Status HostSharing::perform(driver::GraphicsMappedArray& call) noexcept {
  const HostSharedResource* const resource = find(call.resource);
  if (resource == nullptr) {
    return Status::invalid_handle;
  }
  return resource->is_mapped() ? resource->mapped_array(call) : Status::not_mapped;
}

Status HostSharing::perform(driver::GraphicsMappedMipmappedArray& call) noexcept {
  const HostSharedResource* const resource = find(call.resource);
  if (resource == nullptr) {
    return Status::invalid_handle;
  }
  return resource->is_mapped() ? resource->mapped_mipmapped_array(call) : Status::not_mapped;
}

Status HostSharing::perform(driver::GraphicsMappedPointer& call) noexcept {
  const HostSharedResource* const resource = find(call.resource);
  if (resource == nullptr) {
    return Status::invalid_handle;
  }
  return resource->is_mapped() ? resource->mapped_pointer(call) : Status::not_mapped;
}

}  // namespace texelscope::gpu::graphics
