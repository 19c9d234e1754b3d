#include "gpu/texture_unit_library/descriptor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "gpu/cpu/texture_unit/texture_limits.h"
#include "gpu/driver/array_rules.h"
#include "gpu/layout/checked_size.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu::texture_unit_library {
namespace {

static_assert(static_cast<int>(DataType::float32) == TEXELSCOPE_FLOAT32);
static_assert(static_cast<int>(AddressMode::border) == TEXELSCOPE_BORDER);
static_assert(static_cast<int>(FilterMode::linear) == TEXELSCOPE_LINEAR);
static_assert(static_cast<int>(ReadMode::normalized_float) == TEXELSCOPE_NORMALIZED_FLOAT);
/// Encodings of blocks follow the types of channels.
constexpr int first_block_format = TEXELSCOPE_BC1_UNORM - static_cast<int>(TexelEncoding::bc1_unorm);
static_assert(first_block_format + static_cast<int>(TexelEncoding::bc7_unorm_srgb) == TEXELSCOPE_BC7_UNORM_SRGB);

/// The enumerator with this number. @throws InvalidArgument if it is not 0 … last.
template <class Enum>
Enum enumerator(std::int32_t number, int last, const char* member) {
  if (number < 0 || number > last) {
    throw InvalidArgument(fmt::format("{} is {}: use one of its constants, 0 to {}", member, number, last));
  }
  return static_cast<Enum>(number);
}

Extent extent_of(const texelscope_texture_descriptor& given) {
  switch (given.shape) {
    case TEXELSCOPE_1D:
    case TEXELSCOPE_LAYERED_1D:
    case TEXELSCOPE_LINEAR_MEMORY:
      return {given.width};
    case TEXELSCOPE_3D:
      return {given.width, given.height, given.depth};
    case TEXELSCOPE_CUBE_MAP:
    case TEXELSCOPE_LAYERED_CUBE_MAP:
      if (given.height != 0 && given.height != given.width) {
        throw InvalidArgument(
            fmt::format("the faces of a cube map have {} x {} texels: use the width as the height, or 0", given.width,
                        given.height));
      }
      return {given.width, given.width};
    default:
      return {given.width, given.height};
  }
}

ArrayKind kind_of(std::int32_t shape) {
  switch (shape) {
    case TEXELSCOPE_LAYERED_1D:
    case TEXELSCOPE_LAYERED_2D:
      return ArrayKind::layered;
    case TEXELSCOPE_CUBE_MAP:
      return ArrayKind::cube_map;
    case TEXELSCOPE_LAYERED_CUBE_MAP:
      return ArrayKind::layered_cube_map;
    default:
      return ArrayKind::plain;
  }
}

ArrayDescriptor array_of(const texelscope_texture_descriptor& given) {
  enumerator<int>(given.shape, TEXELSCOPE_LINEAR_MEMORY, "shape");
  enumerator<int>(given.format, TEXELSCOPE_BC7_UNORM_SRGB, "format");
  ArrayDescriptor array;
  if (given.format >= TEXELSCOPE_BC1_UNORM) {
    array = encoded_array(extent_of(given), static_cast<TexelEncoding>(given.format - first_block_format));
  } else {
    array = {extent_of(given), static_cast<DataType>(given.format), given.num_channels};
  }
  array.kind = kind_of(given.shape);
  array.num_layers = array.is_layered() ? std::max<std::uint64_t>(1, given.num_layers) : 1;
  array.is_texture_gather = given.is_texture_gather != 0;
  return array;
}

TextureDescriptor settings_of(const texelscope_texture_descriptor& given) {
  std::array<AddressMode, 3> modes{};
  for (std::size_t axis = 0; axis < modes.size(); ++axis) {
    modes[axis] = enumerator<AddressMode>(given.address_mode[axis], TEXELSCOPE_BORDER, "address_mode");
  }
  TextureDescriptor settings;
  // Modes that are left 0 and have no effect cause no warning.
  const bool is_cube = given.shape == TEXELSCOPE_CUBE_MAP || given.shape == TEXELSCOPE_LAYERED_CUBE_MAP;
  const bool has_no_effect = given.shape == TEXELSCOPE_LINEAR_MEMORY || (is_cube && given.seamless_cubemap != 0);
  if (!has_no_effect || modes != std::array<AddressMode, 3>{}) {
    settings.address_mode = {modes[0], modes[1], modes[2]};
  }
  settings.filter_mode = enumerator<FilterMode>(given.filter_mode, TEXELSCOPE_LINEAR, "filter_mode");
  settings.mipmap_filter_mode =
      enumerator<FilterMode>(given.mipmap_filter_mode, TEXELSCOPE_LINEAR, "mipmap_filter_mode");
  settings.read_mode = given.format >= TEXELSCOPE_BC1_UNORM
                           ? ReadMode::normalized_float
                           : enumerator<ReadMode>(given.read_mode, TEXELSCOPE_NORMALIZED_FLOAT, "read_mode");
  settings.normalized_coords = given.normalized_coords != 0;
  settings.srgb = given.srgb != 0;
  settings.seamless_cubemap = given.seamless_cubemap != 0;
  settings.disable_trilinear_optimization = given.disable_trilinear_optimization != 0;
  settings.max_anisotropy = given.max_anisotropy;
  settings.mipmap_level_bias = given.mipmap_level_bias;
  settings.min_mipmap_level_clamp = given.min_mipmap_level_clamp;
  settings.max_mipmap_level_clamp = given.max_mipmap_level_clamp;
  std::ranges::copy(given.border_color, settings.border_color.begin());
  return settings;
}

/// The rule of arrays that is violated; empty if none is.
std::string refusal_of(const ArrayDescriptor& array, ResourceKind resource, unsigned num_levels) {
  DeviceProperties limits;
  cpu::texture_unit::set_texture_limits(limits);
  if (resource == ResourceKind::mipmapped_array) {
    return mipmapped_array_refusal(limits, array, num_levels);
  }
  if (resource == ResourceKind::linear) {
    if (is_block_compressed(array.encoding)) {
      return "linear memory has no blocks: use a texture in 2D";
    }
    // Linear memory may have more elements than a row of an array.
    limits.max_texture_1d = limits.max_texture_1d_linear;
  }
  return array_refusal(limits, array);
}

/// The sum of (count − 1) · pitch over all axes, plus the size of a row; the largest number if it overflows.
std::uint64_t bytes_needed(const Extent& elements, std::uint64_t row, std::uint64_t row_pitch,
                           std::uint64_t slice_pitch) {
  std::uint64_t bytes = row;
  const auto rows = checked_multiply(elements.height() - 1, row_pitch);
  const auto slices = checked_multiply(elements.depth() - 1, slice_pitch);
  const bool is_too_much = !rows || !slices || __builtin_add_overflow(bytes, *rows, &bytes) ||
                           __builtin_add_overflow(bytes, *slices, &bytes);
  return is_too_much ? std::numeric_limits<std::uint64_t>::max() : bytes;
}

cpu::TexelLevel level_of(const ArrayDescriptor& array, const texelscope_level& given, unsigned index) {
  const Extent elements = array.copy_extent();
  const std::uint64_t row = elements.width() * array.element_size();
  const std::uint64_t row_pitch = given.row_pitch_bytes != 0 ? given.row_pitch_bytes : row;
  const std::uint64_t slice = bytes_needed({elements.width(), elements.height()}, row, row_pitch, 0);
  const std::uint64_t whole_slice = checked_multiply(row_pitch, elements.height()).value_or(slice);
  const std::uint64_t slice_pitch = given.slice_pitch_bytes != 0 ? given.slice_pitch_bytes : whole_slice;
  const auto require_pitch = [index](const char* axis, std::uint64_t pitch, std::uint64_t least) {
    if (pitch < least) {
      throw InvalidArgument(fmt::format("level {} has a {} pitch of {} bytes: use at least {}, or 0 for no padding",
                                        index, axis, pitch, least));
    }
  };
  require_pitch("row", row_pitch, row);
  require_pitch("slice", slice_pitch, slice);
  const std::uint64_t needed = bytes_needed(elements, row, row_pitch, slice_pitch);
  // Positions of texels are computed with signed 64-bit numbers.
  if (given.texels == nullptr || needed > given.size_bytes || needed > std::numeric_limits<std::int64_t>::max()) {
    throw InvalidArgument(fmt::format("level {}, {}, has {} bytes and needs {}: pass all its texels", index,
                                      to_string(array), given.texels == nullptr ? 0 : given.size_bytes, needed));
  }
  return {static_cast<const std::byte*>(given.texels), array.shape, row_pitch, slice_pitch};
}

}  // namespace

