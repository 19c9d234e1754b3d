#include <cstring>
#include <string>
#include <vector>

#include "tests/gpu/object/array/encoded_array_fixture.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::gpu::encoded_arrays {
namespace {

/// Writes one block of 16 bytes to every position of an array of blocks.
struct WriteBlocks {
  kernels::Surface surface;
  kernels::Uint4 block;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const { surface.write_2d(block, at.x, at.y); }
};

class ResourceViewOnEach : public EncodedArrayTest {};

/// uint32 with 2 or 4 channels, for viewing as BC blocks.
ArrayDescriptor array_of_blocks(const Extent& shape, TexelEncoding encoding) {
  return {shape, DataType::uint32, block_bytes(encoding) == 8 ? 2 : 4};
}

ResourceView view_of_blocks(const ResourceDescriptor& resource, TexelEncoding encoding) {
  ResourceView view = resource.whole_view();
  view.encoding = encoding;
  view.format = channel_type(encoding);
  view.num_channels = channel_count(encoding);
  return view;
}

TEST_P(ResourceViewOnEach, SeesBlocksInIntegers) {
  for (const TexelEncoding encoding : block_encodings) {
    if (is_srgb(encoding)) {
      continue;
    }
    SCOPED_TRACE(to_string(encoding));
    const CUDAArray array = CUDAArray::from_descriptor(device(), array_of_blocks(Extent(8, 4), encoding));
    const auto blocks = random_bytes(array.size_bytes(), 60);
    array.copy_from(blocks, stream());
    const auto resource = ResourceDescriptor::from_array(array);
    const TextureObject texture =
        TextureObject::from_resource(resource, TextureDescriptor{}, view_of_blocks(resource, encoding));
    EXPECT_EQ(texture.resource().facts().texels.shape, Extent(32, 16));
    EXPECT_EQ(texture.array().descriptor(), array.descriptor());
    expect_decoded(encoding, Extent(32, 16), blocks, read(texture, Extent(32, 16)));
    // The driver stores the view with the texture.
    const TextureObject taken = TextureObject::from_handle(device(), texture.handle());
    EXPECT_EQ(taken.resource().view(), texture.resource().view());
    EXPECT_EQ(taken.resource().facts(), texture.resource().facts());
  }
}

TEST_P(ResourceViewOnEach, SeesBlocksThatKernelsWrite) {
  const auto encoding = TexelEncoding::bc7_unorm;
  ArrayDescriptor descriptor = array_of_blocks(Extent(4, 2), encoding);
  descriptor.is_surface_load_store = true;
  const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
  const SurfaceObject surface = SurfaceObject::from_array(array);
  const auto resource = ResourceDescriptor::from_array(array);
  const TextureObject texture =
      TextureObject::from_resource(resource, TextureDescriptor{}, view_of_blocks(resource, encoding));
  for (unsigned seed = 0; seed < 3; ++seed) {
    // Fetches the same positions each time, from different texels.
    const auto bytes = random_bytes(16, seed);
    kernels::Uint4 block;
    std::memcpy(&block, bytes.data(), sizeof(block));
    kernels::launch(stream(), {4, 2}, WriteBlocks{kernels::Surface(surface.handle()), block});
    std::vector<std::byte> blocks;
    for (int i = 0; i < 8; ++i) {
      blocks.insert(blocks.end(), bytes.begin(), bytes.end());
    }
    expect_decoded(encoding, Extent(16, 8), blocks, read(texture, Extent(16, 8)));
  }
}

TEST_P(ResourceViewOnEach, SeesAnotherFormatOfEqualSize) {
  const CUDAArray array = CUDAArray::from_descriptor(device(), {Extent(8, 4), DataType::float16, 2});
  const auto texels = random_bytes(array.size_bytes(), 61);
  array.copy_from(texels, stream());
  const auto resource = ResourceDescriptor::from_array(array);
  ResourceView view = resource.whole_view();
  view.format = DataType::uint8;
  view.num_channels = 4;
  TextureDescriptor descriptor;
  descriptor.read_mode = ReadMode::normalized_float;
  const Texels seen = read(TextureObject::from_resource(resource, descriptor, view), Extent(8, 4));
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].x, static_cast<float>(texels[4 * i]) / 255.0F);
    EXPECT_EQ(seen[i].w, static_cast<float>(texels[4 * i + 3]) / 255.0F);
  }
}

