#include "texelscope/gpu/cuda_array.h"

#include <algorithm>
#include <random>
#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

std::vector<std::byte> random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<std::byte> bytes(count);
  for (std::byte& value : bytes) {
    value = static_cast<std::byte>(random());
  }
  return bytes;
}

constexpr std::array all_types{DataType::uint8, DataType::uint16, DataType::uint32,  DataType::int8,
                               DataType::int16, DataType::int32,  DataType::float16, DataType::float32};

ArrayDescriptor sliced(const Extent& shape, ArrayKind kind, std::uint64_t layers) {
  ArrayDescriptor descriptor{shape, DataType::uint8, 4, false};
  descriptor.kind = kind;
  descriptor.num_layers = layers;
  return descriptor;
}

class ArrayOnEach : public tests::DeviceTest {};

TEST_P(ArrayOnEach, ReturnsTheTexelsOfEveryLayerAndFace) {
  for (const ArrayDescriptor& descriptor :
       {sliced(Extent(37), ArrayKind::layered, 5), sliced(Extent(13, 7), ArrayKind::layered, 3),
        sliced(Extent(13, 7), ArrayKind::layered, 1), sliced(Extent(9, 9), ArrayKind::cube_map, 1),
        sliced(Extent(6, 6), ArrayKind::layered_cube_map, 2)}) {
    SCOPED_TRACE(to_string(descriptor));
    const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
    const Extent all = descriptor.copy_extent();
    const auto source = random_bytes(array.size_bytes(), 3);
    array.copy_from(source, stream());
    std::vector<std::byte> seen(source.size());
    array.copy_to(seen, stream());
    // One slice, and the last texels of the last slice.
    const std::uint64_t slice_bytes = descriptor.shape.volume() * 4;
    std::vector<std::byte> slice(slice_bytes);
    const std::uint64_t last = all.depth() - 1;
    array.copy_to(slice, {{0, 0, last}, Extent(all.width(), all.height(), 1)}, stream());
    const auto texels = random_bytes(8, 4);
    array.copy_from(texels, {{all.width() - 2, all.height() - 1, last}, Extent(2, 1, 1)}, stream());
    std::vector<std::byte> after(source.size());
    array.copy_to(after, stream());
    stream().synchronize();
    EXPECT_EQ(seen, source);
    EXPECT_TRUE(std::equal(slice.begin(), slice.end(), source.end() - static_cast<std::ptrdiff_t>(slice_bytes)));
    std::vector<std::byte> expected = source;
    std::ranges::copy(texels, expected.end() - 8);
    EXPECT_EQ(after, expected);
  }
}

TEST_P(ArrayOnEach, IsCreatedForTextureGather) {
  ArrayDescriptor descriptor{Extent(8, 4), DataType::float32, 1, false};
  descriptor.is_texture_gather = true;
  const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
  EXPECT_EQ(array.descriptor(), descriptor);
}

TEST_P(ArrayOnEach, ReturnsItsTexelsInEveryFormatAndRank) {
  unsigned seed = 0;
  for (const DataType type : all_types) {
    for (const int channels : {1, 2, 4}) {
      for (const Extent& shape :
           {Extent(37), Extent(13, 7), Extent(5, 4, 3), Extent(1), Extent(1, 9), Extent(1, 1, 1)}) {
        const ArrayDescriptor descriptor{shape, type, channels, false};
        SCOPED_TRACE(to_string(descriptor));
        const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
        const auto source = random_bytes(array.size_bytes(), ++seed);
        array.copy_from(source, stream());
        std::vector<std::byte> seen(source.size() + 3, std::byte{0xEE});
        EXPECT_EQ(array.copy_to(seen, stream()).data(), seen.data());
        stream().synchronize();
        EXPECT_EQ(seen[source.size()], std::byte{0xEE});
        seen.resize(source.size());
        EXPECT_EQ(seen, source);
      }
    }
  }
}

