#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::gpu {
namespace {

constexpr int probe_count = 6;

struct Probes {
  int elements[probe_count];
};

/// Writes a distinct number to each probe that is within the texture.
struct WriteProbes {
  std::uint8_t* texels;
  Probes probes;
  std::int64_t count;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const int element = probes.elements[at.x];
    if (element >= 0 && element < count) {
      texels[element] = static_cast<std::uint8_t>(at.x + 1);
    }
  }
};

struct FetchProbes {
  kernels::Texture texture;
  Probes probes;
  std::uint32_t* results;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    results[at.x] = texture.fetch_1d<kernels::Uint4>(probes.elements[at.x]).x;
  }
};

class LinearTextureOnEach : public tests::DeviceTest {};

TEST_P(LinearTextureOnEach, OfTheMaximumWidthReturnsItsLastElement) {
  const std::uint64_t width = device().properties().max_texture_1d_linear[0];
  ASSERT_LE(width, std::uint64_t{1} << 28U) << "this test allocates one byte per element";
  const Buffer texels = device().allocate(width, stream());
  const Buffer results = device().allocate(probe_count * sizeof(std::uint32_t), stream());
  const int last = static_cast<int>(width - 1);
  // Reads beyond either end return zeros.
  const Probes probes{{0, (1 << 22) - 1, 1 << 22, last, last + 1, -1}};
  kernels::launch(
      stream(), {probe_count},
      WriteProbes{reinterpret_cast<std::uint8_t*>(texels.handle().value), probes, static_cast<std::int64_t>(width)});
  const TextureObject texture =
      TextureObject::from_resource(ResourceDescriptor::from_linear(texels, DataType::uint8, 1), {});
  kernels::launch(stream(), {probe_count},
                  FetchProbes{kernels::Texture(texture.handle()), probes,
                              reinterpret_cast<std::uint32_t*>(results.handle().value)});
  std::array<std::uint32_t, probe_count> seen{};
  results.copy_to(std::as_writable_bytes(std::span(seen)), stream());
  stream().synchronize();
  EXPECT_EQ(seen, (std::array<std::uint32_t, probe_count>{1, 2, 3, 4, 0, 0}));
}

TEST_P(LinearTextureOnEach, ReadsZerosBesideItselfInALargerBuffer) {
  // A texture of 4 elements in the middle of nonzero bytes.
  const std::size_t first = device().properties().texture_alignment;
  const std::vector<std::byte> bytes(3 * first, std::byte{9});
  const Buffer texels = device().allocate(bytes.size(), stream());
  texels.copy_from(bytes, stream());
  const Buffer results = device().allocate(probe_count * sizeof(std::uint32_t), stream());
  const TextureObject texture =
      TextureObject::from_resource(ResourceDescriptor::from_linear(texels, DataType::uint8, 1, first, 4), {});
  kernels::launch(stream(), {probe_count},
                  FetchProbes{kernels::Texture(texture.handle()),
                              {{-2, -1, 0, 3, 4, 5}},
                              reinterpret_cast<std::uint32_t*>(results.handle().value)});
  std::array<std::uint32_t, probe_count> seen{};
  results.copy_to(std::as_writable_bytes(std::span(seen)), stream());
  stream().synchronize();
  EXPECT_EQ(seen, (std::array<std::uint32_t, probe_count>{0, 0, 9, 9, 0, 0}));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LinearTextureOnEach);

struct FetchEach {
  kernels::Texture texture;
  const kernels::TextureFetch* fetches;
  float* results;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    results[at.x] = texture.fetch<kernels::Float4>(fetches[at.x]).x;
  }
};

/// Textures of one float32 channel, read at exactly chosen places.
class TextureFetchOnEach : public tests::DeviceTest {
 protected:
  [[nodiscard]] std::vector<float> fetch(const TextureObject& texture,
                                         const std::vector<kernels::TextureFetch>& fetches) const {
    std::vector<float> seen(fetches.size());
    const auto fetches_bytes = std::as_bytes(std::span(fetches));
    const Buffer operands = device().allocate(fetches_bytes.size(), stream());
    const Buffer results = device().allocate(seen.size() * sizeof(float), stream());
    operands.copy_from(fetches_bytes, stream());
    kernels::launch(stream(), {static_cast<std::int32_t>(fetches.size())},
                    FetchEach{kernels::Texture(texture.handle()),
                              reinterpret_cast<const kernels::TextureFetch*>(operands.handle().value),
                              reinterpret_cast<float*>(results.handle().value)});
    results.copy_to(std::as_writable_bytes(std::span(seen)), stream());
    stream().synchronize();
    return seen;
  }
  void copy(const std::vector<float>& texels, const CUDAArray& array) const {
    array.copy_from(texels, stream());
    stream().synchronize();
  }
};

