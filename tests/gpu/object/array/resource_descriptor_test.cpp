#include "texelscope/gpu/resource_descriptor.h"

#include <algorithm>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

TEST(ResourceFacts, HaveOneTextForm) {
  EXPECT_EQ(to_string(ResourceFacts{ResourceKind::array, {Extent(4, 2), DataType::uint8, 4}}), "array 4x2 uint8x4");
  EXPECT_EQ(to_string(ResourceFacts{ResourceKind::mipmapped_array, {Extent(4, 2), DataType::uint8, 4}, 3}),
            "mipmapped array 4x2 uint8x4 with 3 levels");
  EXPECT_EQ(to_string(ResourceFacts{ResourceKind::linear, {Extent(9), DataType::float32, 1}}),
            "linear memory of 9 float32x1");
  EXPECT_EQ(to_string(ResourceFacts{ResourceKind::pitch_2d, {Extent(9, 3), DataType::float32, 1}}),
            "pitched memory of 9x3 float32x1");
}

/// The fake device aligns textures to 512 bytes and pitches to 32, and its handles are small numbers.
class ResourceRules : public testing::Test {
 protected:
  ResourceRules() { fake.script->next_handle = 0x1000; }

  [[nodiscard]] std::string linear(DataType format, int channels, std::size_t offset,
                                   std::optional<std::size_t> size) const {
    return error_of<InvalidArgument>(
        [&] { static_cast<void>(ResourceDescriptor::from_linear(buffer, format, channels, offset, size)); });
  }
  [[nodiscard]] std::string pitched(const PitchedRows& rows, std::size_t offset = 0,
                                    DataType format = DataType::uint8) const {
    return error_of<InvalidArgument>(
        [&] { static_cast<void>(ResourceDescriptor::from_pitch_2d(buffer, format, 4, rows, offset)); });
  }

  FakeDevice fake;
  Stream stream = fake.device->create_stream();
  Buffer buffer = [this] {
    fake.script->next_handle = 0x2000;
    return fake.device->allocate(1 << 20, stream);
  }();
};

TEST_F(ResourceRules, AcceptLinearMemoryOfWholeElementsInsideTheBuffer) {
  const ResourceDescriptor all = ResourceDescriptor::from_linear(buffer, DataType::float32, 4, 1 << 19);
  EXPECT_EQ(all.kind(), ResourceKind::linear);
  EXPECT_EQ(all.facts().texels.shape, Extent((1 << 19) / 16));
  EXPECT_EQ(all.offset_bytes(), 1U << 19);
  EXPECT_EQ(linear(DataType::float32, 2, 512, 8), "no error");
  EXPECT_EQ(linear(DataType::float32, 2, 512, 12),
            "cuda:0: linear memory of 1 float32x2 at byte 512 of a buffer of 1048576: 12 bytes are not a positive "
            "multiple of the element size of 8 bytes");
  EXPECT_NE(linear(DataType::float32, 2, 0, 0), "no error");
  EXPECT_NE(linear(DataType::float32, 2, 1 << 20, std::nullopt), "no error");
  EXPECT_NE(linear(DataType::float32, 2, 1 << 30, std::nullopt), "no error");
  EXPECT_NE(linear(DataType::float32, 2, (1 << 20) - 512, 520).find("it needs 520 bytes, but only 512 are left"),
            std::string::npos);
  EXPECT_NE(linear(DataType::uint8, 3, 0, 3).find("3 channels"), std::string::npos);
  EXPECT_NE(linear(static_cast<DataType>(99), 1, 0, 4).find("is not a DataType"), std::string::npos);
}

TEST_F(ResourceRules, AlignTheFirstByteAndBoundTheElements) {
  EXPECT_NE(linear(DataType::uint8, 4, 256, 256).find("texture alignment of 512"), std::string::npos);
  EXPECT_EQ(linear(DataType::uint8, 1, 0, 1 << 16), "no error");
  EXPECT_NE(linear(DataType::uint8, 1, 0, (1 << 16) + 1).find("limit of 65536 for linear textures"), std::string::npos);
}

TEST_F(ResourceRules, AcceptPitchedMemoryThatTheTextureUnitSupports) {
  EXPECT_EQ(pitched({100, 30, 416}), "no error");
  EXPECT_EQ(pitched({8, 4, 31}),
            "cuda:0: pitched memory of 8x4 uint8x4 at byte 0 of a buffer of 1048576: a pitch of 31 bytes is out of "
            "range: use 32 (one row) to 4096 (this device's limit)");
  EXPECT_NE(pitched({8, 4, 8192}).find("to 4096"), std::string::npos);
  EXPECT_NE(pitched({8, 4, 40}).find("pitch alignment of 32"), std::string::npos);
  EXPECT_NE(pitched({8, 4, 32}, 32).find("texture alignment of 512"), std::string::npos);
  EXPECT_NE(pitched({401, 4, 2048}).find("400x300"), std::string::npos);
  EXPECT_NE(pitched({8, 301, 32}).find("400x300"), std::string::npos);
  EXPECT_NE(pitched({0, 4, 32}), "no error");
  EXPECT_NE(pitched({8, 0, 32}), "no error");
  EXPECT_EQ(pitched({8, 257, 4096}, 0).find("no error"), std::string::npos) << "beyond the buffer";
  EXPECT_EQ(pitched({8, 256, 4096}, 0), "no error");
  EXPECT_EQ(pitched({8, 256, 4096}, 3584), "no error") << "the last row does not need a full pitch";
}