ExplainedTexture texture_from(const texelscope_texture_descriptor& descriptor, unsigned& num_levels) {
  ExplainedTexture texture{.array = array_of(descriptor), .descriptor = settings_of(descriptor), .levels = {}};
  num_levels = std::max(1U, descriptor.num_levels);
  texture.resource = num_levels > 1 || descriptor.is_mipmapped != 0 ? ResourceKind::mipmapped_array
                     : descriptor.shape == TEXELSCOPE_LINEAR_MEMORY ? ResourceKind::linear
                                                                    : ResourceKind::array;
  if (descriptor.shape == TEXELSCOPE_LINEAR_MEMORY && texture.resource != ResourceKind::linear) {
    throw InvalidArgument("linear memory has one level: leave num_levels and is_mipmapped 0");
  }
  const ResourceFacts facts{texture.resource, texture.array, num_levels};
  if (const std::string refusal = refusal_of(texture.array, texture.resource, num_levels); !refusal.empty()) {
    throw InvalidArgument(fmt::format("{}: {}", to_string(facts), refusal));
  }
  if (const std::string refusal = texture_refusal(facts, texture.descriptor); !refusal.empty()) {
    throw InvalidArgument(fmt::format("{}: {}", to_string(facts), refusal));
  }
  return texture;
}

cpu::TexelView view_of(const ExplainedTexture& texture, const texelscope_level* levels, unsigned num_levels) {
  const ArrayDescriptor& array = texture.array;
  cpu::TexelView view{.format = array.format,
                      .num_channels = array.num_channels,
                      .encoding = array.encoding,
                      .levels = {},
                      .kind = array.kind,
                      .num_slices = array.num_slices(),
                      .is_mipmapped = texture.resource == ResourceKind::mipmapped_array || array.is_texture_gather,
                      .is_linear = texture.resource == ResourceKind::linear};
  for (unsigned index = 0; index < num_levels; ++index) {
    view.levels.push_back(level_of(level_descriptor(array, index), levels[index], index));
  }
  return view;
}

}  // namespace texelscope::gpu::texture_unit_library
