#include "texelscope/gpu/mipmapped_array.h"

#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

TEST(Levels, HalveEveryExtentDownToOne) {
  EXPECT_EQ(full_level_count(Extent(1)), 1U);
  EXPECT_EQ(full_level_count(Extent(2)), 2U);
  EXPECT_EQ(full_level_count(Extent(3)), 2U);
  EXPECT_EQ(full_level_count(Extent(5, 64)), 7U);
  EXPECT_EQ(full_level_count(Extent(5, 6, 100)), 7U);
  ArrayDescriptor base{Extent(13, 6, 3), DataType::float16, 2, true};
  EXPECT_EQ(level_descriptor(base, 0), base);
  EXPECT_EQ(level_descriptor(base, 1).shape, Extent(6, 3, 1));
  EXPECT_EQ(level_descriptor(base, 2).shape, Extent(3, 1, 1));
  EXPECT_EQ(level_descriptor(base, 3).shape, Extent(1, 1, 1));
  EXPECT_EQ(level_descriptor(base, 99).shape, Extent(1, 1, 1));
  base.shape = Extent(8, 4);
  base.kind = ArrayKind::layered;
  base.num_layers = 5;
  const ArrayDescriptor level = level_descriptor(base, 2);
  EXPECT_EQ(level.shape, Extent(2, 1)) << "the rank is kept";
  EXPECT_EQ(level.num_layers, 5U) << "layers do not halve";
  EXPECT_EQ(level.kind, ArrayKind::layered);
  EXPECT_TRUE(level.is_surface_load_store);
}

std::vector<ArrayDescriptor> kinds() {
  const auto make = [](const Extent& shape, ArrayKind kind, std::uint64_t layers) {
    return ArrayDescriptor{.shape = shape,
                           .format = DataType::uint16,
                           .num_channels = 2,
                           .is_surface_load_store = true,
                           .kind = kind,
                           .num_layers = layers};
  };
  return {make(Extent(37), ArrayKind::plain, 1),
          make(Extent(12, 20), ArrayKind::plain, 1),
          make(Extent(9, 4, 17), ArrayKind::plain, 1),
          make(Extent(30), ArrayKind::layered, 4),
          make(Extent(10, 5), ArrayKind::layered, 3),
          make(Extent(8, 8), ArrayKind::cube_map, 1),
          make(Extent(5, 5), ArrayKind::layered_cube_map, 2)};
}

class MipmappedOnEach : public tests::DeviceTest {};

TEST_P(MipmappedOnEach, KeepsTheTexelsOfEachLevelApartInEveryKind) {
  for (const ArrayDescriptor& descriptor : kinds()) {
    SCOPED_TRACE(to_string(descriptor));
    const unsigned levels = full_level_count(descriptor.shape);
    const MipmappedArray array = MipmappedArray::from_descriptor(device(), descriptor, levels);
    EXPECT_EQ(array.descriptor(), descriptor);
    EXPECT_EQ(array.num_levels(), levels);
    EXPECT_EQ(array.device(), device());
    EXPECT_TRUE(static_cast<bool>(array.handle()));
    std::size_t size = 0;
    std::vector<std::vector<std::byte>> written;
    for (unsigned level = 0; level < levels; ++level) {
      const CUDAArray one = array.level(level);
      EXPECT_EQ(one.descriptor(), level_descriptor(descriptor, level));
      size += one.size_bytes();
      auto& texels = written.emplace_back(one.size_bytes());
      for (std::size_t i = 0; i < texels.size(); ++i) {
        texels[i] = static_cast<std::byte>(i * 7 + level * 31);
      }
      one.copy_from(texels, stream());
    }
    EXPECT_EQ(array.size_bytes(), size);
    for (unsigned level = 0; level < levels; ++level) {
      std::vector<std::byte> seen(written[level].size());
      array.level(level).copy_to(seen, stream());
      stream().synchronize();
      EXPECT_EQ(seen, written[level]) << "level " << level;
    }
  }
}

TEST_P(MipmappedOnEach, OutlivesItselfInItsLevelsTexturesAndSurfaces) {
  const std::size_t before = live_object_count();
  const std::vector<std::byte> texels(4 * 2 * 4, std::byte{9});
  {
    MipmappedArray array = MipmappedArray::from_descriptor(device(), {Extent(8, 4), DataType::uint8, 4, true}, 4);
    std::optional<CUDAArray> level{array.level(1)};
    TextureDescriptor descriptor;
    descriptor.normalized_coords = true;
    descriptor.max_mipmap_level_clamp = 3;
    std::optional<TextureObject> texture{
        TextureObject::from_resource(ResourceDescriptor::from_mipmapped_array(array), descriptor)};
    array.close();
    array.close();
    EXPECT_TRUE(array.is_closed());
    EXPECT_THROW(static_cast<void>(array.handle()), InvalidState);
    EXPECT_THROW(static_cast<void>(array.level(0)), InvalidState);
    level->copy_from(texels, stream());
    std::optional<SurfaceObject> surface{SurfaceObject::from_array(*level)};
    level->close();
    EXPECT_EQ(live_object_count(), before + 3) << "a level is not a driver object";
    EXPECT_EQ(texture->resource().mipmapped_array().num_levels(), 4U);
    texture->close();
    EXPECT_EQ(live_object_count(), before + 2);
    std::vector<std::byte> seen(texels.size());
    surface->array().copy_to(seen, stream());
    stream().synchronize();
    EXPECT_EQ(seen, texels);
    surface->close();
    EXPECT_EQ(live_object_count(), before);
  }
}

