#include "gpu/cpu/array/array_storage.h"
#include "gpu/cpu/array/bound_texels.h"
#include "gpu/cpu/cpu_driver.h"
#include "gpu/driver/array_rules.h"

namespace texelscope::gpu::cpu {
namespace {

/// Binds the texels of a view. Empty for planes, and for a view that is not valid for these levels.
BoundTexels bind_viewed(std::span<const std::shared_ptr<ArrayStorage>> levels, bool is_mipmapped,
                        const std::optional<ResourceView>& view) {
  const ArrayDescriptor& whole = levels.front()->descriptor;
  const ResourceFacts facts{is_mipmapped ? ResourceKind::mipmapped_array : ResourceKind::array, whole,
                            static_cast<unsigned>(levels.size())};
  const bool is_refused = whole.encoding == TexelEncoding::nv12 || (view && !view_refusal(facts, *view).empty());
  return is_refused ? BoundTexels{} : bind_levels(levels, is_mipmapped, view);
}

}  // namespace

Status CpuDriver::perform(driver::TextureCreate& call) noexcept {
  return if_working([&] {
    const driver::TextureResource& resource = call.resource;
    BoundTexels bound;
    if (resource.facts.kind == ResourceKind::array) {
      const std::shared_ptr<ArrayStorage> array = arrays_.find(resource.array);
      if (!array) {
        return Status::invalid_handle;
      }
      bound = bind_viewed({&array, 1}, false, resource.view);
    } else if (resource.facts.kind == ResourceKind::mipmapped_array) {
      const std::shared_ptr<MipmappedStorage> array = mipmapped_arrays_.find(resource.mipmapped_array);
      if (!array) {
        return Status::invalid_handle;
      }
      bound = bind_viewed(array->levels, true, resource.view);
    } else {
      bound = bind_memory(memory_, resource);
    }
    if (!bound.memory) {
      return Status::invalid_value;
    }
    auto texture = std::make_shared<TextureBinding>(
        TextureBinding{call.resource, call.descriptor, std::move(bound.memory),
                       make_texture(bound.view, call.descriptor), bound.view.levels, bound.view.num_slices});
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