TEST_P(ArrayOnEach, ReportsItsDescriptor) {
  const ArrayDescriptor descriptor{Extent(12, 6), DataType::uint16, 2, true};
  const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
  EXPECT_EQ(array.descriptor(), descriptor);
  EXPECT_EQ(array.shape(), Extent(12, 6));
  EXPECT_EQ(array.format(), DataType::uint16);
  EXPECT_EQ(array.num_channels(), 2);
  EXPECT_TRUE(array.is_surface_load_store());
  EXPECT_EQ(array.element_size(), 4U);
  EXPECT_EQ(array.size_bytes(), 12U * 6U * 4U);
  EXPECT_EQ(array.device(), device());
  EXPECT_TRUE(static_cast<bool>(array.handle()));
}

TEST_P(ArrayOnEach, CopiesFromAndToBuffers) {
  const CUDAArray array = CUDAArray::from_descriptor(device(), {Extent(9, 5), DataType::float32, 1, false});
  const auto source = random_bytes(array.size_bytes(), 5);
  const Buffer in = device().allocate(array.size_bytes() + 16, stream());
  const Buffer out = device().allocate_pinned(array.size_bytes());
  in.copy_from(source, stream());
  array.copy_from(in, stream());
  EXPECT_EQ(&array.copy_to(out, stream()), &out);
  stream().synchronize();
  EXPECT_TRUE(std::equal(source.begin(), source.end(), out.host_bytes().begin()));
}

TEST_P(ArrayOnEach, CopiesBoxesOfTexels) {
  const Extent shape(7, 6, 5);
  const CUDAArray array = CUDAArray::from_descriptor(device(), {shape, DataType::uint16, 1, false});
  std::vector<std::uint16_t> expected(shape.volume());
  std::mt19937 random{11};
  for (auto& texel : expected) {
    texel = static_cast<std::uint16_t>(random());
  }
  array.copy_from(std::as_bytes(std::span(expected)), stream());
  // The source of the copy is changed below.
  stream().synchronize();

  for (int round = 0; round < 40; ++round) {
    std::array<std::uint64_t, 3> origin{};
    std::array<std::uint64_t, 3> size{};
    for (int axis = 0; axis < 3; ++axis) {
      origin[axis] = random() % shape[axis];
      size[axis] = 1 + random() % (shape[axis] - origin[axis]);
    }
    const ArrayRegion region{origin, Extent(size[0], size[1], size[2])};
    std::vector<std::uint16_t> part(region.extent.volume());
    for (auto& texel : part) {
      texel = static_cast<std::uint16_t>(random());
    }
    array.copy_from(std::as_bytes(std::span(part)), region, stream());
    std::size_t next = 0;
    for (std::uint64_t z = 0; z < size[2]; ++z) {
      for (std::uint64_t y = 0; y < size[1]; ++y) {
        for (std::uint64_t x = 0; x < size[0]; ++x) {
          expected[((origin[2] + z) * 6 + origin[1] + y) * 7 + origin[0] + x] = part[next++];
        }
      }
    }
    std::vector<std::uint16_t> back(part.size());
    array.copy_to(std::as_writable_bytes(std::span(back)), region, stream());
    std::vector<std::uint16_t> all(expected.size());
    array.copy_to(std::as_writable_bytes(std::span(all)), stream());
    stream().synchronize();
    ASSERT_EQ(back, part);
    ASSERT_EQ(all, expected);
  }
}

TEST_P(ArrayOnEach, RefusesExtentsBeyondTheDevice) {
  const DeviceProperties& facts = device().properties();
  for (const Extent& shape : {Extent(facts.max_texture_1d[0] + 1), Extent(facts.max_texture_2d[0] + 1, 1),
                              Extent(1, facts.max_texture_2d[1] + 1), Extent(1, 1, facts.max_texture_3d[2] + 1),
                              Extent(~std::uint64_t{0}, ~std::uint64_t{0})}) {
    EXPECT_THROW(static_cast<void>(CUDAArray::from_descriptor(device(), {shape, DataType::uint8, 4, false})),
                 InvalidArgument)
        << to_string(shape);
  }
}

