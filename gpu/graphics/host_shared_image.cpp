#include "gpu/graphics/host_shared_image.h"

#include <utility>

#include "gpu/graphics/gl_transfer.h"

namespace texelscope::gpu::graphics {

HostSharedImage::HostSharedImage(driver::Driver& driver, HostSharing::HostTexels host_texels, GLImage image,
                                 GraphicsFlags flags)
    : HostSharedResource{flags},
      driver_{driver},
      host_texels_{host_texels},
      image_{std::move(image)},
      staging_{driver} {}

Status HostSharedImage::allocate() {
  // What may throw comes before the first array.
  parts_.reserve(image_.levels.size() * image_.layers);
  std::size_t size_bytes = 0;
  for (const ArrayDescriptor& descriptor : image_.levels) {
    size_bytes += descriptor.size_bytes() * image_.layers;
  }
  for (unsigned level = 0; level < image_.levels.size(); ++level) {
    ArrayDescriptor descriptor = image_.levels[level];
    descriptor.is_surface_load_store = true;
    for (unsigned layer = 0; layer < image_.layers; ++layer) {
      driver::ArrayCreate create{descriptor};
      if (const Status status = driver_.perform(create); status != Status::success) {
        return status;
      }
      parts_.push_back({level, layer, create.array, nullptr});
    }
  }
  if (host_texels_ != nullptr) {
    for (Part& part : parts_) {
      part.texels = host_texels_(driver_, part.array);
      if (part.texels == nullptr) {
        return Status::invalid_handle;
      }
    }
    return Status::success;
  }
  if (const Status status = staging_.allocate(size_bytes); status != Status::success) {
    return status;
  }
  std::byte* texels = staging_.bytes();
  for (Part& part : parts_) {
    part.texels = texels;
    texels += image_.levels[part.level].size_bytes();
  }
  return Status::success;
}

Status HostSharedImage::copy(const Part& part, CopyDirection direction, StreamHandle stream) noexcept {
  const ArrayDescriptor& descriptor = image_.levels[part.level];
  driver::ArrayCopySide array;
  array.array = part.array;
  driver::ArrayCopySide texels;
  texels.pointer.value = reinterpret_cast<std::uint64_t>(part.texels);
  texels.row_pitch_bytes = descriptor.shape.width() * descriptor.element_size();
  texels.rows_per_slice = descriptor.shape.height();
  const bool is_to_array = direction == CopyDirection::to_array;
  driver::ArrayCopy call{is_to_array ? array : texels, is_to_array ? texels : array, descriptor.shape,
                         descriptor.element_size(), stream};
  return driver_.perform(call);
}

Status HostSharedImage::fetch(const GLFunctions& gl, StreamHandle stream) noexcept {
  for (const Part& part : parts_) {
    fetch_texels(gl, image_, part.level, part.layer, part.texels);
  }
  if (host_texels_ != nullptr) {
    return Status::success;
  }
  Status status = Status::success;
  for (const Part& part : parts_) {
    keep_first(status, copy(part, CopyDirection::to_array, stream));
  }
  keep_first(status, staging_.record_read(stream));
  return status;
}

Status HostSharedImage::copy_out(StreamHandle stream) noexcept {
  if (host_texels_ != nullptr) {
    return Status::success;
  }
  Status status = staging_.wait_read(stream);
  for (const Part& part : parts_) {
    keep_first(status, copy(part, CopyDirection::to_texels, stream));
  }
  return status;
}

void HostSharedImage::store(const GLFunctions& gl) noexcept {
  for (const Part& part : parts_) {
    store_texels(gl, image_, part.level, part.layer, part.texels);
  }
}

Status HostSharedImage::free() noexcept {
  Status status = staging_.free();
  for (const Part& part : parts_) {
    driver::ArrayDestroy destroy{part.array};
    keep_first(status, driver_.perform(destroy));
  }
  parts_.clear();
  return status;
}

Status HostSharedImage::mapped_array(driver::GraphicsMappedArray& call) const noexcept {
  if (call.level >= image_.levels.size() || call.layer >= image_.layers) {
    return Status::invalid_value;
  }
  const Part& part = parts_[call.level * image_.layers + call.layer];
  call.array = part.array;
  call.descriptor = image_.levels[call.level];
  call.descriptor.is_surface_load_store = has_flag(flags(), GraphicsFlags::surface_load_store);
  return Status::success;
}

Status HostSharedImage::mapped_pointer(driver::GraphicsMappedPointer&) const noexcept { return not_mapped_as_pointer; }

}  // namespace texelscope::gpu::graphics
