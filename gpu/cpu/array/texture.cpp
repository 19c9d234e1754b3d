#include "gpu/cpu/array/array_storage.h"
#include "gpu/cpu/array/bound_texels.h"
#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::TextureCreate& call) noexcept {
  return if_working([&] {
    BoundTexels bound;
    if (call.resource.facts.kind == ResourceKind::array) {
      const std::shared_ptr<ArrayStorage> array = arrays_.find(call.resource.array);
      if (!array) {
        return Status::invalid_handle;
      }
      bound = bind_levels({&array, 1}, false);
    } else if (call.resource.facts.kind == ResourceKind::mipmapped_array) {
      const std::shared_ptr<MipmappedStorage> array = mipmapped_arrays_.find(call.resource.mipmapped_array);
      if (!array) {
        return Status::invalid_handle;
      }
      bound = bind_levels(array->levels, true);
    } else {
      bound = bind_memory(memory_, call.resource);
    }
    if (!bound.memory) {
      return Status::invalid_value;
    }
    auto texture = std::make_shared<TextureBinding>(TextureBinding{
        call.resource, call.descriptor, std::move(bound.memory), make_texture(bound.view, call.descriptor)});
    const auto address = reinterpret_cast<std::uint64_t>(texture->texture.get());
    call.texture = textures_.insert(address, std::move(texture));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::TextureDestroy& call) noexcept {
  return keep_until_passed(textures_.take(call.texture));
}

Status CpuDriver::perform(driver::TextureGetDescriptors& call) noexcept {
  const std::shared_ptr<TextureBinding> texture = textures_.find(call.texture);
  if (!texture) {
    return refusal();
  }
  call.resource = texture->resource;
  call.descriptor = texture->descriptor;
  return Status::success;
}

}  // namespace texelscope::gpu::cpu