TEST_P(ArrayOnEach, RefusesToWorkOnceClosed) {
  CUDAArray array = CUDAArray::from_descriptor(device(), {Extent(4, 4), DataType::uint8, 4, false});
  const std::size_t alive = live_object_count();
  std::vector<std::byte> host(64);
  array.close();
  array.close();
  EXPECT_EQ(live_object_count(), alive - 1);
  EXPECT_TRUE(array.is_closed());
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(array.descriptor()), InvalidState);
  EXPECT_THROW(static_cast<void>(array.device()), InvalidState);
  EXPECT_THROW(array.copy_from(host, stream()), InvalidState);
  EXPECT_THROW(static_cast<void>(array.copy_to(host, stream())), InvalidState);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ArrayOnEach);

TEST(ArrayDescriptor, HasOneTextForm) {
  EXPECT_EQ(to_string(ArrayDescriptor{Extent(640, 480), DataType::uint8, 4, false}), "640x480 uint8x4");
  EXPECT_EQ(to_string(ArrayDescriptor{Extent(16), DataType::float32, 1, true}), "16 float32x1 surface");
  EXPECT_EQ(to_string(sliced(Extent(16), ArrayKind::layered, 5)), "16 uint8x4 of 5 layers");
  EXPECT_EQ(to_string(sliced(Extent(4, 4), ArrayKind::cube_map, 1)), "4x4 uint8x4 cube map");
  EXPECT_EQ(to_string(sliced(Extent(4, 4), ArrayKind::layered_cube_map, 1)), "4x4 uint8x4 of 1 cube map");
  ArrayDescriptor gather{Extent(4, 4), DataType::uint8, 4, true};
  gather.is_texture_gather = true;
  EXPECT_EQ(to_string(gather), "4x4 uint8x4 surface gather");
}

TEST(ArrayDescriptor, CountsTheTexelsOfAllSlices) {
  EXPECT_EQ(sliced(Extent(16), ArrayKind::layered, 5).size_bytes(), 16U * 4U * 5U);
  EXPECT_EQ(sliced(Extent(4, 4), ArrayKind::cube_map, 1).size_bytes(), 64U * 6U);
  EXPECT_EQ(sliced(Extent(4, 4), ArrayKind::layered_cube_map, 2).size_bytes(), 64U * 12U);
  EXPECT_EQ(sliced(Extent(16), ArrayKind::layered, 5).copy_extent(), Extent(16, 1, 5));
  EXPECT_EQ(sliced(Extent(4, 4), ArrayKind::layered_cube_map, 2).copy_extent(), Extent(4, 4, 12));
  EXPECT_EQ((ArrayDescriptor{Extent(4, 4), DataType::uint8, 4}).copy_extent(), Extent(4, 4));
}

TEST(ArrayDescriptor, RefusesASizeBeyond64Bits) {
  const std::uint64_t half = std::uint64_t{1} << 31U;
  const ArrayDescriptor fits{Extent(half, half), DataType::uint8, 2, false};
  EXPECT_EQ(fits.size_bytes(), half * half * 2);
  const ArrayDescriptor huge{Extent(half, half), DataType::float32, 4, false};
  EXPECT_THROW(static_cast<void>(huge.size_bytes()), InvalidArgument);
  EXPECT_THROW(static_cast<void>(sliced(Extent(4, 4), ArrayKind::layered, half * half * 2).size_bytes()),
               InvalidArgument);
}

