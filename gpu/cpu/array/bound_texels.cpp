#include "gpu/cpu/array/bound_texels.h"

#include <utility>

#include "gpu/driver/array_rules.h"

namespace texelscope::gpu::cpu {

BoundTexels bind_levels(std::span<const std::shared_ptr<ArrayStorage>> levels, bool is_mipmapped,
                        const std::optional<ResourceView>& view) {
  const ArrayDescriptor& whole = levels.front()->descriptor;
  const ResourceFacts facts{is_mipmapped ? ResourceKind::mipmapped_array : ResourceKind::array, whole,
                            static_cast<unsigned>(levels.size())};
  const ResourceFacts seen = view ? viewed_facts(facts, *view) : facts;
  const ArrayDescriptor& texels = seen.texels;
  BoundTexels bound{{.format = texels.format,
                     .num_channels = texels.num_channels,
                     .encoding = texels.encoding,
                     .levels = {},
                     .kind = texels.kind,
                     .num_slices = texels.num_slices(),
                     .is_mipmapped = is_mipmapped || texels.is_texture_gather},
                    levels.front()->block};
  const unsigned first_level = view ? view->first_level : 0;
  const std::uint64_t first_slice = view ? view->first_layer * (texels.is_cube_map() ? 6 : 1) : 0;
  for (unsigned index = 0; index < seen.num_levels; ++index) {
    const ArrayStorage& level = *levels[first_level + index];
    bound.view.levels.push_back({level.texels + first_slice * level.slice_pitch_bytes,
                                 level_descriptor(texels, index).shape, level.row_pitch_bytes,
                                 level.slice_pitch_bytes});
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
