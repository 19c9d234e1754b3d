#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/driver/array_rules.h"
#include "gpu/layout/checked_size.h"
#include "gpu/layout/name_at.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu {
namespace {

std::string kind_text(const ArrayDescriptor& descriptor) {
  switch (descriptor.kind) {
    case ArrayKind::plain:
      return "";
    case ArrayKind::layered:
      return fmt::format(" of {} layer{}", descriptor.num_layers, descriptor.num_layers == 1 ? "" : "s");
    case ArrayKind::cube_map:
      return " cube map";
    case ArrayKind::layered_cube_map:
      return fmt::format(" of {} cube map{}", descriptor.num_layers, descriptor.num_layers == 1 ? "" : "s");
  }
  return " of unknown kind";
}

}  // namespace

std::size_t ArrayDescriptor::size_bytes() const {
  // In nv12, 4 texels share 2 bytes of chroma.
  const std::uint64_t chroma = encoding == TexelEncoding::nv12 ? shape.volume() / 2 : 0;
  const auto of_elements = checked_multiply(element_extent().volume(), element_size() * (is_cube_map() ? 6 : 1));
  const auto of_slice = of_elements && *of_elements <= std::numeric_limits<std::uint64_t>::max() - chroma
                            ? std::optional{*of_elements + chroma}
                            : std::nullopt;
  const auto bytes = of_slice ? checked_multiply(*of_slice, num_layers) : std::nullopt;
  if (!bytes) {
    throw InvalidArgument(
        fmt::format("the size of array {} in bytes overflows 64 bits: use a smaller extent", to_string(*this)));
  }
  return *bytes;
}

std::string texel_text(DataType format, int num_channels, TexelEncoding encoding) {
  if (encoding > TexelEncoding::normalized) {
    return std::string(to_string(encoding));
  }
  return fmt::format("{}x{}{}", to_string(format), num_channels,
                     encoding == TexelEncoding::normalized ? " normalized" : "");
}

std::string to_string(const ArrayDescriptor& descriptor) {
  return fmt::format("{} {}{}{}{}", to_string(descriptor.shape),
                     texel_text(descriptor.format, descriptor.num_channels, descriptor.encoding), kind_text(descriptor),
                     descriptor.is_surface_load_store ? " surface" : "", descriptor.is_texture_gather ? " gather" : "");
}

ArrayDescriptor encoded_array(const Extent& shape, TexelEncoding encoding) noexcept {
  ArrayDescriptor descriptor{shape, channel_type(encoding), channel_count(encoding)};
  descriptor.encoding = encoding;
  return descriptor;
}

unsigned full_level_count(const Extent& shape) noexcept {
  return static_cast<unsigned>(std::bit_width(std::max({shape.width(), shape.height(), shape.depth()})));
}

ArrayDescriptor level_descriptor(const ArrayDescriptor& base, unsigned level) noexcept {
  const auto shrunk = [&](int axis) {
    return level < 64 ? std::max<std::uint64_t>(1, base.shape[axis] >> level) : std::uint64_t{1};
  };
  ArrayDescriptor result = base;
  result.shape = base.shape.rank() == 1   ? Extent(shrunk(0))
                 : base.shape.rank() == 2 ? Extent(shrunk(0), shrunk(1))
                                          : Extent(shrunk(0), shrunk(1), shrunk(2));
  return result;
}

std::string_view to_string(ResourceKind kind) noexcept {
  constexpr std::array<std::string_view, 4> names{"array", "mipmapped array", "linear memory", "pitched memory"};
  return name_at(names, kind);
}

std::string to_string(const ResourceFacts& facts) {
  const bool is_memory = facts.kind == ResourceKind::linear || facts.kind == ResourceKind::pitch_2d;
  return fmt::format("{} {}{}{}", to_string(facts.kind), is_memory ? "of " : "", to_string(facts.texels),
                     facts.kind == ResourceKind::mipmapped_array
                         ? fmt::format(" with {} level{}", facts.num_levels, facts.num_levels == 1 ? "" : "s")
                         : "");
}

}  // namespace texelscope::gpu
