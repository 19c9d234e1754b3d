#include "texelscope/gpu/texture_object.h"

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

class TextureOnEach : public tests::DeviceTest {
 protected:
  [[nodiscard]] CUDAArray array(DataType type = DataType::float32, bool has_surfaces = true) const {
    return CUDAArray::from_descriptor(device(), {Extent(4, 4), type, 4, has_surfaces});
  }
};

TEST_P(TextureOnEach, IsCreatedForEachFilterAndAddressMode) {
  const CUDAArray base = array();
  for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
    for (const AddressMode mode : {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror, AddressMode::border}) {
      TextureDescriptor descriptor;
      descriptor.filter_mode = filter;
      descriptor.address_mode = mode;
      descriptor.normalized_coords = true;
      const TextureObject texture = TextureObject::from_array(base, descriptor);
      EXPECT_TRUE(static_cast<bool>(texture.handle()));
      EXPECT_EQ(texture.descriptor(), descriptor);
      EXPECT_EQ(texture.array().handle(), base.handle());
      EXPECT_EQ(texture.device(), device());
    }
  }
}

TEST_P(TextureOnEach, KeepsItsArrayAlive) {
  const std::size_t before = live_object_count();
  std::optional<CUDAArray> base{array()};
  std::optional<TextureObject> texture{TextureObject::from_array(*base, {})};
  std::optional<SurfaceObject> surface{SurfaceObject::from_array(*base)};
  base->close();
  EXPECT_EQ(live_object_count(), before + 3);
  EXPECT_TRUE(static_cast<bool>(texture->array().handle()));
  texture->close();
  texture->close();
  EXPECT_EQ(live_object_count(), before + 2);
  surface->close();
  EXPECT_EQ(live_object_count(), before);
}

TEST_P(TextureOnEach, WarnsOfWrapWithoutNormalizedCoordinates) {
  TextureDescriptor descriptor;
  descriptor.address_mode = AddressMode::wrap;
  const TextureObject texture = TextureObject::from_array(array(), descriptor);
  const auto diagnostics = take_diagnostics();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics.front().severity, Diagnostic::Severity::warning);
  EXPECT_EQ(diagnostics.front().text,
            to_string(GetParam()) +
                ": texture of array 4x4 float32x4 surface: address mode wrap on axis 0 needs normalized coordinates: "
                "the hardware silently clamps instead; set normalized_coords, or use clamp");
}

TEST_P(TextureOnEach, RefusesLinearFilteringOfIntegers) {
  TextureDescriptor descriptor;
  descriptor.filter_mode = FilterMode::linear;
  EXPECT_THROW(static_cast<void>(TextureObject::from_array(array(DataType::uint8), descriptor)), InvalidArgument);
  descriptor.read_mode = ReadMode::normalized_float;
  EXPECT_FALSE(TextureObject::from_array(array(DataType::uint8), descriptor).is_closed());
}

TEST_P(TextureOnEach, RefusesASurfaceWithoutTheFlag) {
  EXPECT_THROW(static_cast<void>(SurfaceObject::from_array(array(DataType::uint8, false))), InvalidArgument);
  const SurfaceObject surface = SurfaceObject::from_array(array(DataType::uint8, true));
  EXPECT_TRUE(static_cast<bool>(surface.handle()));
  EXPECT_EQ(surface.device(), device());
}

TEST_P(TextureOnEach, RefusesToWorkOnceClosed) {
  CUDAArray base = array();
  TextureObject texture = TextureObject::from_array(base, {});
  SurfaceObject surface = SurfaceObject::from_array(base);
  texture.close();
  surface.close();
  base.close();
  EXPECT_TRUE(texture.is_closed());
  EXPECT_TRUE(surface.is_closed());
  EXPECT_THROW(static_cast<void>(texture.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(texture.descriptor()), InvalidState);
  EXPECT_THROW(static_cast<void>(texture.array()), InvalidState);
  EXPECT_THROW(static_cast<void>(texture.device()), InvalidState);
  EXPECT_THROW(static_cast<void>(surface.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(surface.array()), InvalidState);
  EXPECT_THROW(static_cast<void>(TextureObject::from_array(base, {})), InvalidState);
  EXPECT_THROW(static_cast<void>(SurfaceObject::from_array(base)), InvalidState);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(TextureOnEach);

TEST(TextureObject, OnlyPassesLegalSettingsToTheDriver) {
  const FakeDevice fake;
  const CUDAArray base = CUDAArray::from_descriptor(*fake.device, {Extent(4, 4), DataType::uint32, 1, false});
  TextureDescriptor descriptor;
  descriptor.read_mode = ReadMode::normalized_float;
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(TextureObject::from_array(base, descriptor)); }),
            "cuda:0: texture of array 4x4 uint32x1: uint32 cannot be read as normalized floats: read elements, or use "
            "8- or 16-bit integers or floats");
  EXPECT_EQ(fake.script->count("cuTexObjectCreate"), 0U);
}

TEST(SurfaceObject, NamesTheMissingFlag) {
  const FakeDevice fake;
  const CUDAArray base = CUDAArray::from_descriptor(*fake.device, {Extent(4, 4), DataType::uint32, 1, false});
  const std::string text = error_of<InvalidArgument>([&] { static_cast<void>(SurfaceObject::from_array(base)); });
  EXPECT_NE(text.find("created without is_surface_load_store"), std::string::npos) << text;
  EXPECT_EQ(fake.script->count("cuSurfObjectCreate"), 0U);
}

TEST(TextureObject, LeavesNothingBehindWhenTheDriverRefuses) {
  FakeDevice fake;
  fake.script->answers["cuTexObjectCreate"] = Status::invalid_value;
  fake.script->answers["cuSurfObjectCreate"] = Status::invalid_value;
  {
    const CUDAArray base = CUDAArray::from_descriptor(*fake.device, {Extent(4, 4), DataType::float32, 1, true});
    EXPECT_THROW(static_cast<void>(TextureObject::from_array(base, {})), DriverError);
    EXPECT_THROW(static_cast<void>(SurfaceObject::from_array(base)), DriverError);
  }
  fake.device.reset();
  EXPECT_EQ(fake.live_objects->count(), 0U);
}

}  // namespace
}  // namespace texelscope::gpu
