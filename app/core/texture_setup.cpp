#include "app/core/texture_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {
namespace {

using gpu::ArrayKind;
using kernels::TextureOperation;
using kernels::TextureShape;

constexpr std::array<std::string_view, 4> memory_names{"array", "mipmapped", "linear", "pitch2d"};
constexpr std::array<std::string_view, 7> shape_names{
    "1D", "2D", "3D", "1D layered", "2D layered", "cube map", "layered cube map"};

gpu::Extent halved(const gpu::Extent& extent, std::size_t level) {
  const auto size = [&](int axis) { return std::max<std::uint64_t>(1, extent[axis] >> level); };
  switch (extent.rank()) {
    case 1:
      return gpu::Extent(size(0));
    case 2:
      return gpu::Extent(size(0), size(1));
    default:
      return gpu::Extent(size(0), size(1), size(2));
  }
}

std::string memory_refusal(const TextureSetup& setup) {
  const gpu::ArrayDescriptor& array = setup.array;
  const bool is_plain = array.kind == ArrayKind::plain;
  if (setup.memory == TextureMemory::linear && (array.shape.rank() != 1 || !is_plain)) {
    return "linear memory is one row of texels: give a 1D array without layers";
  }
  if (setup.memory == TextureMemory::pitch_2d && (array.shape.rank() != 2 || !is_plain)) {
    return "pitch-2D memory is rows of texels: give a 2D array without layers or faces";
  }
  if (setup.levels.empty()) {
    return "a texture has at least level 0";
  }
  if (setup.memory != TextureMemory::mipmapped_array && setup.levels.size() != 1) {
    return fmt::format("{} levels need a mipmapped array", setup.levels.size());
  }
  if (const std::size_t most = full_mip_levels(array.shape); setup.levels.size() > most) {
    return fmt::format("{} levels are more than the {} of {} texels: the last is 1 texel", setup.levels.size(), most,
                       to_string(array.shape));
  }
  if (setup.memory == TextureMemory::mipmapped_array && !setup.texture.normalized_coords) {
    return "mipmaps need normalized coordinates";
  }
  if (array.is_cube_map() && !setup.texture.normalized_coords) {
    return "cube maps need normalized coordinates";
  }
  return "";
}

}  // namespace

std::string_view to_string(TextureMemory memory) noexcept { return memory_names[static_cast<std::size_t>(memory)]; }

gpu::ArrayDescriptor TextureSetup::level_descriptor(std::size_t level) const {
  gpu::ArrayDescriptor descriptor = array;
  descriptor.shape = halved(array.shape, level);
  return descriptor;
}

TextureShape TextureSetup::shape() const noexcept {
  const int rank = array.shape.rank();
  switch (array.kind) {
    case ArrayKind::layered:
      return rank == 1 ? TextureShape::layered_1d : TextureShape::layered_2d;
    case ArrayKind::cube_map:
      return TextureShape::cube_map;
    case ArrayKind::layered_cube_map:
      return TextureShape::layered_cube_map;
    case ArrayKind::plain:
      break;
  }
  return rank == 1 ? TextureShape::texture_1d : (rank == 2 ? TextureShape::texture_2d : TextureShape::texture_3d);
}

ResultKind TextureSetup::result_kind() const noexcept {
  if (is_floating_point(array.format) || texture.read_mode == gpu::ReadMode::normalized_float) {
    return ResultKind::floats;
  }
  return is_signed_integer(array.format) ? ResultKind::signed_integers : ResultKind::unsigned_integers;
}

int num_coordinates(TextureShape shape) noexcept {
  switch (shape) {
    case TextureShape::texture_1d:
    case TextureShape::layered_1d:
      return 1;
    case TextureShape::texture_2d:
    case TextureShape::layered_2d:
      return 2;
    default:
      return 3;
  }
}

std::size_t full_mip_levels(const gpu::Extent& extent) {
  return static_cast<std::size_t>(std::bit_width(std::max({extent.width(), extent.height(), extent.depth()})));
}

std::string refusal(const TextureSetup& setup) {
  if (std::string text = gpu::texture_refusal(setup.array, setup.texture); !text.empty()) {
    return text;
  }
  if (std::string text = memory_refusal(setup); !text.empty()) {
    return text;
  }
  for (std::size_t level = 0; level < setup.levels.size(); ++level) {
    const gpu::ArrayDescriptor descriptor = setup.level_descriptor(level);
    if (setup.levels[level].size() != descriptor.size_bytes()) {
      return fmt::format("level {} has {} bytes of texels, and {} take {}", level, setup.levels[level].size(),
                         to_string(descriptor), descriptor.size_bytes());
    }
  }
  return "";
}

std::string refusal(const TextureSetup& setup, const kernels::TextureFetch& fetch) {
  if (fetch.shape != setup.shape()) {
    return fmt::format("a {} fetch cannot read a {} texture", shape_names[static_cast<std::size_t>(fetch.shape)],
                       shape_names[static_cast<std::size_t>(setup.shape())]);
  }
  if ((setup.memory == TextureMemory::linear) != (fetch.operation == TextureOperation::element)) {
    return "linear memory is read by element, and only linear memory is";
  }
  if (fetch.operation == TextureOperation::gather &&
      (!setup.array.is_texture_gather || fetch.component < 0 || fetch.component > 3)) {
    return "gather reads component 0 to 3 of a plain 2D array that was made for texture gather";
  }
  return "";
}

std::string to_string(const TextureSetup& setup) {
  const gpu::ArrayDescriptor& array = setup.array;
  const gpu::TextureDescriptor& texture = setup.texture;
  std::string text = fmt::format("{}x{} {} {}", to_string(array.format), array.num_channels,
                                 shape_names[static_cast<std::size_t>(setup.shape())], to_string(array.shape));
  if (array.is_layered()) {
    text += fmt::format(" of {} layers", array.num_layers);
  }
  if (setup.memory != TextureMemory::array) {
    text += fmt::format(" {}", to_string(setup.memory));
  }
  if (setup.memory == TextureMemory::mipmapped_array) {
    text += fmt::format(" of {} levels, between them {}, bias {}, clamped to {} – {}", setup.levels.size(),
                        to_string(texture.mipmap_filter_mode), texture.mipmap_level_bias,
                        texture.min_mipmap_level_clamp, texture.max_mipmap_level_clamp);
  }
  text += fmt::format(", {}{}, {}, address", to_string(texture.read_mode), texture.srgb ? " sRGB" : "",
                      to_string(texture.filter_mode));
  bool has_border = false;
  for (int axis = 0; axis < 3; ++axis) {
    text += fmt::format(" {}", to_string(texture.address_mode[axis]));
    has_border = has_border || texture.address_mode[axis] == gpu::AddressMode::border;
  }
  if (has_border) {
    const auto& color = texture.border_color;
    text += fmt::format(" ({:g} {:g} {:g} {:g})", color[0], color[1], color[2], color[3]);
  }
  text += texture.normalized_coords ? ", normalized coordinates" : ", coordinates in texels";
  if (texture.max_anisotropy > 1) {
    text += fmt::format(", anisotropy {}", texture.max_anisotropy);
  }
  if (texture.seamless_cubemap && array.is_cube_map()) {
    text += ", seamless";
  }
  if (texture.disable_trilinear_optimization) {
    text += ", no trilinear optimization";
  }
  return text;
}

}  // namespace texelscope::app
