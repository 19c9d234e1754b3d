#include "app/labs/texture/texture_input.h"

#include <algorithm>

#include "app/texture/texture_setup.h"

namespace texelscope::app {

using kernels::TextureShape;

int rank_of(TextureShape shape) noexcept {
  switch (shape) {
    case TextureShape::texture_1d:
    case TextureShape::layered_1d:
      return 1;
    case TextureShape::texture_3d:
      return 3;
    default:
      return 2;
  }
}

gpu::ArrayDescriptor pattern_array(const TexelInput& input) {
  const auto extent = [&](std::size_t axis, std::int64_t most) {
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(input.extent[axis], 1, most));
  };
  gpu::ArrayDescriptor array;
  array.format = input.format;
  array.num_channels = input.num_channels;
  array.kind = kind_of(input.shape);
  const std::uint64_t width = extent(0, max_pattern_extent);
  const std::uint64_t height = array.is_cube_map() ? width : extent(1, max_pattern_extent);
  switch (rank_of(input.shape)) {
    case 1:
      array.shape = gpu::Extent(width);
      break;
    case 2:
      array.shape = gpu::Extent(width, height);
      break;
    default:
      // Three maximum extents would require a gigabyte.
      array.shape =
          gpu::Extent(std::min<std::uint64_t>(width, 256), std::min<std::uint64_t>(height, 256), extent(2, 256));
      break;
  }
  if (array.is_layered()) {
    const auto texels = static_cast<std::int64_t>(array.shape.volume()) * (array.is_cube_map() ? 6 : 1);
    const std::int64_t most = std::clamp<std::int64_t>((std::int64_t{1} << 24) / texels, 1, max_pattern_layers);
    array.num_layers = static_cast<std::uint64_t>(std::clamp<std::int64_t>(input.num_layers, 1, most));
  }
  return array;
}

}  // namespace texelscope::app
