#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "tests/gpu/object/array/encoded_array_fixture.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu::encoded_arrays {
namespace {

class EncodedArrayOnEach : public EncodedArrayTest {};

TEST_P(EncodedArrayOnEach, OfBlocksIsReadTexelByTexelAsDecoded) {
  for (const TexelEncoding encoding : block_encodings) {
    const ArrayDescriptor descriptor = encoded_array(Extent(64, 32), encoding);
    SCOPED_TRACE(to_string(descriptor));
    const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
    EXPECT_EQ(array.element_size(), block_bytes(encoding));
    EXPECT_EQ(array.size_bytes(), 16 * 8 * block_bytes(encoding));
    auto blocks = random_bytes(array.size_bytes(), static_cast<unsigned>(encoding));
    // Equal colors in the first block select the three colors and black of BC1.
    std::copy_n(blocks.begin(), 2, blocks.begin() + 2);
    array.copy_from(blocks, stream());
    expect_decoded(encoding, descriptor.shape, blocks, read(TextureObject::from_array(array, {}), descriptor.shape));
  }
}

TEST_P(EncodedArrayOnEach, OfBlocksHasPartialBlocksAtItsEdges) {
  const ArrayDescriptor descriptor = encoded_array(Extent(13, 7), TexelEncoding::bc7_unorm);
  EXPECT_EQ(descriptor.copy_extent(), Extent(4, 2));
  const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
  const auto blocks = random_bytes(array.size_bytes(), 3);
  array.copy_from(blocks, stream());
  expect_decoded(descriptor.encoding, descriptor.shape, blocks,
                 read(TextureObject::from_array(array, {}), descriptor.shape));
}

TEST_P(EncodedArrayOnEach, OfBlocksIsCopiedByBlocks) {
  const ArrayDescriptor descriptor = encoded_array(Extent(32, 16), TexelEncoding::bc1_unorm);
  const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
  auto expected = random_bytes(array.size_bytes(), 7);
  array.copy_from(expected, stream());
  // Two by two blocks, starting at block (3, 1).
  const auto part = random_bytes(4 * 8, 8);
  array.copy_from(part, {{3, 1, 0}, Extent(2, 2)}, stream());
  for (std::size_t row = 0; row < 2; ++row) {
    std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(16 * row), 16,
                expected.begin() + static_cast<std::ptrdiff_t>(((1 + row) * 8 + 3) * 8));
  }
  // Copies through transposed memory, in which a block is one element.
  std::vector<std::uint64_t> transposed(4 * 8);
  const auto view =
      StridedMemoryView::from_host(std::as_writable_bytes(std::span(transposed)),
                                   StridedLayout({4, 8}, Dimensions{1, 4}, 8), element_type_of<std::uint64_t>);
  array.copy_to(view, stream());
  const CUDAArray other = CUDAArray::from_descriptor(device(), descriptor);
  other.copy_from(array, stream());
  std::vector<std::byte> seen(array.size_bytes());
  other.copy_to(seen, stream());
  stream().synchronize();
  EXPECT_EQ(seen, expected);
  for (std::size_t y = 0; y < 4; ++y) {
    for (std::size_t x = 0; x < 8; ++x) {
      std::uint64_t block = 0;
      std::memcpy(&block, &expected[(y * 8 + x) * 8], sizeof(block));
      EXPECT_EQ(transposed[x * 4 + y], block);
    }
  }
  try {
    array.copy_from(part, {{7, 0, 0}, Extent(2, 2)}, stream());
    ADD_FAILURE() << "a region of blocks outside the array was accepted";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("width of 8"), std::string::npos) << error.what();
  }
}