TEST_P(ResourceViewOnEach, BeginsAtALevelAndALayer) {
  ArrayDescriptor descriptor{Extent(16, 8), DataType::float32, 1};
  descriptor.kind = ArrayKind::layered;
  descriptor.num_layers = 4;
  const auto array = MipmappedArray::from_descriptor(device(), descriptor, 4);
  for (unsigned level = 0; level < 4; ++level) {
    const CUDAArray of_level = array.level(level);
    std::vector<float> texels(of_level.size_bytes() / sizeof(float));
    const std::size_t slice = texels.size() / 4;
    for (std::size_t i = 0; i < texels.size(); ++i) {
      texels[i] = static_cast<float>(100 * level + 10 * (i / slice));
    }
    of_level.copy_from(texels, stream());
    stream().synchronize();
  }
  const auto resource = ResourceDescriptor::from_mipmapped_array(array);
  ResourceView view = resource.whole_view();
  view.first_level = 1;
  view.last_level = 2;
  view.first_layer = 2;
  view.last_layer = 3;
  TextureDescriptor texture;
  texture.normalized_coords = true;
  texture.max_mipmap_level_clamp = 10;
  const TextureObject seen = TextureObject::from_resource(resource.viewed(view), texture);
  EXPECT_EQ(seen.resource().facts().num_levels, 2U);
  EXPECT_EQ(seen.resource().facts().texels.num_layers, 2U);
  EXPECT_EQ(seen.resource().facts().texels.shape, Extent(8, 4));
  const auto value = [&](int layer, float level) {
    return read(seen, Extent(2, 2), {kernels::TextureShape::layered_2d, layer, level, 1, true}).front().x;
  };
  EXPECT_EQ(value(0, 0), 120);
  EXPECT_EQ(value(1, 0), 130);
  EXPECT_EQ(value(5, 0), 130) << "the last layer of the view";
  EXPECT_EQ(value(0, 1), 220);
  EXPECT_EQ(value(0, 3), 220) << "the last level of the view";
}

TEST_P(ResourceViewOnEach, SeesBlocksOfLevels) {
  const auto encoding = TexelEncoding::bc7_unorm;
  const auto array = MipmappedArray::from_descriptor(device(), array_of_blocks(Extent(8, 4), encoding), 4);
  std::vector<std::vector<std::byte>> blocks;
  for (unsigned level = 0; level < 4; ++level) {
    blocks.push_back(random_bytes(array.level(level).size_bytes(), 70 + level));
    array.level(level).copy_from(blocks.back(), stream());
  }
  const auto resource = ResourceDescriptor::from_mipmapped_array(array);
  TextureDescriptor texture;
  texture.normalized_coords = true;
  texture.max_mipmap_level_clamp = 3;
  const TextureObject seen = TextureObject::from_resource(resource, texture, view_of_blocks(resource, encoding));
  for (unsigned level = 0; level < 4; ++level) {
    const Extent shape = level_descriptor(seen.resource().facts().texels, level).shape;
    expect_decoded(encoding, shape, blocks[level],
                   read(seen, shape, {.level = static_cast<float>(level), .is_normalized = true}));
  }
}

TEST_P(ResourceViewOnEach, IsRefusedWithTheReason) {
  const auto resource = ResourceDescriptor::from_mipmapped_array(
      MipmappedArray::from_descriptor(device(), array_of_blocks(Extent(6, 4), TexelEncoding::bc1_unorm), 3));
  const auto refusal = [&](const auto& change) {
    ResourceView view = resource.whole_view();
    change(view);
    return refusal_of([&] { static_cast<void>(resource.viewed(view)); });
  };
  EXPECT_EQ(refusal([](ResourceView&) {}), "");
  EXPECT_NE(refusal([](ResourceView& view) { view.last_level = 3; }).find("levels 0 to 3 of 3"), std::string::npos);
  EXPECT_NE(refusal([](ResourceView& view) { view.first_layer = 1; }).find("layers 1 to 0 of 1"), std::string::npos);
  EXPECT_NE(refusal([](ResourceView& view) { view.format = DataType::uint8; }).find("a format of equal size"),
            std::string::npos);
  EXPECT_NE(refusal([](ResourceView& view) {
              view = {.format = DataType::uint8, .num_channels = 4, .encoding = TexelEncoding::bc7_unorm};
            }).find("uint32 array of 4 channels"),
            std::string::npos);
  EXPECT_NE(refusal([](ResourceView& view) {
              view = {.format = DataType::uint8, .num_channels = 4, .encoding = TexelEncoding::bc1_unorm_srgb};
            }).find("TextureDescriptor::srgb"),
            std::string::npos);
  EXPECT_NE(refusal([](ResourceView& view) {
              view = {.format = DataType::uint8, .num_channels = 1, .encoding = TexelEncoding::bc1_unorm};
            }).find("uint8x4 in CUDA's terms"),
            std::string::npos);
  // 6 blocks are 24 texels; at level 2, 6 texels would need 2 blocks, but the array has 1.
  EXPECT_NE(refusal([](ResourceView& view) {
              view = {
                  .format = DataType::uint8, .num_channels = 4, .encoding = TexelEncoding::bc1_unorm, .last_level = 2};
            }).find("extents that halve"),
            std::string::npos);
  EXPECT_NE(refusal([](ResourceView& view) { view.encoding = TexelEncoding::normalized; }).find("cannot be viewed as"),
            std::string::npos);
  const Buffer buffer = device().allocate(1024, stream());
  const auto linear = ResourceDescriptor::from_linear(buffer, DataType::uint8, 4);
  EXPECT_NE(refusal_of([&] { static_cast<void>(linear.viewed({})); }).find("only arrays"), std::string::npos);
  EXPECT_NE(refusal_of([&] { static_cast<void>(linear.whole_view()); }).find("only arrays"), std::string::npos);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ResourceViewOnEach);

}  // namespace
}  // namespace texelscope::gpu::encoded_arrays
