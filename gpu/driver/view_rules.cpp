#include <fmt/format.h>

#include <algorithm>

#include "gpu/driver/array_rules.h"

// Rules of CUDA_RESOURCE_VIEW_DESC (CUDA driver API, cuTexObjectCreate).
namespace texelscope::gpu {
namespace {

bool is_same_format(const ArrayDescriptor& array, const ResourceView& view) {
  return view.encoding == array.encoding && view.format == array.format && view.num_channels == array.num_channels;
}

/// Blocks in an array of uint32 texels.
bool is_view_of_blocks(const ArrayDescriptor& array, const ResourceView& view) {
  return is_block_compressed(view.encoding) && !is_block_compressed(array.encoding);
}

std::uint64_t level_extent(std::uint64_t extent, unsigned level) {
  return level < 64 ? std::max<std::uint64_t>(1, extent >> level) : 1;
}

/// A level of a view has half the texels of the previous level, and a level of the array half the blocks: both must
/// agree.
std::string block_levels_refusal(const ArrayDescriptor& array, const ResourceView& view) {
  for (unsigned level = 0; level <= view.last_level; ++level) {
    for (int axis = 0; axis < 2; ++axis) {
      const std::uint64_t blocks = level_extent(array.shape[axis], level);
      const std::uint64_t texels = level_extent(array.shape[axis] * block_extent, level);
      if ((texels + block_extent - 1) / block_extent != blocks) {
        return fmt::format(
            "level {} has {} texels along axis {}, but the array has {} blocks there: use extents that halve to "
            "that count",
            level, texels, axis, blocks);
      }
    }
  }
  return "";
}

std::string block_view_refusal(const ArrayDescriptor& array, const ResourceView& view) {
  const int channels = block_bytes(view.encoding) == 8 ? 2 : 4;
  if (array.encoding != TexelEncoding::element || array.format != DataType::uint32 || array.num_channels != channels) {
    return fmt::format("{} blocks require a uint32 array of {} channels: use one", to_string(view.encoding), channels);
  }
  if (is_srgb(view.encoding)) {
    return fmt::format("views do not support {}: use the encoding without srgb, and TextureDescriptor::srgb",
                       to_string(view.encoding));
  }
  if (view.format != channel_type(view.encoding) || view.num_channels != channel_count(view.encoding)) {
    return fmt::format("{} is {}x{} in CUDA's terms: set format and num_channels accordingly", to_string(view.encoding),
                       to_string(channel_type(view.encoding)), channel_count(view.encoding));
  }
  return array.shape.rank() == 2 ? block_levels_refusal(array, view)
                                 : "blocks are 4 x 4 texels: use a 2D array, layered 2D array or cube map";
}

std::string format_refusal(const ArrayDescriptor& array, const ResourceView& view) {
  if (array.encoding == TexelEncoding::nv12) {
    return "nv12 must be read plane by plane: use plane(0) and plane(1)";
  }
  if (is_same_format(array, view)) {
    return "";
  }
  if (is_block_compressed(view.encoding)) {
    return block_view_refusal(array, view);
  }
  if (view.encoding != TexelEncoding::element || array.encoding > TexelEncoding::normalized) {
    return fmt::format("{} texels cannot be viewed as {}: view plain texels as a different DataType, or as blocks",
                       to_string(array.encoding), to_string(view.encoding));
  }
  if (std::string refusal = texel_refusal(view.format, view.num_channels); !refusal.empty()) {
    return refusal;
  }
  const std::size_t bytes = size_bytes(view.format) * static_cast<std::size_t>(view.num_channels);
  return bytes == array.element_size()
             ? ""
             : fmt::format("texels of {} bytes cannot be viewed as {}x{} of {} bytes: use a format of equal size",
                           array.element_size(), to_string(view.format), view.num_channels, bytes);
}

std::string range_refusal(const char* of, std::uint64_t first, std::uint64_t last, std::uint64_t count) {
  return first <= last && last < count
             ? ""
             : fmt::format("{} {} to {} of {}: use a range from 0 to {}", of, first, last, count, count - 1);
}

}  // namespace

std::string view_refusal(const ResourceFacts& resource, const ResourceView& view) {
  const ArrayDescriptor& array = resource.texels;
  if (resource.kind != ResourceKind::array && resource.kind != ResourceKind::mipmapped_array) {
    return "only arrays and mipmapped arrays support views: describe the linear memory in the required format";
  }
  if (std::string refusal = range_refusal("levels", view.first_level, view.last_level, resource.num_levels);
      !refusal.empty()) {
    return refusal;
  }
  if (std::string refusal = range_refusal("layers", view.first_layer, view.last_layer, array.num_layers);
      !refusal.empty()) {
    return refusal;
  }
  if (array.kind == ArrayKind::layered_cube_map && view.last_layer - view.first_layer + 1 != array.num_layers) {
    return "cannot view only some cube maps of a layered cube map: CUDA does not specify whether it counts cube "
           "maps or faces; view all of them";
  }
  return format_refusal(array, view);
}

ResourceFacts viewed_facts(const ResourceFacts& resource, const ResourceView& view) noexcept {
  ResourceFacts facts = resource;
  ArrayDescriptor& texels = facts.texels;
  if (is_view_of_blocks(texels, view)) {
    texels.shape = Extent(texels.shape.width() * block_extent, texels.shape.height() * block_extent);
  }
  texels = level_descriptor(texels, view.first_level);
  texels.format = view.format;
  texels.num_channels = view.num_channels;
  texels.encoding = view.encoding;
  if (texels.is_layered()) {
    texels.num_layers = view.last_layer - view.first_layer + 1;
  }
  facts.num_levels = view.last_level - view.first_level + 1;
  return facts;
}

}  // namespace texelscope::gpu