TEST_P(EncodedArrayOnEach, OfBlocksIsFilteredFromDecodedTexels) {
  // BC7 and BC6H decode to formats of plain arrays, so a plain array of the decoded texels is filtered in the same way.
  for (const TexelEncoding encoding : {TexelEncoding::bc7_unorm, TexelEncoding::bc7_unorm_srgb}) {
    const ArrayDescriptor descriptor = encoded_array(Extent(16, 16), encoding);
    const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
    const CUDAArray plain = CUDAArray::from_descriptor(device(), {descriptor.shape, DataType::uint8, 4});
    const auto blocks = random_bytes(array.size_bytes(), 21);
    std::vector<std::byte> texels(plain.size_bytes());
    for (std::size_t y = 0; y < 16; ++y) {
      for (std::size_t x = 0; x < 16; ++x) {
        const auto decoded = decode_block(encoding, &blocks[(y / 4 * 4 + x / 4) * 16]);
        for (std::size_t channel = 0; channel < 4; ++channel) {
          texels[(y * 16 + x) * 4 + channel] = static_cast<std::byte>(decoded.texels[y % 4 * 4 + x % 4][channel]);
        }
      }
    }
    array.copy_from(blocks, stream());
    plain.copy_from(texels, stream());
    TextureDescriptor linear;
    linear.filter_mode = FilterMode::linear;
    linear.normalized_coords = true;
    linear.address_mode = AddressMode::wrap;
    const Where where{.per_texel = 3, .is_normalized = true};
    const Texels seen = read(TextureObject::from_array(array, linear), descriptor.shape, where);
    linear.read_mode = ReadMode::normalized_float;
    linear.srgb = is_srgb(encoding);
    const Texels expected = read(TextureObject::from_array(plain, linear), descriptor.shape, where);
    EXPECT_EQ(std::memcmp(seen.data(), expected.data(), seen.size() * sizeof(seen[0])), 0) << to_string(encoding);
  }
}

TEST_P(EncodedArrayOnEach, OfNormalizedIntegersReadsFloatsWithoutAReadMode) {
  for (const DataType format : {DataType::uint8, DataType::uint16, DataType::int8, DataType::int16}) {
    for (const int channels : {1, 2, 4}) {
      for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
        ArrayDescriptor descriptor{Extent(9, 5), format, channels};
        const CUDAArray integers = CUDAArray::from_descriptor(device(), descriptor);
        descriptor.encoding = TexelEncoding::normalized;
        SCOPED_TRACE(to_string(descriptor));
        const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
        const auto texels = random_bytes(array.size_bytes(), 40);
        array.copy_from(texels, stream());
        integers.copy_from(texels, stream());
        TextureDescriptor texture;
        texture.filter_mode = filter;
        const Where where{.per_texel = 4};
        const Texels seen = read(TextureObject::from_array(array, texture), descriptor.shape, where);
        texture.read_mode = ReadMode::normalized_float;
        const Texels expected = read(TextureObject::from_array(integers, texture), descriptor.shape, where);
        EXPECT_EQ(std::memcmp(seen.data(), expected.data(), seen.size() * sizeof(seen[0])), 0);
        std::vector<std::byte> back(texels.size());
        array.copy_to(back, stream());
        stream().synchronize();
        EXPECT_EQ(back, texels);
      }
    }
  }
}

TEST_P(EncodedArrayOnEach, IsDescribedByTheDriver) {
  std::vector<ArrayDescriptor> all{encoded_array(Extent(16, 8), TexelEncoding::nv12)};
  for (const TexelEncoding encoding : block_encodings) {
    all.push_back(encoded_array(Extent(16, 16), encoding));
    all.push_back(all.back());
    all.back().kind = ArrayKind::cube_map;
  }
  for (const DataType format : {DataType::uint8, DataType::uint16, DataType::int8, DataType::int16}) {
    for (const int channels : {1, 2, 4}) {
      all.push_back({Extent(16), format, channels, true});
      all.back().encoding = TexelEncoding::normalized;
    }
  }
  for (const ArrayDescriptor& descriptor : all) {
    const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
    EXPECT_EQ(to_string(CUDAArray::from_handle(device(), array.handle()).descriptor()), to_string(descriptor));
    EXPECT_EQ(CUDAArray::from_handle(device(), array.handle()).descriptor(), descriptor);
  }
  const auto levels =
      MipmappedArray::from_descriptor(device(), encoded_array(Extent(16, 16), TexelEncoding::bc3_unorm), 5);
  EXPECT_EQ(MipmappedArray::from_handle(device(), levels.handle()).descriptor(), levels.descriptor());
  EXPECT_EQ(levels.level(4).size_bytes(), 16U);
}