TEST(CUDAArray, ReportsTheRuleThatADescriptorViolates) {
  const FakeDevice fake;
  const auto refusal = [&](const ArrayDescriptor& descriptor) {
    return error_of<InvalidArgument>([&] { static_cast<void>(CUDAArray::from_descriptor(*fake.device, descriptor)); });
  };
  EXPECT_EQ(refusal({Extent(4, 0), DataType::uint8, 4, false}),
            "cuda:0: array 4x0 uint8x4: height is 0: each extent must be at least 1");
  EXPECT_EQ(refusal({Extent(4, 4), DataType::uint8, 3, false}), "cuda:0: array 4x4 uint8x3: 3 channels: use 1, 2 or 4");
  EXPECT_EQ(refusal({Extent(513, 4), DataType::uint8, 1, false}),
            "cuda:0: array 513x4 uint8x1: width 513 exceeds this device's limit for 2D arrays (512x256): use a smaller "
            "extent");
  EXPECT_NE(refusal({Extent(4), static_cast<DataType>(99), 1, false}).find("is not a DataType"), std::string::npos);
  EXPECT_EQ(fake.script->count("cuArray3DCreate"), 0U) << "the driver is not called";
  EXPECT_EQ(refusal({Extent(512, 256), DataType::uint8, 1, false}), "no error");
}

TEST(CUDAArray, ReportsTheViolatedRuleOfLayersFacesAndGather) {
  const FakeDevice fake;
  const auto refusal = [&](const ArrayDescriptor& descriptor) {
    return error_of<InvalidArgument>([&] { static_cast<void>(CUDAArray::from_descriptor(*fake.device, descriptor)); });
  };
  const auto says = [&](const ArrayDescriptor& descriptor, const char* reason) {
    const std::string text = refusal(descriptor);
    EXPECT_NE(text.find(reason), std::string::npos) << to_string(descriptor) << ": " << text;
  };
  says(sliced(Extent(4, 4, 4), ArrayKind::layered, 2), "its layers have rank 3: use 1D or 2D layers");
  says(sliced(Extent(4, 4), ArrayKind::layered, 0), "unsupported layer count 0: layered kinds require at least 1");
  says(sliced(Extent(4, 4), ArrayKind::plain, 2),
       "unsupported layer count 2: layered kinds require at least 1, the "
       "others exactly 1");
  says(sliced(Extent(4, 4), ArrayKind::cube_map, 2), "unsupported layer count 2");
  says(sliced(Extent(4, 5), ArrayKind::cube_map, 1), "its faces are 4x5: cube maps require square 2D faces");
  says(sliced(Extent(4), ArrayKind::layered_cube_map, 1), "its faces are 4:");
  says(sliced(Extent(4), static_cast<ArrayKind>(9), 1), "unknown kind 9");
  says(sliced(Extent(4), ArrayKind::layered, 17), "layer count 17 exceeds this device's limit for layered 1D arrays");
  says(sliced(Extent(4, 257), ArrayKind::layered, 2), "height 257 exceeds this device's limit for layered 2D arrays");
  says(sliced(Extent(513, 513), ArrayKind::cube_map, 1), "width 513 exceeds this device's limit for cube maps (512");
  says(sliced(Extent(4, 4), ArrayKind::layered_cube_map, 3), "face count 18 exceeds this device's limit");
  says(sliced(Extent(4, 4), ArrayKind::layered_cube_map, ~std::uint64_t{0} / 3), "exceeds this device's limit");
  ArrayDescriptor surface = sliced(Extent(512, 512), ArrayKind::cube_map, 1);
  surface.is_surface_load_store = true;
  says(surface, "width 512 exceeds this device's limit for surfaces of cube maps (500");
  ArrayDescriptor gather{Extent(129, 4), DataType::uint8, 1, false};
  gather.is_texture_gather = true;
  says(gather, "width 129 exceeds this device's limit for arrays with texture gather (128x128");
  gather.shape = Extent(16);
  says(gather, "texture gather requires a plain 2D array");
  EXPECT_EQ(fake.script->count("cuArray3DCreate"), 0U) << "the driver is not called";
  surface.is_surface_load_store = false;
  EXPECT_EQ(refusal(surface), "no error");
}

