#include <algorithm>
#include <array>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/object_origin.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu {
namespace {

/// The relations of a device's live objects.
class ObjectOwnersOnEach : public testing::TestWithParam<DeviceId> {
 protected:
  void SetUp() override {
    device = Device::open(GetParam(), {.observers = {live}, .diagnostics = {}, .stream_profiler = {}});
  }

  /// The only object of a kind, or the last.
  [[nodiscard]] LiveObject object(ObjectKind kind) const {
    LiveObject found;
    for (const LiveObject& each : live->objects()) {
      found = each.kind == kind ? each : found;
    }
    EXPECT_NE(found.number, 0U) << to_string(kind);
    return found;
  }
  [[nodiscard]] static std::vector<std::uint64_t> numbers(std::initializer_list<LiveObject> objects) {
    std::vector<std::uint64_t> all;
    for (const LiveObject& each : objects) {
      all.push_back(each.number);
    }
    return all;
  }

  std::shared_ptr<LiveObjects> live = std::make_shared<LiveObjects>();
  std::optional<Device> device;
};
TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ObjectOwnersOnEach);

TEST_P(ObjectOwnersOnEach, LeadFromATextureToItsDevice) {
  const CUDAArray array = CUDAArray::from_descriptor(
      *device, {.shape = Extent(40, 10), .format = DataType::uint8, .num_channels = 4, .is_surface_load_store = true});
  const TextureObject texture = TextureObject::from_array(array, {});
  const SurfaceObject surface = SurfaceObject::from_array(array);
  EXPECT_EQ(object(ObjectKind::texture).owners, numbers({object(ObjectKind::array)}));
  EXPECT_EQ(object(ObjectKind::surface).owners, numbers({object(ObjectKind::array)}));
  EXPECT_EQ(object(ObjectKind::array).owners, numbers({object(ObjectKind::context)}));
  EXPECT_TRUE(object(ObjectKind::context).owners.empty());
  EXPECT_EQ(object(ObjectKind::array).handle, array.handle().value);
  EXPECT_EQ(object(ObjectKind::array).size_bytes, 1600U);
  EXPECT_EQ(object(ObjectKind::texture).size_bytes, 0U);
}

TEST_P(ObjectOwnersOnEach, LeadFromALevelToTheMipmappedArray) {
  const MipmappedArray array = MipmappedArray::from_descriptor(
      *device, {.shape = Extent(16, 8), .format = DataType::uint8, .num_channels = 1, .is_surface_load_store = true},
      3);
  const SurfaceObject surface = SurfaceObject::from_array(array.level(1));
  EXPECT_EQ(object(ObjectKind::surface).owners, numbers({object(ObjectKind::mipmapped_array)}));
  EXPECT_EQ(object(ObjectKind::mipmapped_array).size_bytes, 16U * 8 + 8U * 4 + 4U * 2);
}

TEST_P(ObjectOwnersOnEach, LeadFromMemoryToTheStreamThatFreesIt) {
  const Stream stream = device->create_stream();
  const Buffer buffer = device->allocate(4096, stream);
  EXPECT_EQ(object(ObjectKind::memory).owners, numbers({object(ObjectKind::stream)}));
  EXPECT_EQ(object(ObjectKind::memory).size_bytes, 4096U);
  const Buffer other = device->allocate(4096, device->default_stream());
  EXPECT_EQ(object(ObjectKind::memory).owners, numbers({object(ObjectKind::context)}));
}

TEST_P(ObjectOwnersOnEach, FindTheMemoryThatATextureReadsFromItsMiddle) {
  const Stream stream = device->create_stream();
  const std::size_t step = device->properties().texture_alignment;
  const Buffer buffer = device->allocate(step * 4, stream);
  const TextureObject texture =
      TextureObject::from_resource(ResourceDescriptor::from_linear(buffer, DataType::uint8, 1, step, step), {});
  EXPECT_EQ(object(ObjectKind::texture).owners, numbers({object(ObjectKind::memory)}));
}

TEST_P(ObjectOwnersOnEach, ListTheObjectsAffectedByADestruction) {
  const Stream stream = device->create_stream();
  Buffer buffer = device->allocate(1000, stream);
  const CUDAArray array = CUDAArray::from_descriptor(
      *device, {.shape = Extent(10, 10), .format = DataType::uint8, .num_channels = 1, .is_surface_load_store = true});
  const SurfaceObject surface = SurfaceObject::from_array(array);
  const LiveObject array_object = object(ObjectKind::array);
  {
    const TextureObject texture = TextureObject::from_array(array, {});
    const EndOfObject end = end_of_object(live->objects(), object(ObjectKind::texture).number);
    EXPECT_TRUE(end.users.empty());
    EXPECT_TRUE(end.let_go.empty()) << "the surface still needs the array";
    EXPECT_EQ(end.size_bytes, 0U);
    const EndOfObject of_array = end_of_object(live->objects(), array_object.number);
    EXPECT_EQ(of_array.users, numbers({object(ObjectKind::surface), object(ObjectKind::texture)}));
    EXPECT_EQ(of_array.size_bytes, 100U);
  }
  const EndOfObject end = end_of_object(live->objects(), object(ObjectKind::surface).number);
  EXPECT_EQ(end.let_go, numbers({array_object}));
  EXPECT_EQ(end.size_bytes, 100U);
  const EndOfObject of_memory = end_of_object(live->objects(), object(ObjectKind::memory).number);
  EXPECT_EQ(of_memory.let_go, numbers({object(ObjectKind::stream)}));
  EXPECT_EQ(of_memory.size_bytes, 1000U);
  const EndOfObject of_context = end_of_object(live->objects(), object(ObjectKind::context).number);
  EXPECT_EQ(of_context.users.size(), live->count() - 1);
}

TEST_P(ObjectOwnersOnEach, ForgetDestroyedOwners) {
  const Stream stream = device->create_stream();
  std::optional<CUDAArray> array = CUDAArray::from_descriptor(
      *device, {.shape = Extent(8, 8), .format = DataType::uint8, .num_channels = 1, .is_surface_load_store = true});
  array.reset();
  EXPECT_EQ(live->count(ObjectKind::array), 0U);
  EXPECT_EQ(live->objects().size(), 2U);
}

TEST_P(ObjectOwnersOnEach, NameTheOwnerOfEachObject) {
  std::optional<Stream> stream;
  std::optional<Event> event;
  {
    const ObjectOrigin scene{"scene plasma"};
    stream = device->create_stream();
    const ObjectOrigin frame{"frame", 12};
    event = device->create_event({});
  }
  const Buffer buffer = device->allocate(64, *stream);
  EXPECT_EQ(object(ObjectKind::stream).origin, "scene plasma");
  EXPECT_EQ(object(ObjectKind::event).origin, "scene plasma, frame 12");
  EXPECT_EQ(object(ObjectKind::memory).origin, "");
  const std::vector<std::string> lines = live->list();
  EXPECT_TRUE(std::ranges::any_of(lines, [](const std::string& line) {
    return line.starts_with("event ") &&
           line.ends_with(
               "created by cuEventCreate(has_timing=false, is_interprocess=false) for scene plasma, frame 12");
  }));
}

}  // namespace
}  // namespace texelscope::gpu