TEST_P(TextureFetchOnEach, ReadsTheLevelNearestToTheBiasedOne) {
  // Level n of 2048 >> n texels contains the number n.
  const auto levels = MipmappedArray::from_descriptor(device(), {Extent(2048), DataType::float32, 1}, 12);
  for (unsigned level = 0; level < levels.num_levels(); ++level) {
    copy(std::vector<float>(std::size_t{2048} >> level, static_cast<float>(level)), levels.level(level));
  }
  const auto seen = [&](float bias, const std::vector<float>& requested) {
    TextureDescriptor descriptor;
    descriptor.normalized_coords = true;
    descriptor.max_mipmap_level_clamp = 11;
    descriptor.mipmap_level_bias = bias;
    std::vector<kernels::TextureFetch> fetches;
    for (const float level : requested) {
      fetches.push_back({.shape = kernels::TextureShape::texture_1d,
                         .operation = kernels::TextureOperation::sample_level,
                         .x = 0.5F,
                         .level = level});
    }
    return fetch(TextureObject::from_resource(ResourceDescriptor::from_mipmapped_array(levels), descriptor), fetches);
  };
  // A half counts as the smaller level's; the level has 8 fraction bits.
  EXPECT_EQ(seen(0, {0.49609375F, 0.5F, 2.498046875F, 2.5F, 10.5F}), (std::vector<float>{0, 1, 2, 3, 11}));
  // The bias is limited to ±15.
  EXPECT_EQ(seen(15, {-10, -8}), (std::vector<float>{5, 7}));
  EXPECT_EQ(seen(16, {-10, -8}), (std::vector<float>{5, 7}));
  EXPECT_EQ(seen(-15, {20, 18}), (std::vector<float>{5, 3}));
  EXPECT_EQ(seen(-100, {20, 18}), (std::vector<float>{5, 3}));
}

TEST_P(TextureFetchOnEach, LeavesOutASliceWhoseWeightRoundsToZero) {
  // The second slice of level 1 is infinite; everything else is 1.
  const auto levels = MipmappedArray::from_descriptor(device(), {Extent(4, 4, 4), DataType::float32, 1}, 2);
  copy(std::vector<float>(64, 1), levels.level(0));
  constexpr float infinity = std::numeric_limits<float>::infinity();
  copy({1, 1, 1, 1, infinity, infinity, infinity, infinity}, levels.level(1));
  TextureDescriptor descriptor;
  descriptor.normalized_coords = true;
  descriptor.filter_mode = FilterMode::linear;
  descriptor.mipmap_filter_mode = FilterMode::linear;
  descriptor.max_mipmap_level_clamp = 1;
  std::vector<kernels::TextureFetch> fetches;
  for (const float weight : {1.0F, 2.0F, 3.0F}) {
    // A quarter of the way from the first slice of level 1 to the second: of a weight of 1/256 or 2/256, the second
    // slice's share rounds to 0.
    fetches.push_back({.shape = kernels::TextureShape::texture_3d,
                       .operation = kernels::TextureOperation::sample_level,
                       .x = 0.25F,
                       .y = 0.25F,
                       .z = 0.375F,
                       .level = weight / 256});
  }
  const auto texture = TextureObject::from_resource(ResourceDescriptor::from_mipmapped_array(levels), descriptor);
  EXPECT_EQ(fetch(texture, fetches), (std::vector<float>{1, 1, infinity}));
}

TEST_P(TextureFetchOnEach, ReadsTheLastCubeMapForALayerOutOfRange) {
  ArrayDescriptor array{Extent(4, 4), DataType::float32, 1};
  array.kind = ArrayKind::layered_cube_map;
  array.num_layers = 3;
  const CUDAArray cubes = CUDAArray::from_descriptor(device(), array);
  // Each face has its own number.
  std::vector<float> texels(array.num_slices() * 16);
  for (std::size_t texel = 0; texel < texels.size(); ++texel) {
    texels[texel] = static_cast<float>(texel / 16);
  }
  copy(texels, cubes);
  TextureDescriptor descriptor;
  descriptor.normalized_coords = true;
  std::vector<kernels::TextureFetch> fetches;
  for (const int layer : {0, 2, 3, 17, std::numeric_limits<int>::max(), -1}) {
    fetches.push_back({.shape = kernels::TextureShape::layered_cube_map, .y = 1, .layer = layer});
  }
  // The direction is that of face 2.
  EXPECT_EQ(fetch(TextureObject::from_array(cubes, descriptor), fetches), (std::vector<float>{2, 14, 14, 14, 14, 14}));
}

TEST_P(TextureFetchOnEach, SplitsTheMissingTexelAtACornerOfACubeInRoundedThirds) {
  // The sum shows both weights in 1/256: that of the face +z itself, and 4096 times that of its neighbor +x.
  ArrayDescriptor array{Extent(2, 2), DataType::float32, 1};
  array.kind = ArrayKind::cube_map;
  const CUDAArray cube = CUDAArray::from_descriptor(device(), array);
  std::vector<float> texels(24, 0);
  std::fill_n(texels.begin(), 4, 4096 * 256.0F);
  std::fill_n(texels.begin() + 16, 4, 256.0F);
  copy(texels, cube);
  TextureDescriptor descriptor;
  descriptor.normalized_coords = true;
  descriptor.filter_mode = FilterMode::linear;
  descriptor.seamless_cubemap = true;
  // Fractions of 127/256 and 125/256 split 256 into 66, 65, 63 and 62 for the missing texel, whose thirds are 21, 21
  // and, for the face itself, 20.
  const float x = 0.5F + 127.0F / 256;
  const float y = -0.5F - 125.0F / 256;
  EXPECT_EQ(fetch(TextureObject::from_array(cube, descriptor),
                  {{.shape = kernels::TextureShape::cube_map, .x = x, .y = y, .z = 1}}),
            (std::vector<float>{(66 + 20) + 4096 * (65 + 21)}));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(TextureFetchOnEach);

}  // namespace
}  // namespace texelscope::gpu