TEST(CUDAArray, ReportsBothSizesWhenMemoryIsTooSmall) {
  const FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const CUDAArray array = CUDAArray::from_descriptor(*fake.device, {Extent(4, 2), DataType::uint8, 4, false});
  std::vector<std::byte> memory(31);
  EXPECT_EQ(error_of<InvalidArgument>([&] { array.copy_from(memory, stream); }),
            "cuda:0: copying 4x2 texels of array 4x2 uint8x4 needs 32 bytes of memory, but only 31 were passed: pass "
            "at least that many");
  EXPECT_THROW(static_cast<void>(array.copy_to(memory, stream)), InvalidArgument);
  const Buffer buffer = fake.device->allocate(31, stream);
  EXPECT_THROW(array.copy_from(buffer, stream), InvalidArgument);
  EXPECT_THROW(array.copy_to(buffer, stream), InvalidArgument);
  const ArrayRegion region{{1, 1, 0}, Extent(2, 1)};
  EXPECT_THROW(array.copy_from(std::span(memory).first(7), region, stream), InvalidArgument);
  array.copy_from(std::span(memory).first(8), region, stream);
  EXPECT_EQ(fake.script->count("cuMemcpy3DAsync"), 1U);
}

TEST(CUDAArray, ReportsHowARegionExceedsIt) {
  const FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const CUDAArray array = CUDAArray::from_descriptor(*fake.device, {Extent(4, 2), DataType::uint8, 1, false});
  const std::vector<std::byte> memory(64);
  const auto refusal = [&](const ArrayRegion& region) {
    return error_of<InvalidArgument>([&] { array.copy_from(memory, region, stream); });
  };
  EXPECT_EQ(refusal({{3, 0, 0}, Extent(2, 1)}),
            "cuda:0: copying part of array 4x2 uint8x1: the region extends past the array's width of 4: it begins at 3 "
            "and covers 2; keep it inside");
  EXPECT_NE(refusal({{~std::uint64_t{0}, 0, 0}, Extent(2, 1)}).find("extends past the array"), std::string::npos);
  EXPECT_NE(refusal({{0, 0, 1}, Extent(1, 1)}).find("depth"), std::string::npos);
  EXPECT_NE(refusal({{0, 0, 0}, Extent(1, 0)}).find("height is 0"), std::string::npos);
  EXPECT_EQ(refusal({{2, 1, 0}, Extent(2, 1)}), "no error");
  const CUDAArray layers = CUDAArray::from_descriptor(*fake.device, sliced(Extent(4), ArrayKind::layered, 3));
  EXPECT_NE(error_of<InvalidArgument>([&] {
              layers.copy_from(memory, {{0, 0, 2}, Extent(4, 1, 2)}, stream);
            }).find("extends past the array's layer count of 3: it begins at 2 and covers 2"),
            std::string::npos);
}

TEST(CUDAArray, RefusesStreamsAndBuffersOfAnotherDevice) {
  const FakeDevice fake;
  const FakeDevice other({DeviceKind::cuda, 1});
  const Stream stream = fake.device->create_stream();
  const Stream other_stream = other.device->create_stream();
  const CUDAArray array = CUDAArray::from_descriptor(*fake.device, {Extent(2, 2), DataType::uint8, 1, false});
  const Buffer other_buffer = other.device->allocate(64, other_stream);
  const std::vector<std::byte> four(4);
  EXPECT_THROW(array.copy_from(four, other_stream), InvalidArgument);
  EXPECT_THROW(array.copy_from(other_buffer, stream), InvalidArgument);
}

TEST(CUDAArray, KeepsItsDeviceAlive) {
  FakeDevice fake;
  std::optional<CUDAArray> array{CUDAArray::from_descriptor(*fake.device, {Extent(2, 2), DataType::uint8, 1, false})};
  fake.device.reset();
  EXPECT_EQ(fake.live_objects->count(ObjectKind::context), 1U);
  array.reset();
  EXPECT_EQ(fake.live_objects->count(), 0U);
}

}  // namespace
}  // namespace texelscope::gpu
