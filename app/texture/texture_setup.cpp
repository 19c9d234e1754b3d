#include "app/texture/texture_setup.h"

#include <fmt/format.h>

#include <cstring>

#include "app/texture/texture_names.h"
#include "texelscope/gpu/block_decoder.h"
#include "texelscope/gpu/fetch_explanation.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {
namespace {

using gpu::ArrayKind;
using gpu::ResourceKind;
using kernels::TextureOperation;
using kernels::TextureShape;

}  // namespace

gpu::ResourceFacts TextureSetup::facts() const { return {resource, array, static_cast<unsigned>(levels.size())}; }

TextureShape TextureSetup::shape() const noexcept { return gpu::texture_shape(array); }

ResultKind TextureSetup::result_kind() const noexcept {
  if (array.encoding != gpu::TexelEncoding::element || is_floating_point(array.format) ||
      texture.read_mode == gpu::ReadMode::normalized_float) {
    return ResultKind::floats;
  }
  return is_signed_integer(array.format) ? ResultKind::signed_integers : ResultKind::unsigned_integers;
}

TextureSetup with_decoded_blocks(const TextureSetup& setup) {
  TextureSetup decoded = setup;
  const gpu::TexelEncoding encoding = setup.array.encoding;
  const gpu::DataType type = gpu::decoded_type(encoding);
  const std::size_t value_bytes = gpu::size_bytes(type);
  const auto channels = static_cast<std::size_t>(gpu::channel_count(encoding));
  // Arrays do not have three channels.
  const std::size_t stored_channels = channels == 3 ? 4 : channels;
  decoded.array.encoding = gpu::TexelEncoding::element;
  decoded.array.format = type;
  decoded.array.num_channels = static_cast<int>(stored_channels);
  decoded.texture.read_mode = gpu::ReadMode::normalized_float;
  decoded.texture.srgb = gpu::is_srgb(encoding);
  for (std::size_t level = 0; level < setup.levels.size(); ++level) {
    const gpu::Extent shape = gpu::level_descriptor(setup.array, static_cast<unsigned>(level)).shape;
    std::vector<std::byte>& texels = decoded.levels[level];
    const std::size_t slice_texels = shape.width() * shape.height();
    texels.assign(slice_texels * setup.array.num_slices() * stored_channels * value_bytes, std::byte{0});
    const std::uint64_t block_rows = (shape.height() + gpu::block_extent - 1) / gpu::block_extent;
    const std::size_t slice_bytes = setup.levels[level].size() / setup.array.num_slices();
    for (std::size_t slice = 0; slice < setup.array.num_slices(); ++slice) {
      gpu::decode_block_rows(encoding, setup.levels[level].data() + slice * slice_bytes, shape.width(), shape.height(),
                             0, block_rows,
                             [&](std::uint64_t x, std::uint64_t y, const std::array<std::uint16_t, 4>& texel) {
                               std::byte* const to = texels.data() + (slice * slice_texels + y * shape.width() + x) *
                                                                         stored_channels * value_bytes;
                               for (std::size_t channel = 0; channel < channels; ++channel) {
                                 std::memcpy(to + channel * value_bytes, &texel[channel], value_bytes);
                               }
                             });
    }
  }
  return decoded;
}

ArrayKind kind_of(TextureShape shape) noexcept {
  switch (shape) {
    case TextureShape::layered_1d:
    case TextureShape::layered_2d:
      return ArrayKind::layered;
    case TextureShape::cube_map:
      return ArrayKind::cube_map;
    case TextureShape::layered_cube_map:
      return ArrayKind::layered_cube_map;
    default:
      return ArrayKind::plain;
  }
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

std::string resource_refusal(const gpu::ResourceFacts& facts) {
  const gpu::ArrayDescriptor& array = facts.texels;
  const bool is_plain = array.kind == ArrayKind::plain;
  if (facts.kind == ResourceKind::linear && (array.shape.rank() != 1 || !is_plain)) {
    return "linear memory is one row of texels: use a 1D array without layers";
  }
  if (facts.kind == ResourceKind::pitch_2d && (array.shape.rank() != 2 || !is_plain)) {
    return "pitched memory is rows of texels: use a 2D array without layers or faces";
  }
  if (facts.num_levels == 0) {
    return "a texture has at least level 0";
  }
  if (facts.kind != ResourceKind::mipmapped_array && facts.num_levels != 1) {
    return fmt::format("{} levels need a mipmapped array", facts.num_levels);
  }
  if (const unsigned most = gpu::full_level_count(array.shape); facts.num_levels > most) {
    return fmt::format("{} levels exceed the {} levels that {} texels have: the last level is a single texel",
                       facts.num_levels, most, to_string(array.shape));
  }
  return "";
}

std::string refusal(const TextureSetup& setup) {
  if (std::string text = gpu::texture_refusal(setup.facts(), setup.texture); !text.empty()) {
    return text;
  }
  if (std::string text = resource_refusal(setup.facts()); !text.empty()) {
    return text;
  }
  for (std::size_t level = 0; level < setup.levels.size(); ++level) {
    const gpu::ArrayDescriptor descriptor = gpu::level_descriptor(setup.array, static_cast<unsigned>(level));
    if (setup.levels[level].size() != descriptor.size_bytes()) {
      return fmt::format("level {} has {} bytes of texels, but {} take {}", level, setup.levels[level].size(),
                         to_string(descriptor), descriptor.size_bytes());
    }
  }
  return "";
}

std::string refusal(const TextureSetup& setup, const kernels::TextureFetch& fetch) {
  if (fetch.shape != setup.shape()) {
    return fmt::format("a {} fetch cannot read a {} texture",
                       texture_shape_names()[static_cast<std::size_t>(fetch.shape)],
                       texture_shape_names()[static_cast<std::size_t>(setup.shape())]);
  }
  if ((setup.resource == ResourceKind::linear) != (fetch.operation == TextureOperation::element)) {
    return "element fetches need linear memory, and linear memory needs element fetches";
  }
  if (fetch.operation == TextureOperation::gather &&
      (!gpu::can_gather(setup.facts()) || fetch.component < 0 || fetch.component > 3)) {
    return "gather reads one component (0 to 3) of a plain 2D array created for texture gather";
  }
  return "";
}

std::string to_string(const TextureSetup& setup) {
  const gpu::ArrayDescriptor& array = setup.array;
  const gpu::TextureDescriptor& texture = setup.texture;
  std::string text = to_string(setup.facts());
  if (setup.resource == ResourceKind::mipmapped_array) {
    text += fmt::format(", between them {}, bias {}, clamped to {} – {}", to_string(texture.mipmap_filter_mode),
                        texture.mipmap_level_bias, texture.min_mipmap_level_clamp, texture.max_mipmap_level_clamp);
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
