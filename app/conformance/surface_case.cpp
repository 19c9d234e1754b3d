#include "app/conformance/surface_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/conformance/draw.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

using gpu::ArrayKind;
using gpu::Extent;
using kernels::SurfaceAccess;
using kernels::SurfaceShape;
using kernels::TextureShape;

// A coordinate beyond the widest array; 16 times as many bytes still fit in an int.
constexpr std::int32_t far_outside = 1 << 26;

gpu::ArrayDescriptor draw_surface_array(const ConformanceClass& made, Random& random) {
  static constexpr std::uint64_t long_sizes[] = {1, 2, 3, 7, 8, 31, 100, 1000};
  static constexpr std::uint64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31};
  static constexpr int channels[] = {1, 2, 4};
  gpu::ArrayDescriptor array;
  array.format = made.reading.formats.front();
  array.num_channels = random.pick(channels);
  array.is_surface_load_store = true;
  const std::uint64_t width = random.pick(sizes);
  const std::uint64_t height = random.pick(sizes);
  const std::uint64_t depth = random.pick(sizes);
  switch (made.shape) {
    case TextureShape::texture_1d:
    case TextureShape::layered_1d:
      array.shape = Extent(random.pick(long_sizes));
      break;
    case TextureShape::texture_3d:
      array.shape = Extent(width, height, depth);
      break;
    case TextureShape::cube_map:
    case TextureShape::layered_cube_map:
      array.shape = Extent(width, width);
      break;
    default:
      array.shape = Extent(width, height);
  }
  if (is_layered(made.shape)) {
    array.num_layers = 1 + random.below(4);
    array.kind = made.shape == TextureShape::layered_cube_map ? ArrayKind::layered_cube_map : ArrayKind::layered;
  } else if (made.shape == TextureShape::cube_map) {
    array.kind = ArrayKind::cube_map;
  }
  return array;
}

/// Slices of a 3D surface, layers or faces.
std::uint64_t depth_of(const gpu::ArrayDescriptor& array) {
  return array.kind == ArrayKind::plain ? array.shape.depth() : array.num_slices();
}

/// The index of the texel that a write with boundary mode clamp modifies.
std::uint64_t clamped(const SurfaceAccess& access, const gpu::ArrayDescriptor& array) {
  const auto clamp = [](std::int64_t at, std::uint64_t extent) {
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(extent) - 1));
  };
  const std::uint64_t x = clamp(access.x_bytes / static_cast<std::int64_t>(array.element_size()), array.shape.width());
  const std::uint64_t y = clamp(access.y, array.shape.height());
  // Only the low 16 bits of a layer or face are used.
  const std::int64_t z = array.kind == gpu::ArrayKind::plain ? access.z : access.z & 0xFFFF;
  return (clamp(z, depth_of(array)) * array.shape.height() + y) * array.shape.width() + x;
}

/// Sorts writes to the same texel next to each other.
void put_in_turn(std::vector<SurfaceWrite>& writes, const gpu::ArrayDescriptor& array) {
  const auto texel = [&](const SurfaceWrite& write) { return clamped(write.at, array); };
  std::ranges::stable_sort(writes, {}, texel);
  for (auto first = writes.begin(); first != writes.end();) {
    const auto end = std::ranges::find_if(first, writes.end(),
                                          [&](const SurfaceWrite& write) { return texel(write) != texel(*first); });
    first->num_in_turn = static_cast<std::int32_t>(end - first);
    first = end;
  }
}

SurfaceShape surface_shape(TextureShape shape) {
  static_assert(static_cast<int>(SurfaceShape::layered_cube_map) == static_cast<int>(TextureShape::layered_cube_map));
  return static_cast<SurfaceShape>(shape);
}

SurfaceAccess draw_access(TextureShape shape, const gpu::ArrayDescriptor& array, Random& random) {
  SurfaceAccess access;
  access.shape = surface_shape(shape);
  const auto draw = [&](std::uint64_t extent) {
    return random.is_one_in(4) ? draw_number(extent, random) : random.between(0, static_cast<int>(extent) - 1);
  };
  access.x_bytes = std::clamp(draw(array.shape.width()), -far_outside, far_outside) *
                   static_cast<std::int32_t>(array.element_size());
  access.y = array.shape.rank() > 1 ? draw(array.shape.height()) : 0;
  access.z = array.shape.rank() == 3 || array.kind != ArrayKind::plain ? draw(depth_of(array)) : 0;
  return access;
}

}  // namespace

SurfaceCase draw_surface_case(const ConformanceClass& made, std::size_t count, Random& random) {
  SurfaceCase work;
  work.array = draw_surface_array(made, random);
  work.boundary = made.boundary;
  work.texels = draw_texels(work.array.format, work.array.size_bytes() / size_bytes(work.array.format),
                            TexelValues::special, random);
  work.writes.resize(count / 2);
  for (SurfaceWrite& write : work.writes) {
    write.at = draw_access(made.shape, work.array, random);
    for (std::uint32_t& word : write.value) {
      word = random.bits();
    }
  }
  put_in_turn(work.writes, work.array);
  work.reads.resize(count - work.writes.size());
  for (SurfaceAccess& read : work.reads) {
    read = draw_access(made.shape, work.array, random);
  }
  return work;
}

std::string describe_result(const SurfaceCase& work, std::size_t index) {
  const std::string surface =
      fmt::format("surface of {}, boundary mode {}", to_string(work.array), to_string(work.boundary));
  if (index >= work.reads.size()) {
    return fmt::format("{}; fingerprint of its memory after {} writes", surface, work.writes.size());
  }
  const SurfaceAccess& read = work.reads[index];
  return fmt::format("{}; read at ({} bytes, {}, {}) after {} writes", surface, read.x_bytes, read.y, read.z,
                     work.writes.size());
}

}  // namespace texelscope::app
