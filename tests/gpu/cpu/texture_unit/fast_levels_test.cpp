#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/conformance/draw.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "gpu/cpu/texture_unit/fetch_functions.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "tests/gpu/cpu/texture_unit/instruction_sets.h"
#include "tests/gpu/cpu/texture_unit/texture_cases.h"
#include "texelscope/gpu/mipmapped_array.h"

/// Compares the fast functions for levels, layers, cube maps, gradients and anisotropy with the general functions.
namespace texelscope::tests {
namespace {

using gpu::AddressMode;
using gpu::ArrayKind;
using gpu::DataType;
using gpu::Extent;
using gpu::FilterMode;
using gpu::ReadMode;
using kernels::TextureFetch;
using kernels::TextureOperation;

struct LevelCase {
  DataType format = DataType::uint8;
  int num_channels = 4;
  ArrayKind kind = ArrayKind::plain;
  Extent extent;
  std::uint64_t num_slices = 1;
  unsigned num_levels = 1;
  gpu::TextureDescriptor descriptor;
  std::vector<std::vector<std::byte>> levels;

  [[nodiscard]] bool is_cube_map() const { return kind == ArrayKind::cube_map || kind == ArrayKind::layered_cube_map; }
  [[nodiscard]] gpu::cpu::TexelView view() const {
    gpu::cpu::TexelView view{.format = format,
                             .num_channels = num_channels,
                             .levels = {},
                             .kind = kind,
                             .num_slices = num_slices,
                             .is_mipmapped = num_levels > 1};
    const std::size_t texel = size_bytes(format) * static_cast<std::size_t>(num_channels);
    for (unsigned level = 0; level < num_levels; ++level) {
      const Extent size = gpu::level_descriptor({.shape = extent}, level).shape;
      view.levels.push_back({levels[level].data(), size, texel * size.width(), texel * size.width() * size.height()});
    }
    return view;
  }
};

void draw_levels(LevelCase& drawn, app::TexelValues values, Random& random) {
  drawn.levels.clear();
  for (unsigned level = 0; level < drawn.num_levels; ++level) {
    const Extent size = gpu::level_descriptor({.shape = drawn.extent}, level).shape;
    drawn.levels.push_back(app::draw_texels(
        drawn.format, size.volume() * drawn.num_slices * static_cast<std::size_t>(drawn.num_channels), values, random));
  }
}

LevelCase draw_case(DataType format, bool is_srgb, ArrayKind kind, int rank, Random& random) {
  static constexpr std::uint64_t sizes[] = {1, 2, 3, 5, 8, 16, 31, 64};
  static constexpr int channels[] = {1, 2, 4};
  static constexpr unsigned maxima[] = {1, 1, 2, 4, 9, 16};
  const auto size = [&] { return random.pick(sizes); };
  LevelCase drawn;
  drawn.format = format;
  drawn.num_channels = is_srgb ? 4 : random.pick(channels);
  drawn.kind = kind;
  const std::uint64_t width = size();
  drawn.extent = rank == 1             ? Extent(width)
                 : drawn.is_cube_map() ? Extent(width, width)
                 : rank == 2           ? Extent(width, size())
                                       : Extent(width, size(), size());
  drawn.num_slices = kind == ArrayKind::plain      ? 1
                     : kind == ArrayKind::layered  ? 3
                     : kind == ArrayKind::cube_map ? 6
                                                   : 12;
  drawn.num_levels = 1 + random.below(gpu::full_level_count(drawn.extent));
  gpu::TextureDescriptor& descriptor = drawn.descriptor;
  const auto mode = [&] { return static_cast<AddressMode>(random.below(4)); };
  const AddressMode first = mode();
  descriptor.address_mode = {first, random.is_one_in(2) ? first : mode(), random.is_one_in(2) ? first : mode()};
  descriptor.filter_mode = FilterMode::linear;
  descriptor.mipmap_filter_mode = random.is_one_in(3) ? FilterMode::point : FilterMode::linear;
  descriptor.read_mode = is_floating_point(format) ? ReadMode::element : ReadMode::normalized_float;
  descriptor.srgb = is_srgb;
  descriptor.normalized_coords = drawn.num_levels > 1 || drawn.is_cube_map() || !random.is_one_in(4);
  descriptor.seamless_cubemap = random.is_one_in(2);
  descriptor.max_anisotropy = random.pick(maxima);
  descriptor.disable_trilinear_optimization = random.is_one_in(2);
  descriptor.max_mipmap_level_clamp = static_cast<float>(drawn.num_levels);
  descriptor.mipmap_level_bias = random.is_one_in(4) ? static_cast<float>(random.unit() * 4 - 2) : 0;
  for (float& channel : descriptor.border_color) {
    channel = app::draw_border(random);
  }
  return drawn;
}

TextureFetch draw_fetch(const LevelCase& drawn, Random& random) {
  const bool is_normalized = drawn.descriptor.normalized_coords;
  const auto extent = [&](int axis) { return axis < drawn.extent.rank() ? drawn.extent[axis] : 1; };
  TextureFetch fetch;
  static constexpr TextureOperation operations[] = {
      TextureOperation::sample,           TextureOperation::sample_level,     TextureOperation::sample_level,
      TextureOperation::sample_gradients, TextureOperation::sample_gradients, TextureOperation::gather};
  fetch.operation = random.pick(operations);
  if (fetch.operation == TextureOperation::gather && (drawn.extent.rank() != 2 || drawn.kind != ArrayKind::plain)) {
    fetch.operation = TextureOperation::sample;
  }
  // Half of the coordinates are inside.
  const bool is_inside = random.is_one_in(2);
  const auto coordinate = [&](int axis) {
    return is_inside ? static_cast<float>(random.unit() * (is_normalized ? 1 : static_cast<double>(extent(axis))))
                     : app::draw_coordinate(extent(axis), is_normalized, random);
  };
  fetch.x = coordinate(0);
  fetch.y = coordinate(1);
  fetch.z = coordinate(2);
  if (drawn.is_cube_map()) {
    const app::Direction direction = app::draw_direction(drawn.extent.width(), random);
    fetch.x = direction.x;
    fetch.y = direction.y;
    fetch.z = direction.z;
  }
  fetch.layer = app::draw_number(drawn.num_slices, random);
  fetch.level = app::draw_level(drawn.num_levels, random);
  fetch.component = static_cast<int>(random.below(4));
  for (int axis = 0; axis < 3; ++axis) {
    fetch.dx[axis] = app::draw_derivative(extent(axis), is_normalized, 5, random);
    fetch.dy[axis] = app::draw_derivative(extent(axis), is_normalized, 5, random);
  }
  return fetch;
}

/// Returns whether there are fast functions.
bool expect_same(const LevelCase& drawn, Random& random) {
  const bool is_single = drawn.kind == ArrayKind::plain && drawn.num_levels == 1;
  const auto general =
      gpu::cpu::texture_unit::general_fetch(drawn.descriptor, drawn.format, drawn.extent.rank(), is_single);
  const auto unit = gpu::cpu::make_texture(drawn.view(), drawn.descriptor);
  for (int k = 0; k < 400; ++k) {
    const TextureFetch fetch = draw_fetch(drawn, random);
    const auto bits = [](const kernels::Float4& texel) {
      return canonical(std::bit_cast<FetchedBits>(texel), ResultKind::floats);
    };
    const auto expect_equal = [&](const kernels::Float4& expected, const kernels::Float4& actual) {
      EXPECT_EQ(bits(expected), bits(actual)) << fmt::format(
          "{}{} x{} {} kind {} operation {} at ({:a}, {:a}, {:a}), layer {}, level {:a}, dx ({:a}, {:a}, {:a}), dy "
          "({:a}, "
          "{:a}, {:a}), anisotropy {}: expected {:08x}, got {:08x}",
          to_string(drawn.format), drawn.descriptor.srgb ? " sRGB" : "", drawn.num_channels, to_string(drawn.extent),
          static_cast<int>(drawn.kind), static_cast<int>(fetch.operation), fetch.x, fetch.y, fetch.z, fetch.layer,
          fetch.level, fetch.dx[0], fetch.dx[1], fetch.dx[2], fetch.dy[0], fetch.dy[1], fetch.dy[2],
          drawn.descriptor.max_anisotropy, fmt::join(bits(expected), " "), fmt::join(bits(actual), " "));
    };
    expect_equal(general.fetch_float(*unit, fetch), unit->fetch_float(*unit, fetch));
    expect_equal(general.sample_float(*unit, fetch.x, fetch.y, fetch.z),
                 unit->sample_float(*unit, fetch.x, fetch.y, fetch.z));
    if (testing::Test::HasFailure()) {
      break;
    }
  }
  return unit->fetch_float != general.fetch_float;
}

class FastLevels : public InstructionSetTest {};
TEXELSCOPE_INSTANTIATE_FOR_INSTRUCTION_SETS(FastLevels);

TEST_P(FastLevels, MatchTheGeneralFunctionsForEveryFormatAndKind) {
  struct Shape {
    ArrayKind kind;
    int rank;
  };
  static constexpr Shape shapes[] = {{ArrayKind::plain, 1},           {ArrayKind::plain, 2},   {ArrayKind::plain, 3},
                                     {ArrayKind::layered, 1},         {ArrayKind::layered, 2}, {ArrayKind::cube_map, 2},
                                     {ArrayKind::layered_cube_map, 2}};
  Random random{31};
  int fast = 0;
  const auto compare = [&](DataType format, bool is_srgb) {
    for (const auto& [kind, rank] : shapes) {
      for (int choice = 0; choice < 12; ++choice) {
        LevelCase drawn = draw_case(format, is_srgb, kind, rank, random);
        draw_levels(drawn, static_cast<app::TexelValues>(choice % 3), random);
        fast += expect_same(drawn, random) ? 1 : 0;
        if (HasFailure()) {
          return;
        }
      }
    }
  };
  for (const DataType format :
       {DataType::uint8, DataType::int8, DataType::uint16, DataType::int16, DataType::float16, DataType::float32}) {
    compare(format, false);
  }
  compare(DataType::uint8, true);
  // All except 1D arrays with a border above and below.
  EXPECT_GE(fast, 540);
}

}  // namespace
}  // namespace texelscope::tests
