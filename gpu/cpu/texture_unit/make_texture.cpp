#include "gpu/cpu/texture_unit/make_texture.h"

#include <algorithm>

#include "fmt/core.h"
#include "gpu/cpu/texture_unit/border_color.h"
#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/fetch_functions.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cpu {
namespace {

using kernels::Float4;
using kernels::HostTexture;
using kernels::Int4;
using kernels::TextureFetch;
using kernels::Uint4;
using texture_unit::Axis;
using texture_unit::BoundTexture;
using texture_unit::FetchFunctions;

void check(const TexelView& view, bool is_supported, const TextureDescriptor& descriptor) {
  if (view.num_channels != 1 && view.num_channels != 2 && view.num_channels != 4) {
    throw InvalidArgument(fmt::format("cpu: a texture of {} channels: textures have 1, 2 or 4", view.num_channels));
  }
  const Extent& extent = view.levels.at(0).extent;
  for (int axis = 0; axis < extent.rank(); ++axis) {
    if (extent[axis] < 1 || extent[axis] > static_cast<std::uint64_t>(texture_unit::largest_extent)) {
      throw InvalidArgument(fmt::format("cpu: a texture of {} texels: each extent must be 1 – {}", to_string(extent),
                                        texture_unit::largest_extent));
    }
  }
  if (!is_supported) {
    throw InvalidArgument(
        fmt::format("cpu: {} texels cannot be read as {} with {} filtering{}: linear filtering needs float results, "
                    "32-bit integers "
                    "have no normalised reading, sRGB is for uint8 read as normalised floats",
                    to_string(view.format), to_string(descriptor.read_mode), to_string(descriptor.filter_mode),
                    descriptor.srgb ? " and sRGB" : ""));
  }
}

Float4 fetch_float(const HostTexture& texture, const TextureFetch& at) {
  return texture.sample_float(texture, at.x, at.y, at.z);
}
Int4 fetch_int(const HostTexture& texture, const TextureFetch& at) {
  return texture.sample_int(texture, at.x, at.y, at.z);
}
Uint4 fetch_uint(const HostTexture& texture, const TextureFetch& at) {
  return texture.sample_uint(texture, at.x, at.y, at.z);
}

template <class Vector>
Vector read_nothing(const HostTexture& /*texture*/, float /*x*/, float /*y*/, float /*z*/) {
  return {};
}

std::array<Axis, 3> make_axes(const TexelLevel& view, const TextureDescriptor& descriptor) {
  std::int64_t largest = 1;
  for (int axis = 0; axis < view.extent.rank(); ++axis) {
    largest = std::max(largest, static_cast<std::int64_t>(view.extent[axis]));
  }
  const int bits = texture_unit::fraction_bits(largest);
  std::array<Axis, 3> axes;
  for (int axis = 0; axis < 3; ++axis) {
    AddressMode mode = descriptor.address_mode[axis];
    // Of the row that a 1D texture does not have, only the border differs from the row that it has.
    if (axis >= view.extent.rank() && mode != AddressMode::border) {
      mode = AddressMode::clamp;
    }
    axes[static_cast<std::size_t>(axis)] =
        texture_unit::make_axis(static_cast<std::int64_t>(view.extent[axis]), mode, descriptor.normalized_coords, bits);
  }
  return axes;
}

}  // namespace

TexturePointer make_texture(const TexelView& texels, const TextureDescriptor& descriptor) {
  const TexelLevel& base = texels.levels.at(0);
  const int rank = base.extent.rank();
  const FetchFunctions functions = texture_unit::general_fetch(descriptor, texels.format, rank);
  check(texels,
        functions.sample_float != nullptr || functions.sample_int != nullptr || functions.sample_uint != nullptr,
        descriptor);

  auto texture = std::make_unique<BoundTexture>();
  texture->sample_float = functions.sample_float != nullptr ? functions.sample_float : read_nothing<kernels::Float4>;
  texture->sample_int = functions.sample_int != nullptr ? functions.sample_int : read_nothing<kernels::Int4>;
  texture->sample_uint = functions.sample_uint != nullptr ? functions.sample_uint : read_nothing<kernels::Uint4>;
  if (const auto fast = texture_unit::fast_fetch(descriptor, texels.format, texels.num_channels, rank)) {
    texture->sample_float = fast;
  }
  texture->fetch_float = fetch_float;
  texture->fetch_int = fetch_int;
  texture->fetch_uint = fetch_uint;
  texture->texels = base.texels;
  texture->axes = make_axes(base, descriptor);
  texture->texel_bytes = static_cast<std::int64_t>(size_bytes(texels.format)) * texels.num_channels;
  texture->row_pitch_bytes = static_cast<std::int64_t>(base.row_pitch_bytes);
  texture->slice_pitch_bytes = static_cast<std::int64_t>(base.slice_pitch_bytes);
  texture->num_channels = texels.num_channels;
  texture->border_texel = texture_unit::border_texel(descriptor, texels.format);
  return {texture.release(), [](HostTexture* made) { delete static_cast<BoundTexture*>(made); }};
}

}  // namespace texelscope::gpu::cpu
