#include "texelscope/gpu/graphics_resource.h"

#include <algorithm>
#include <stdexcept>

#include "tests/gpu/object/graphics/graphics_fixture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::fake_gl_loader;
using tests::FakeDevice;

class GraphicsMapping : public tests::GraphicsTest {};

TEST_F(GraphicsMapping, MapsAnImageToItsArray) {
  const GraphicsResource resource = image();
  const Mapping mapping = resource.map(*stream);
  EXPECT_TRUE(resource.is_mapped());
  EXPECT_TRUE(mapping.is_mapped());
  EXPECT_EQ(mapping.size(), 1U);
  EXPECT_EQ(mapping.stream().handle(), stream->handle());
  const CUDAArray array = mapping.array();
  EXPECT_EQ(array.descriptor(), fake.script->mapped_array);
  EXPECT_TRUE(static_cast<bool>(array.handle()));
  EXPECT_THROW(static_cast<void>(mapping.buffer()), InvalidArgument);
  EXPECT_THROW(static_cast<void>(mapping.array(1)), InvalidArgument);
}

TEST_F(GraphicsMapping, MapsABufferToItsMemory) {
  const GraphicsResource resource = buffer();
  const Mapping mapping = resource.map(*stream);
  const Buffer memory = mapping.buffer();
  EXPECT_EQ(memory.size_bytes(), 64U);
  EXPECT_TRUE(static_cast<bool>(memory.handle()));
  EXPECT_THROW(static_cast<void>(mapping.array()), InvalidArgument);
}

TEST_F(GraphicsMapping, ReturnsTheArrayOfEachLayerAndLevelOnly) {
  const GraphicsResource resource = image(5);
  const Mapping mapping = resource.map(*stream);
  static_cast<void>(mapping.array(0, 2, 1));
  EXPECT_NE(fake.script->last().find("layer=2, level=1"), std::string::npos) << fake.script->last();
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(mapping.array(0, 3, 0)); }),
            "cuda:0: no layer 3, level 0 in GL image 5, which has 3 layers and 2 levels: count from 0");
  EXPECT_THROW(static_cast<void>(mapping.array(0, 0, 2)), InvalidArgument);
  EXPECT_EQ(calls("cuGraphicsSubResourceGetMappedArray"), 1U);
}

TEST_F(GraphicsMapping, ReturnsAllLevelsAsOneWithTheKindFromTheDriver) {
  fake.script->mapped_array.kind = ArrayKind::layered;
  fake.script->mapped_array.num_layers = 3;
  const GraphicsResource resource = image(5);
  Mapping mapping = resource.map(*stream);
  const MipmappedArray array = mapping.mipmapped_array();
  EXPECT_EQ(fake.script->last(),
            "cuGraphicsResourceGetMappedMipmappedArray(resource=" + driver::describe(resource.handle()) + ")");
  EXPECT_EQ(array.descriptor(), fake.script->mapped_array);
  EXPECT_EQ(array.num_levels(), 2U) << "as GL reports";
  const CUDAArray level = array.level(1);
  EXPECT_EQ(level.descriptor(), level_descriptor(fake.script->mapped_array, 1));
  EXPECT_EQ(fake.live_objects->count(ObjectKind::mipmapped_array), 0U) << "the mapping owns the array";
  mapping.unmap();
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(array.level(0)), InvalidState);
  EXPECT_THROW(static_cast<void>(level.handle()), InvalidState);
  EXPECT_EQ(calls("cuMipmappedArrayDestroy"), 0U);
}

TEST_F(GraphicsMapping, HasNoMipmappedArrayOfABufferOrADriverThatFails) {
  const GraphicsResource memory = buffer();
  EXPECT_THROW(static_cast<void>(memory.map(*stream).mipmapped_array()), InvalidArgument);
  const GraphicsResource resource = image();
  fake.script->answers["cuGraphicsResourceGetMappedMipmappedArray"] = Status::invalid_value;
  EXPECT_THROW(static_cast<void>(resource.map(*stream).mipmapped_array()), DriverError);
  fake.script->answers.clear();
  fake.script->gives_null_handles = true;
  EXPECT_THROW(static_cast<void>(resource.map(*stream).mipmapped_array()), Error);
  fake.script->gives_null_handles = false;
}