TEST_P(MipmappedOnEach, CopiesBetweenLevelsAndOtherArrays) {
  const MipmappedArray array = MipmappedArray::from_descriptor(device(), {Extent(8, 8), DataType::uint8, 1, false}, 2);
  const CUDAArray plain = CUDAArray::from_descriptor(device(), {Extent(4, 4), DataType::uint8, 1, false});
  std::vector<std::byte> texels(16);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    texels[i] = static_cast<std::byte>(i);
  }
  plain.copy_from(texels, stream());
  array.level(1).copy_from(plain, stream());
  array.level(0).copy_from(array.level(1), {{0, 0, 0}, Extent(4, 2)}, {3, 5, 0}, stream());
  std::vector<std::byte> seen(8);
  array.level(0).copy_to(std::span(seen), {{3, 5, 0}, Extent(4, 2)}, stream());
  stream().synchronize();
  EXPECT_EQ(seen, std::vector<std::byte>(texels.begin(), texels.begin() + 8));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(MipmappedOnEach);

TEST(MipmappedArray, ReportsTheViolatedRule) {
  const FakeDevice fake;
  const auto refusal = [&](const ArrayDescriptor& descriptor, unsigned levels) {
    return error_of<InvalidArgument>(
        [&] { static_cast<void>(MipmappedArray::from_descriptor(*fake.device, descriptor, levels)); });
  };
  EXPECT_EQ(refusal({Extent(4, 8), DataType::uint8, 4}, 5),
            "cuda:0: mipmapped array 4x8 uint8x4: unsupported level count 5: these extents allow 1 to 4, the last "
            "with a single texel");
  EXPECT_NE(refusal({Extent(4, 8), DataType::uint8, 4}, 0), "no error");
  EXPECT_NE(refusal({Extent(4, 8), DataType::uint8, 3}, 1), "no error");
  EXPECT_EQ(refusal({Extent(300), DataType::uint8, 1}, 1),
            "cuda:0: mipmapped array 300 uint8x1: width 300 exceeds this device's limit for mipmapped 1D arrays "
            "(256): use a smaller extent");
  EXPECT_NE(refusal({Extent(300, 1), DataType::uint8, 1}, 1).find("mipmapped 2D arrays (256x256)"), std::string::npos);
  EXPECT_EQ(fake.script->count("cuMipmappedArrayCreate"), 0U) << "the driver is not called";
  EXPECT_EQ(refusal({Extent(256, 1), DataType::uint8, 1}, 9), "no error");
}

TEST(MipmappedArray, ChecksTheLevel) {
  const FakeDevice fake;
  const MipmappedArray array = MipmappedArray::from_descriptor(*fake.device, {Extent(4, 8), DataType::uint8, 4}, 3);
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(array.level(3)); }),
            "cuda:0: no level 3 in mipmapped array 4x8 uint8x4, which has 3 levels: count from 0");
  static_cast<void>(array.level(2));
  EXPECT_NE(fake.script->last().find("cuMipmappedArrayGetLevel(array="), std::string::npos) << fake.script->last();
  EXPECT_NE(fake.script->last().find("level=2"), std::string::npos) << fake.script->last();
}

TEST(MipmappedArray, ReportsADriverThatReturnsNoHandle) {
  FakeDevice fake;
  {
    const MipmappedArray array = MipmappedArray::from_descriptor(*fake.device, {Extent(4, 8), DataType::uint8, 4}, 3);
    fake.script->gives_null_handles = true;
    EXPECT_THROW(static_cast<void>(MipmappedArray::from_descriptor(*fake.device, {Extent(4), DataType::uint8, 4}, 1)),
                 Error);
    EXPECT_THROW(static_cast<void>(array.level(0)), Error);
    fake.script->gives_null_handles = false;
    fake.script->answers["cuMipmappedArrayGetLevel"] = Status::invalid_value;
    EXPECT_THROW(static_cast<void>(array.level(0)), DriverError);
  }
  EXPECT_EQ(fake.live_objects->count(ObjectKind::mipmapped_array), 1U)
      << "the array without a handle is the only one that counts as live";
}

}  // namespace
}  // namespace texelscope::gpu
