#include "gpu/cpu/array/bound_texels.h"

#include <utility>

namespace texelscope::gpu::cpu {

BoundTexels bind_levels(std::span<const std::shared_ptr<ArrayStorage>> levels, bool is_mipmapped) {
  const ArrayDescriptor& descriptor = levels.front()->descriptor;
  BoundTexels bound{{.format = descriptor.format,
                     .num_channels = descriptor.num_channels,
                     .levels = {},
                     .kind = descriptor.kind,
                     .num_slices = descriptor.num_slices(),
                     .is_mipmapped = is_mipmapped || descriptor.is_texture_gather},
                    levels.front()->block};
  for (const auto& level : levels) {
    bound.view.levels.push_back(
        {level->texels, level->descriptor.shape, level->row_pitch_bytes, level->slice_pitch_bytes});
  }
  return bound;
}

BoundTexels bind_memory(const MemoryMap& memory, const driver::TextureResource& resource) {
  const ArrayDescriptor& texels = resource.facts.texels;
  const std::size_t row_bytes = texels.shape.width() * texels.element_size();
  const bool is_linear = resource.facts.kind == ResourceKind::linear;
  const std::size_t pitch = is_linear ? row_bytes : resource.pitch_bytes;
  return {{.format = texels.format,
           .num_channels = texels.num_channels,
           .levels = {{reinterpret_cast<const std::byte*>(resource.pointer.value), texels.shape, pitch,
                       pitch * texels.shape.height()}},
           .is_linear = is_linear},
          memory.find(resource.pointer, (texels.shape.height() - 1) * pitch + row_bytes)};
}

}  // namespace texelscope::gpu::cpu