TEST_F(GraphicsMapping, MapsAndUnmapsManyInOneCallEach) {
  const std::vector<GraphicsResource> resources{image(3), image(4), buffer()};
  {
    const Mapping mapping = GraphicsResource::map_all(resources, *stream);
    EXPECT_EQ(calls("cuGraphicsMapResources"), 1U);
    EXPECT_EQ(mapping.size(), 3U);
    static_cast<void>(mapping.array(1));
    static_cast<void>(mapping.buffer(2));
    EXPECT_TRUE(std::ranges::all_of(resources, &GraphicsResource::is_mapped));
    EXPECT_EQ(mappings(), 3U);
  }
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 1U);
  EXPECT_EQ(mappings(), 0U);
}

TEST_F(GraphicsMapping, RefusesListsThatCannotBeMappedTogether) {
  const GraphicsResource first = image(3);
  const GraphicsResource second = image(4);
  EXPECT_THROW(static_cast<void>(GraphicsResource::map_all({}, *stream)), InvalidArgument);
  const std::vector<GraphicsResource> twice{first, second, first};
  EXPECT_NE(
      error_of<InvalidArgument>([&] { static_cast<void>(GraphicsResource::map_all(twice, *stream)); }).find("twice"),
      std::string::npos);
  const FakeDevice other({DeviceKind::cuda, 0});
  const GLContext other_context = GLContext::from_current(*other.device, fake_gl_loader());
  const std::vector<GraphicsResource> devices{
      first, GraphicsResource::from_gl_image(other_context, 4, GL_TEXTURE_2D, GraphicsFlags::none)};
  EXPECT_THROW(static_cast<void>(GraphicsResource::map_all(devices, *stream)), InvalidArgument);
  const GLContext second_context = GLContext::from_current(*fake.device, fake_gl_loader());
  const std::vector<GraphicsResource> contexts{
      first, GraphicsResource::from_gl_image(second_context, 4, GL_TEXTURE_2D, GraphicsFlags::none)};
  EXPECT_THROW(static_cast<void>(GraphicsResource::map_all(contexts, *stream)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(first.map(other.device->create_stream())), InvalidArgument);
  EXPECT_EQ(calls("cuGraphicsMapResources"), 0U);
  EXPECT_FALSE(first.is_mapped());
}

TEST_F(GraphicsMapping, RefusesImagesThatChangedAfterTheirRegistration) {
  const GraphicsResource resource = image(3);
  const GraphicsResource layered = image(5);
  const auto refusal_of = [&](const GraphicsResource& mapped) {
    return error_of<InvalidState>([&] { static_cast<void>(mapped.map(*stream)); });
  };
  tests::FakeGLImage& gl_image = tests::fake_gl().images[3];
  const tests::FakeGLImage original = gl_image;
  gl_image.internal_format = GL_RGBA32F;
  EXPECT_EQ(refusal_of(resource),
            "cuda:0: cannot map GL image 3: it was registered as 8x4 GL_RGBA8 and is now 8x4 GL_RGBA32F; close its "
            "GraphicsResource and register it again");
  gl_image = original;
  gl_image.width = 16;
  EXPECT_NE(refusal_of(resource).find("is now 16x4 GL_RGBA8"), std::string::npos);
  gl_image = original;
  gl_image.internal_format = 0xBEEF;
  EXPECT_NE(refusal_of(resource).find("is now 8x4 0xBEEF"), std::string::npos);
  tests::fake_gl().images[5].depth = 4;
  EXPECT_NE(refusal_of(layered).find("registered as 16x16x3 GL_RGBA8 and is now 16x16x4 GL_RGBA8"), std::string::npos);
  gl_image = original;
  tests::fake_gl().error = GL_INVALID_ENUM;
  EXPECT_NO_THROW(static_cast<void>(resource.map(*stream))) << "it is as it was";
  EXPECT_THROW(static_cast<void>(GraphicsResource::map_all(std::vector{resource, layered}, *stream)), InvalidState);
  EXPECT_EQ(calls("cuGraphicsMapResources"), 1U);
  EXPECT_EQ(mappings(), 0U);
}

TEST_F(GraphicsMapping, RefusesObjectsThatWereDeletedOrReplacedAfterTheirRegistration) {
  const GraphicsResource resource = image(3);
  const GraphicsResource memory = buffer();
  const auto refusal_of = [&](const GraphicsResource& mapped) {
    return error_of<InvalidState>([&] { static_cast<void>(mapped.map(*stream)); });
  };
  tests::fake_gl().buffers[7] = 128;
  EXPECT_EQ(refusal_of(memory),
            "cuda:0: cannot map GL buffer 7: it was registered as 64 bytes and is now 128 bytes; close its "
            "GraphicsResource and register it again");
  tests::fake_gl().buffers.erase(7);
  EXPECT_EQ(refusal_of(memory),
            "cuda:0: cannot map GL buffer 7: the current GL context has no such buffer; it was deleted after its "
            "registration, or a different GL context is current: register an existing object, or make its context "
            "current");
  tests::fake_gl().images[3].target = GL_TEXTURE_3D;
  EXPECT_NE(refusal_of(resource).find("no such GL_TEXTURE_2D; it was deleted"), std::string::npos);
  EXPECT_EQ(tests::fake_gl().error, static_cast<GLenum>(GL_NO_ERROR));
  tests::fake_gl().images.erase(3);
  EXPECT_NE(refusal_of(resource).find("no such GL_TEXTURE_2D; it was deleted"), std::string::npos);
  EXPECT_EQ(calls("cuGraphicsMapResources"), 0U);
  // Without a context, GL knows nothing, and the driver decides.
  tests::fake_gl().is_current = false;
  EXPECT_NO_THROW(static_cast<void>(resource.map(*stream)));
  tests::fake_gl().is_current = true;
}

TEST_F(GraphicsMapping, UnmapsOnTheStreamOfTheMapOrTheGivenOne) {
  const GraphicsResource resource = image();
  const std::string handle = driver::describe(resource.handle());
  { const Mapping mapping = resource.map(*other_stream); }
  EXPECT_EQ(fake.script->last(), "cuGraphicsUnmapResources(resources=[" + handle + "], stream=0x101)");
  Mapping by_hand = resource.map(*other_stream);
  by_hand.unmap();
  EXPECT_EQ(fake.script->last(), "cuGraphicsUnmapResources(resources=[" + handle + "], stream=0x101)");
  by_hand = resource.map(*other_stream);
  by_hand.unmap(*stream);
  EXPECT_EQ(fake.script->last(), "cuGraphicsUnmapResources(resources=[" + handle + "], stream=0x100)");
  by_hand = resource.map(*other_stream);
  resource.unmap();
  EXPECT_EQ(fake.script->last(), "cuGraphicsUnmapResources(resources=[" + handle + "], stream=0x101)");
  by_hand = resource.map(*other_stream);
  resource.unmap(*stream);
  EXPECT_EQ(fake.script->last(), "cuGraphicsUnmapResources(resources=[" + handle + "], stream=0x100)");
}

TEST_F(GraphicsMapping, RefusesToUnmapOnAStreamThatIsClosedOrForeignAndStaysMapped) {
  const GraphicsResource resource = image();
  Mapping mapping = resource.map(*stream);
  const FakeDevice other({DeviceKind::cuda, 1});
  const Stream foreign = other.device->create_stream();
  Stream closed = *other_stream;
  closed.close();
  EXPECT_THROW(mapping.unmap(foreign), InvalidArgument);
  EXPECT_THROW(resource.unmap(foreign), InvalidArgument);
  EXPECT_THROW(mapping.unmap(closed), InvalidState);
  EXPECT_TRUE(mapping.is_mapped());
}

TEST_F(GraphicsMapping, KeepsTheStreamOfTheMapUntilItIsUnmapped) {
  const GraphicsResource resource = image();
  Mapping mapping = resource.map(*other_stream);
  const StreamHandle handle = other_stream->handle();
  other_stream->close();
  EXPECT_EQ(mapping.stream().handle(), handle);
  EXPECT_EQ(calls("cuStreamDestroy"), 0U);
  mapping.close();
  EXPECT_EQ(calls("cuStreamDestroy"), 1U) << "neither the resource nor a closed mapping holds the stream";
}

TEST_F(GraphicsMapping, EndsEverythingMadeFromAMapping) {
  const GraphicsResource resource = image();
  const GraphicsResource memory_resource = buffer();
  const std::vector<GraphicsResource> both{resource, memory_resource};
  Mapping mapping = GraphicsResource::map_all(both, *stream);
  const CUDAArray array = mapping.array(0);
  const CUDAArray same_array = array;
  const Buffer memory = mapping.buffer(1);
  const TextureObject texture = TextureObject::from_array(array, {});
  const SurfaceObject surface = SurfaceObject::from_array(array);
  static_cast<void>(texture.handle());
  mapping.unmap();
  EXPECT_EQ(error_of<InvalidState>([&] { static_cast<void>(array.handle()); }),
            "this array comes from a graphics resource that has since been unmapped: map the resource again and get "
            "the array from the new mapping");
  EXPECT_THROW(static_cast<void>(same_array.handle()), InvalidState);
  EXPECT_NE(error_of<InvalidState>([&] { static_cast<void>(texture.handle()); }).find("this texture comes"),
            std::string::npos);
  EXPECT_NE(error_of<InvalidState>([&] { static_cast<void>(surface.handle()); }).find("this surface comes"),
            std::string::npos);
  EXPECT_NE(error_of<InvalidState>([&] { static_cast<void>(memory.handle()); }).find("this buffer comes"),
            std::string::npos);
  std::vector<std::byte> host(1024);
  EXPECT_THROW(array.copy_from(host, *stream), InvalidState);
  EXPECT_THROW(static_cast<void>(array.copy_to(host, *stream)), InvalidState);
  EXPECT_THROW(memory.fill(std::byte{}, *stream), InvalidState);
  EXPECT_THROW(static_cast<void>(memory.copy_to(host, *stream)), InvalidState);
  EXPECT_THROW(static_cast<void>(TextureObject::from_array(array, {})), InvalidState);
  EXPECT_THROW(static_cast<void>(SurfaceObject::from_array(array)), InvalidState);
  EXPECT_THROW(static_cast<void>(mapping.array(0)), InvalidState);
  EXPECT_THROW(static_cast<void>(mapping.buffer(1)), InvalidState);

  const Mapping again = GraphicsResource::map_all(both, *stream);
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState) << "a later mapping does not revive the array";
  EXPECT_TRUE(static_cast<bool>(again.array(0).handle()));
}

