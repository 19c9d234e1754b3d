#include "gpu/cpu/texture_unit/make_texture.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "fmt/core.h"
#include "gpu/cpu/texture_unit/anisotropy.h"
#include "gpu/cpu/texture_unit/border_color.h"
#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/fetch_functions.h"
#include "texelscope/gpu/block_decoder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cpu {
namespace {

using kernels::HostTexture;
using texture_unit::BoundLevel;
using texture_unit::BoundTexture;
using texture_unit::FetchFunctions;

void check(const TexelView& view, bool is_supported, const TextureDescriptor& descriptor) {
  const bool is_counted = is_block_compressed(view.encoding)
                              ? view.num_channels == channel_count(view.encoding)
                              : view.num_channels == 1 || view.num_channels == 2 || view.num_channels == 4;
  if (!is_counted || view.encoding > TexelEncoding::bc7_unorm_srgb) {
    throw InvalidArgument(fmt::format("cpu: unsupported texture with {} channels: use 1, 2 or 4", view.num_channels));
  }
  const Extent& extent = view.levels.at(0).extent;
  // The index of an element is used directly: no fixed-point position limits it.
  const std::uint64_t limit =
      view.is_linear ? max_linear_elements : static_cast<std::uint64_t>(texture_unit::largest_extent);
  for (int axis = 0; axis < extent.rank(); ++axis) {
    if (extent[axis] < 1 || extent[axis] > limit) {
      throw InvalidArgument(
          fmt::format("cpu: unsupported texture of {} texels: each extent must be 1 – {}", to_string(extent), limit));
    }
  }
  if (!is_supported) {
    throw InvalidArgument(
        fmt::format("cpu: {} texels cannot be read as {} with {} filtering{}: linear filtering requires float "
                    "results, 32-bit integers have no normalized reads, and sRGB requires uint8 read as normalized "
                    "floats",
                    to_string(view.format), to_string(descriptor.read_mode), to_string(descriptor.filter_mode),
                    descriptor.srgb ? " and sRGB" : ""));
  }
}

template <class Vector>
Vector sample_nothing(const HostTexture& /*texture*/, float /*x*/, float /*y*/, float /*z*/) {
  return {};
}
template <class Vector>
Vector fetch_nothing(const HostTexture& /*texture*/, const kernels::TextureFetch& /*fetch*/) {
  return {};
}

/// In a 1D texture, addressing y matters only for the border mode, and not for layers. Seamless filtering ignores
/// address modes: positions then stay unchanged, even outside a face.
AddressMode mode_of(const TexelView& view, const TextureDescriptor& descriptor, int axis) {
  if (view.kind == ArrayKind::cube_map || view.kind == ArrayKind::layered_cube_map) {
    return descriptor.seamless_cubemap ? AddressMode::border : descriptor.address_mode[axis];
  }
  const AddressMode mode = descriptor.address_mode[axis];
  const bool has_row = axis < view.levels[0].extent.rank();
  return has_row || (mode == AddressMode::border && view.kind == ArrayKind::plain) ? mode : AddressMode::clamp;
}

BoundLevel bind_level(const TexelView& view, const TexelLevel& level, const TextureDescriptor& descriptor) {
  std::int64_t largest = 1;
  for (int axis = 0; axis < level.extent.rank(); ++axis) {
    largest = std::max(largest, static_cast<std::int64_t>(level.extent[axis]));
  }
  const int bits = texture_unit::fraction_bits(largest, view.is_mipmapped);
  BoundLevel bound;
  for (int axis = 0; axis < 3; ++axis) {
    bound.axes[static_cast<std::size_t>(axis)] =
        texture_unit::make_axis(static_cast<std::int64_t>(level.extent[axis]), mode_of(view, descriptor, axis),
                                descriptor.normalized_coords, bits);
  }
  bound.texels = level.texels;
  bound.row_pitch_bytes = static_cast<std::int64_t>(level.row_pitch_bytes);
  bound.slice_pitch_bytes = static_cast<std::int64_t>(level.slice_pitch_bytes);
  return bound;
}

void set_functions(BoundTexture& texture, const FetchFunctions& functions) {
  const auto either = [](auto function, auto nothing) { return function != nullptr ? function : nothing; };
  texture.sample_float = either(functions.sample_float, sample_nothing<kernels::Float4>);
  texture.sample_int = either(functions.sample_int, sample_nothing<kernels::Int4>);
  texture.sample_uint = either(functions.sample_uint, sample_nothing<kernels::Uint4>);
  texture.fetch_float = either(functions.fetch_float, fetch_nothing<kernels::Float4>);
  texture.fetch_int = either(functions.fetch_int, fetch_nothing<kernels::Int4>);
  texture.fetch_uint = either(functions.fetch_uint, fetch_nothing<kernels::Uint4>);
}

}  // namespace