TEST_F(ResourceRules, ReturnTheGivenObjectAndNoOther) {
  const ResourceDescriptor resource = ResourceDescriptor::from_linear(buffer, DataType::uint8, 4, 0, 400);
  EXPECT_EQ(resource.buffer().handle(), buffer.handle());
  EXPECT_EQ(resource.device(), *fake.device);
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(resource.array()); }).find("this resource is linear"),
            0U);
  EXPECT_THROW(static_cast<void>(resource.mipmapped_array()), InvalidArgument);
  const CUDAArray array = CUDAArray::from_descriptor(*fake.device, {Extent(4), DataType::uint8, 1});
  EXPECT_THROW(static_cast<void>(ResourceDescriptor::from_array(array).buffer()), InvalidArgument);
  Buffer closed = buffer;
  closed.close();
  EXPECT_THROW(static_cast<void>(ResourceDescriptor::from_linear(closed, DataType::uint8, 4)), InvalidState);
}

TEST_F(ResourceRules, PassTheEffectiveSettingsToTheDriver) {
  TextureDescriptor descriptor;
  descriptor.filter_mode = FilterMode::linear;
  descriptor.address_mode = AddressMode::wrap;
  const TextureObject texture =
      TextureObject::from_resource(ResourceDescriptor::from_linear(buffer, DataType::uint8, 4, 512, 400), descriptor);
  EXPECT_EQ(fake.script->last(),
            "cuTexObjectCreate(resource=linear memory of 100 uint8x4 at 0x2200, descriptor=clamp/clamp/clamp point "
            "element texel coordinates)");
  EXPECT_EQ(texture.descriptor(), descriptor) << "as requested";
  ASSERT_EQ(fake.diagnostics->size(), 1U);
  EXPECT_NE(fake.diagnostics->front().find("ignore address_mode, filter_mode"), std::string::npos)
      << fake.diagnostics->front();
}

TEST_F(ResourceRules, LeaveSeamlessFilteringToCubeMaps) {
  TextureDescriptor descriptor;
  descriptor.normalized_coords = true;
  descriptor.seamless_cubemap = true;
  ArrayDescriptor faces{Extent(4, 4), DataType::float32, 1};
  const auto asked = [&] {
    const CUDAArray array = CUDAArray::from_descriptor(*fake.device, faces);
    static_cast<void>(TextureObject::from_array(array, descriptor).handle());
    const std::lock_guard lock{fake.script->mutex};
    return std::ranges::any_of(fake.script->calls, [](const std::string& call) {
      return call.starts_with("cuTexObjectCreate") && call.find(" seamless") != std::string::npos;
    });
  };
  EXPECT_FALSE(asked());
  EXPECT_EQ(fake.diagnostics->size(), 1U);
  faces.kind = ArrayKind::cube_map;
  EXPECT_TRUE(asked());
  EXPECT_EQ(fake.diagnostics->size(), 1U);
}

class ResourceOnEach : public tests::DeviceTest {};

TEST_P(ResourceOnEach, OfEachKindIsKeptAliveByItsTexture) {
  const std::size_t before = live_object_count();
  std::optional<Buffer> buffer{device().allocate(64 * 1024, stream())};
  std::optional<CUDAArray> array{CUDAArray::from_descriptor(device(), {Extent(8, 8), DataType::uint8, 4})};
  std::vector<TextureObject> textures;
  const ResourceDescriptor resources[] = {
      ResourceDescriptor::from_array(*array), ResourceDescriptor::from_linear(*buffer, DataType::float32, 1, 512, 400),
      ResourceDescriptor::from_pitch_2d(*buffer, DataType::uint16, 2, {30, 20, 128}, 1024)};
  for (const ResourceDescriptor& resource : resources) {
    textures.push_back(TextureObject::from_resource(resource, {}));
    EXPECT_TRUE(static_cast<bool>(textures.back().handle())) << to_string(resource.facts());
    EXPECT_EQ(textures.back().resource().facts(), resource.facts());
    EXPECT_EQ(textures.back().device(), device());
  }
  EXPECT_THROW(static_cast<void>(textures[1].array()), InvalidArgument);
  buffer->close(stream());
  array->close();
  EXPECT_EQ(live_object_count(), before + 5);
  EXPECT_TRUE(static_cast<bool>(textures[1].resource().buffer().handle()));
  textures.clear();
}

TEST_P(ResourceOnEach, FreesABufferWithTheLastTextureOfIt) {
  const std::size_t before = live_object_count();
  std::optional<Buffer> buffer{device().allocate(4096, stream())};
  std::optional<TextureObject> texture{
      TextureObject::from_resource(ResourceDescriptor::from_linear(*buffer, DataType::uint8, 1), {})};
  buffer.reset();
  EXPECT_EQ(live_object_count(), before + 2);
  texture.reset();
  EXPECT_EQ(live_object_count(), before);
}

TEST_P(ResourceOnEach, HasTheLimitsOfTheDevice) {
  const DeviceProperties& facts = device().properties();
  EXPECT_GE(facts.texture_alignment, 32U);
  EXPECT_GE(facts.texture_pitch_alignment, 16U);
  const Buffer buffer = device().allocate(64 * 1024, stream());
  EXPECT_THROW(
      static_cast<void>(ResourceDescriptor::from_linear(buffer, DataType::uint8, 4, facts.texture_alignment / 2)),
      InvalidArgument);
  EXPECT_THROW(static_cast<void>(ResourceDescriptor::from_pitch_2d(buffer, DataType::uint8, 4,
                                                                   {4, 4, facts.texture_pitch_alignment * 3 / 2}, 0)),
               InvalidArgument);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ResourceOnEach);

}  // namespace
}  // namespace texelscope::gpu
