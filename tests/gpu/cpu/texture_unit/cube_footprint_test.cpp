#include "gpu/cpu/texture_unit/cube_footprint.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "gpu/cpu/texture_unit/make_texture.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// The weights of a sample on face +x of a seamless cube map of 2 × 2 texels.
std::vector<int> weights(std::int64_t x, std::int64_t y, int weight) {
  const std::vector<std::byte> texels(6 * 2 * 2);
  TextureDescriptor descriptor;
  descriptor.filter_mode = FilterMode::linear;
  descriptor.read_mode = ReadMode::normalized_float;
  descriptor.normalized_coords = true;
  descriptor.seamless_cubemap = true;
  const TexturePointer texture = make_texture({.num_channels = 1,
                                               .levels = {{texels.data(), Extent(2, 2), 2, 4}},
                                               .kind = ArrayKind::cube_map,
                                               .num_slices = 6},
                                              descriptor);
  const auto& bound = static_cast<const BoundTexture&>(*texture);
  Slice slice;
  add_face_sample(slice, bound, bound, {.first_face = 0, .face = 0, .x = x, .y = y}, weight);
  std::vector<int> found;
  for (int k = 0; k < slice.count; ++k) {
    found.push_back(slice.taps[static_cast<std::size_t>(k)].weight);
  }
  return found;
}

// From the recordings: 56 at (−2.125, 0.09375) is 51 + 5, not 6 + 44 + 1 + 5.
TEST(CubeFootprint, MovesSamplesBeyondTheNeighboringFaceToItsLastTexels) {
  EXPECT_EQ(weights(-544, 24, 56), (std::vector{51, 5}));
  EXPECT_EQ(weights(24, 6 * 256 + 32, 56), (std::vector{51, 5}));
  // Within the neighbor, all four texels differ.
  EXPECT_EQ(weights(-2 * 256 + 224, 24, 56), (std::vector{6, 44, 1, 5}));
  EXPECT_EQ(weights(3 * 256 - 32, 24, 56), (std::vector{6, 44, 1, 5}));
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