TexturePointer make_texture(const TexelView& view, const TextureDescriptor& descriptor) {
  if (view.levels.empty()) {
    throw InvalidArgument("cpu: unsupported texture with 0 levels: use at least 1");
  }
  const int rank = view.levels[0].extent.rank();
  // The filter between levels does not count for an array without levels.
  const bool filters_levels = view.is_mipmapped && descriptor.mipmap_filter_mode == FilterMode::linear;
  // The functions for single textures read a texel without the filter's arithmetic, which a filter between levels
  // applies even if there is only one.
  const bool is_single = view.kind == ArrayKind::plain && view.levels.size() == 1 &&
                         (descriptor.filter_mode == FilterMode::linear || !filters_levels);
  const bool is_compressed = is_block_compressed(view.encoding);
  const DataType format = is_compressed ? decoded_type(view.encoding) : view.format;
  const FetchFunctions functions = texture_unit::general_fetch(descriptor, format, rank, is_single);
  check(view, functions.fetch_float != nullptr || functions.fetch_int != nullptr || functions.fetch_uint != nullptr,
        descriptor);

  auto texture = std::make_unique<BoundTexture>();
  set_functions(*texture, functions);
  static_cast<BoundLevel&>(*texture) = bind_level(view, view.levels[0], descriptor);
  for (const TexelLevel& level : std::span{view.levels}.subspan(1)) {
    texture->smaller_levels.push_back(bind_level(view, level, descriptor));
  }
  texture->level_range = {.bias = texture_unit::fixed_bias(descriptor.mipmap_level_bias),
                          .smallest = texture_unit::fixed_level(descriptor.min_mipmap_level_clamp),
                          .largest = texture_unit::fixed_level(descriptor.max_mipmap_level_clamp),
                          .last = static_cast<int>(view.levels.size()) - 1,
                          .is_linear = descriptor.mipmap_filter_mode == FilterMode::linear};
  texture->kind = view.kind;
  texture->rank = rank;
  texture->is_filtered = descriptor.filter_mode == FilterMode::linear || filters_levels;
  texture->is_linear_filter = descriptor.filter_mode == FilterMode::linear;
  texture->max_anisotropy = texture_unit::effective_anisotropy(descriptor.max_anisotropy);
  texture->is_trilinear_optimized = texture->max_anisotropy > 1 && !descriptor.disable_trilinear_optimization;
  texture->sharpened_bias = texture_unit::sharpened_bias(descriptor.mipmap_level_bias, texture->max_anisotropy);
  texture->is_seamless = descriptor.seamless_cubemap;
  texture->num_slices = static_cast<std::int64_t>(view.num_slices);
  texture->texel_bytes = static_cast<std::int64_t>(size_bytes(format)) * view.num_channels;
  texture->num_channels = view.num_channels;
  texture->encoding = view.encoding;
  texture->is_compressed = is_compressed;
  texture->border_texel = texture_unit::border_texel(descriptor, format);
  if (!is_compressed) {
    texture_unit::use_fast_fetch(*texture, descriptor, format, is_single);
  }
  return {texture.release(), [](HostTexture* made) { delete static_cast<BoundTexture*>(made); }};
}

}  // namespace texelscope::gpu::cpu
