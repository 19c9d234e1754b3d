#include <span>

#include "gpu/cpu/bindings.h"
#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/mipmapped_storage.h"

namespace texelscope::gpu::cpu {
namespace {

/// Texels of a resource and the memory that they are in.
struct Bound {
  TexelView view;
  std::shared_ptr<const MemoryBlock> memory;
};

Bound bind_array(const ArrayDescriptor& descriptor, std::span<const std::shared_ptr<ArrayStorage>> levels) {
  Bound bound{{.format = descriptor.format,
               .num_channels = descriptor.num_channels,
               .levels = {},
               .kind = descriptor.kind,
               .num_slices = descriptor.num_slices()},
              levels.front()->block};
  for (const auto& level : levels) {
    bound.view.levels.push_back(
        {level->texels, level->descriptor.shape, level->row_pitch_bytes, level->slice_pitch_bytes});
  }
  return bound;
}

/// Nothing where the rows leave the device's memory.
Bound bind_memory(const MemoryMap& memory, const driver::TextureResource& resource) {
  const ArrayDescriptor& texels = resource.facts.texels;
  const std::size_t row_bytes = texels.shape.width() * texels.element_size();
  const bool is_linear = resource.facts.kind == ResourceKind::linear;
  const std::size_t pitch = is_linear ? row_bytes : resource.pitch_bytes;
  auto block = memory.find(resource.pointer, (texels.shape.height() - 1) * pitch + row_bytes);
  return {{.format = texels.format,
           .num_channels = texels.num_channels,
           .levels = {{reinterpret_cast<const std::byte*>(resource.pointer.value), texels.shape, pitch,
                       pitch * texels.shape.height()}},
           .is_linear = is_linear},
          std::move(block)};
}

}  // namespace

Status CpuDriver::perform(driver::TextureCreate& call) noexcept {
  if (const Status status = state(); status != Status::success) {
    return status;
  }
  return guarded([&] {
    Bound bound;
    switch (call.resource.facts.kind) {
      case ResourceKind::array: {
        const std::shared_ptr<ArrayStorage> array = arrays_.find(call.resource.array);
        if (!array) {
          return Status::invalid_handle;
        }
        bound = bind_array(array->descriptor, {&array, 1});
        break;
      }
      case ResourceKind::mipmapped_array: {
        const std::shared_ptr<MipmappedStorage> array = mipmapped_arrays_.find(call.resource.mipmapped_array);
        if (!array) {
          return Status::invalid_handle;
        }
        bound = bind_array(array->levels.front()->descriptor, array->levels);
        break;
      }
      case ResourceKind::linear:
      case ResourceKind::pitch_2d:
        bound = bind_memory(memory_, call.resource);
        break;
    }
    if (!bound.memory) {
      return Status::invalid_value;
    }
    auto texture = std::make_shared<TextureBinding>(
        TextureBinding{std::move(bound.memory), make_texture(bound.view, call.descriptor)});
    const auto address = reinterpret_cast<std::uint64_t>(texture->texture.get());
    call.texture = textures_.insert(address, std::move(texture));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::TextureDestroy& call) noexcept {
  std::shared_ptr<TextureBinding> texture = textures_.take(call.texture);
  if (!texture) {
    return refusal();
  }
  streams_.keep_until_passed(std::move(texture));
  return Status::success;
}

}  // namespace texelscope::gpu::cpu