TEST_F(GraphicsMapping, DestroysNoBorrowedArray) {
  const GraphicsResource resource = image();
  const Mapping mapping = resource.map(*stream);
  CUDAArray array = mapping.array();
  array.close();
  EXPECT_EQ(calls("cuArrayDestroy"), 0U);
}

TEST_F(GraphicsMapping, EndsOnlyTheResourceThatIsUnmappedSeparately) {
  const GraphicsResource first = image(3);
  const GraphicsResource second = image(4);
  const std::vector<GraphicsResource> both{first, second};
  Mapping mapping = GraphicsResource::map_all(both, *stream);
  const CUDAArray first_array = mapping.array(0);
  const CUDAArray second_array = mapping.array(1);
  first.unmap();
  EXPECT_THROW(static_cast<void>(first_array.handle()), InvalidState);
  EXPECT_TRUE(static_cast<bool>(second_array.handle()));
  EXPECT_TRUE(mapping.is_mapped());
  // A second mapping maps the first resource again; the end of the first mapping must not affect it.
  const Mapping newer = first.map(*stream);
  mapping.close();
  EXPECT_FALSE(second.is_mapped());
  EXPECT_TRUE(first.is_mapped());
  EXPECT_TRUE(newer.is_mapped());
}

TEST_F(GraphicsMapping, UnmapsWhenAScopeIsLeftByAnException) {
  const GraphicsResource resource = image();
  try {
    const Mapping mapping = resource.map(*stream);
    throw std::runtime_error("in the middle");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(resource.is_mapped());
  EXPECT_EQ(mappings(), 0U);
}

TEST_F(GraphicsMapping, MovesAMappingWithoutEndingIt) {
  const GraphicsResource first = image(3);
  const GraphicsResource second = image(4);
  Mapping mapping = first.map(*stream);
  Mapping moved = std::move(mapping);
  EXPECT_TRUE(moved.is_mapped());
  EXPECT_FALSE(mapping.is_mapped());  // NOLINT(bugprone-use-after-move)
  EXPECT_THROW(mapping.unmap(), InvalidState);
  EXPECT_THROW(static_cast<void>(mapping.array()), InvalidState);
  EXPECT_THROW(static_cast<void>(mapping.size()), InvalidState);
  EXPECT_THROW(static_cast<void>(mapping.stream()), InvalidState);
  moved = second.map(*stream);
  EXPECT_FALSE(first.is_mapped()) << "assigning ends the previous mapping";
  EXPECT_TRUE(second.is_mapped());
  moved.close();
  moved.close();
  EXPECT_FALSE(second.is_mapped());
}

TEST_F(GraphicsMapping, RollsTheMappingBackIfALaterStepFails) {
  const GraphicsResource resource = image();
  fake.script->answers["cuGraphicsSubResourceGetMappedArray"] = Status::out_of_memory;
  EXPECT_THROW(static_cast<void>(resource.map(*stream).array()), DriverError);
  EXPECT_FALSE(resource.is_mapped());
  EXPECT_EQ(mappings(), 0U);
  fake.script->answers.clear();
  fake.script->gives_null_handles = true;
  EXPECT_NE(error_of<Error>([&] { static_cast<void>(resource.map(*stream).array()); }).find("returned no handle"),
            std::string::npos);
  EXPECT_EQ(mappings(), 0U);
}

TEST_F(GraphicsMapping, CountsAsUnmappedWhenUnmappingFails) {
  const auto faults = std::make_shared<FaultInjector>("cuGraphicsUnmapResources", 1, Status::launch_failed);
  FakeDevice faulty({DeviceKind::cuda, 0}, {faults});
  const GLContext faulty_context = GLContext::from_current(*faulty.device, fake_gl_loader());
  const GraphicsResource resource =
      GraphicsResource::from_gl_image(faulty_context, 3, GL_TEXTURE_2D, GraphicsFlags::none);
  const Stream order = faulty.device->create_stream();
  Mapping mapping = resource.map(order);
  const CUDAArray array = mapping.array();
  EXPECT_THROW(mapping.unmap(), DriverError);
  EXPECT_FALSE(resource.is_mapped());
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState);
  EXPECT_TRUE(resource.map(order).is_mapped());
}

TEST_F(GraphicsMapping, ReportsAFailedUnmapOfAScope) {
  const auto faults = std::make_shared<FaultInjector>("cuGraphicsUnmapResources", 1, Status::launch_failed);
  FakeDevice faulty({DeviceKind::cuda, 0}, {faults});
  const GLContext faulty_context = GLContext::from_current(*faulty.device, fake_gl_loader());
  const GraphicsResource resource =
      GraphicsResource::from_gl_image(faulty_context, 3, GL_TEXTURE_2D, GraphicsFlags::none);
  { const Mapping mapping = resource.map(faulty.device->create_stream()); }
  ASSERT_EQ(faulty.diagnostics->size(), 1U);
  EXPECT_NE(faulty.diagnostics->front().find("cleanup failed: cuda:0: cuGraphicsUnmapResources(resources=["),
            std::string::npos)
      << faulty.diagnostics->front();
}

}  // namespace
}  // namespace texelscope::gpu