TEST_P(EncodedArrayOnEach, OfPlanesHasLumaAndChroma) {
  ArrayDescriptor descriptor = encoded_array(Extent(16, 8), TexelEncoding::nv12);
  const std::size_t before = live_object_count();
  CUDAArray whole = CUDAArray::from_descriptor(device(), descriptor);
  EXPECT_EQ(whole.size_bytes(), 16U * 8 * 3 / 2);
  const CUDAArray luma = whole.plane(0);
  const CUDAArray chroma = whole.plane(1);
  EXPECT_EQ(luma.descriptor(), (ArrayDescriptor{Extent(16, 8), DataType::uint8, 1}));
  EXPECT_EQ(chroma.descriptor(), (ArrayDescriptor{Extent(8, 4), DataType::uint8, 2}));
  EXPECT_EQ(live_object_count(), before + 1) << "planes are parts of the array, not separate objects";
  whole.close();
  const auto bright = random_bytes(luma.size_bytes(), 1);
  const auto color = random_bytes(chroma.size_bytes(), 2);
  luma.copy_from(bright, stream());
  chroma.copy_from(color, stream());
  std::vector<std::byte> bright_seen(bright.size());
  std::vector<std::byte> color_seen(color.size());
  luma.copy_to(bright_seen, stream());
  chroma.copy_to(color_seen, stream());
  stream().synchronize();
  EXPECT_EQ(bright_seen, bright);
  EXPECT_EQ(color_seen, color);
  TextureDescriptor texture;
  texture.read_mode = ReadMode::normalized_float;
  const Texels seen = read(TextureObject::from_array(chroma, texture), Extent(8, 4));
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].x, static_cast<float>(color[2 * i]) / 255.0F);
    EXPECT_EQ(seen[i].y, static_cast<float>(color[2 * i + 1]) / 255.0F);
  }
}

TEST_P(EncodedArrayOnEach, IsRefusedWithTheReason) {
  const auto refusal = [&](ArrayDescriptor descriptor) {
    return refusal_of([&] { static_cast<void>(CUDAArray::from_descriptor(device(), descriptor)); });
  };
  ArrayDescriptor blocks = encoded_array(Extent(8, 8), TexelEncoding::bc7_unorm);
  EXPECT_EQ(refusal(blocks), "");
  blocks.is_surface_load_store = true;
  EXPECT_NE(refusal(blocks).find("surfaces do not support block-compressed formats"), std::string::npos);
  blocks = encoded_array(Extent(8), TexelEncoding::bc7_unorm);
  EXPECT_NE(refusal(blocks).find("use a 2D array"), std::string::npos);
  blocks = encoded_array(Extent(8, 8), TexelEncoding::bc6h_uf16);
  blocks.num_channels = 4;
  EXPECT_NE(refusal(blocks).find("encoded_array()"), std::string::npos);
  EXPECT_NE(refusal(encoded_array(Extent(7, 8), TexelEncoding::nv12)).find("even extents"), std::string::npos);
  ArrayDescriptor normalized{Extent(8, 8), DataType::uint32, 1};
  normalized.encoding = TexelEncoding::normalized;
  EXPECT_NE(refusal(normalized).find("has no normalized encoding"), std::string::npos);
  normalized.encoding = static_cast<TexelEncoding>(77);
  EXPECT_NE(refusal(normalized).find("not a TexelEncoding"), std::string::npos);

  const CUDAArray planes = CUDAArray::from_descriptor(device(), encoded_array(Extent(8, 8), TexelEncoding::nv12));
  std::vector<std::byte> memory(96);
  EXPECT_NE(refusal_of([&] { planes.copy_from(memory, stream()); }).find("plane by plane"), std::string::npos);
  EXPECT_NE(refusal_of([&] { static_cast<void>(TextureObject::from_array(planes, {})); }).find("plane by plane"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] { static_cast<void>(planes.plane(2)); }).find("planes 0"), std::string::npos);
  EXPECT_NE(refusal_of([&] { static_cast<void>(planes.plane(0).plane(0)); }).find("only nv12"), std::string::npos);
  EXPECT_NE(refusal_of([&] {
              static_cast<void>(MipmappedArray::from_descriptor(device(), planes.descriptor(), 1));
            }).find("nv12 does not support mip levels"),
            std::string::npos);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(EncodedArrayOnEach);

}  // namespace
}  // namespace texelscope::gpu::encoded_arrays
