#include "texelscope/gpu/graphics_resource.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "tests/support/fake_driver.h"
#include "tests/support/fake_gl.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

// The contract above the seam, on a fake driver and a fake GL; on a real GL context it is tested with the program.
namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::fake_gl;
using tests::fake_gl_loader;
using tests::FakeDevice;

class Graphics : public testing::Test {
 protected:
  void SetUp() override {
    fake_gl() = {};
    fake_gl().images[3] = {};
    fake_gl().images[4] = {};
    fake_gl().images[5] = {.target = GL_TEXTURE_2D_ARRAY, .width = 16, .height = 16, .depth = 3, .levels = 2};
    fake_gl().buffers[7] = 64;
  }
  void TearDown() override {
    other_stream.reset();
    stream.reset();
    context.reset();
    fake.device.reset();
    EXPECT_EQ(fake.live_objects->list(), std::vector<std::string>{});
    EXPECT_EQ(*fake.diagnostics, std::vector<std::string>{});
  }

  [[nodiscard]] GraphicsResource image(std::uint32_t name = 3) const {
    const GLenum target = fake_gl().images.at(name).target;
    return GraphicsResource::from_gl_image(*context, name, target, GraphicsFlags::surface_load_store);
  }
  [[nodiscard]] GraphicsResource buffer() const {
    return GraphicsResource::from_gl_buffer(*context, 7, GraphicsFlags::none);
  }
  [[nodiscard]] std::size_t mappings() const { return fake.live_objects->count(ObjectKind::mapping); }
  [[nodiscard]] std::size_t calls(const char* name) const { return fake.script->count(name); }

  FakeDevice fake;
  std::optional<GLContext> context{GLContext::from_current(*fake.device, fake_gl_loader())};
  std::optional<Stream> stream{fake.device->create_stream()};
  std::optional<Stream> other_stream{fake.device->create_stream()};
};

void on_another_thread(const std::function<void()>& function) { std::thread{function}.join(); }

TEST_F(Graphics, RegistersImagesAndBuffersOnce) {
  {
    const GraphicsResource first = image();
    const GraphicsResource second = first;
    EXPECT_EQ(fake.script->last(), "cuGraphicsGLRegisterImage(image=3, target=3553, flags=4)");
    EXPECT_TRUE(static_cast<bool>(first.handle()));
    EXPECT_EQ(first.handle(), second.handle());
    EXPECT_EQ(first.device(), *fake.device);
    EXPECT_FALSE(first.is_closed());
    EXPECT_FALSE(first.is_mapped());
    static_cast<void>(buffer());
  }
  EXPECT_EQ(calls("cuGraphicsGLRegisterBuffer"), 1U);
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 2U);
}

TEST_F(Graphics, NamesWhatCannotBeRegisteredBeforeTheDriverIsAsked) {
  fake_gl().images[9] = {.internal_format = GL_RGB10_A2};
  const auto refusal = [&](std::uint32_t name, GLenum target, GraphicsFlags flags) {
    return error_of<InvalidArgument>(
        [&] { static_cast<void>(GraphicsResource::from_gl_image(*context, name, target, flags)); });
  };
  EXPECT_NE(refusal(9, GL_TEXTURE_2D, GraphicsFlags::none).find("GL_RGBA16"), std::string::npos)
      << "the nearest format";
  EXPECT_NE(refusal(99, GL_TEXTURE_2D, GraphicsFlags::none), "no error");
  EXPECT_NE(refusal(3, GL_TEXTURE_CUBE_MAP_ARRAY, GraphicsFlags::none), "no error");
  EXPECT_NE(refusal(3, GL_TEXTURE_2D, GraphicsFlags::read_only | GraphicsFlags::write_discard), "no error");
  EXPECT_NE(refusal(3, GL_TEXTURE_2D, static_cast<GraphicsFlags>(16)), "no error");
  EXPECT_THROW(static_cast<void>(GraphicsResource::from_gl_buffer(*context, 8, GraphicsFlags::none)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(GraphicsResource::from_gl_buffer(*context, 7, GraphicsFlags::surface_load_store)),
               InvalidArgument);
  EXPECT_EQ(calls("cuGraphicsGLRegisterImage") + calls("cuGraphicsGLRegisterBuffer"), 0U);
}

TEST_F(Graphics, MapsAnImageToItsArray) {
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

TEST_F(Graphics, MapsABufferToItsMemory) {
  const GraphicsResource resource = buffer();
  const Mapping mapping = resource.map(*stream);
  const Buffer memory = mapping.buffer();
  EXPECT_EQ(memory.size_bytes(), 64U);
  EXPECT_TRUE(static_cast<bool>(memory.handle()));
  EXPECT_THROW(static_cast<void>(mapping.array()), InvalidArgument);
}

TEST_F(Graphics, GivesTheArrayOfEachLayerAndLevelAndNoOther) {
  const GraphicsResource resource = image(5);
  const Mapping mapping = resource.map(*stream);
  static_cast<void>(mapping.array(0, 2, 1));
  EXPECT_NE(fake.script->last().find("layer=2, level=1"), std::string::npos) << fake.script->last();
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(mapping.array(0, 3, 0)); }),
            "cuda:0: layer 3, level 0 of GL image 5, which has 3 layers and 2 levels: count from 0");
  EXPECT_THROW(static_cast<void>(mapping.array(0, 0, 2)), InvalidArgument);
  EXPECT_EQ(calls("cuGraphicsSubResourceGetMappedArray"), 1U);
}

TEST_F(Graphics, MapsAndUnmapsManyInOneCallEach) {
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

TEST_F(Graphics, RefusesListsThatCannotBeMappedTogether) {
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

TEST_F(Graphics, SaysThatAResourceIsMappedAlready) {
  const GraphicsResource resource = image();
  const GraphicsResource free = image(4);
  Mapping mapping = resource.map(*stream);
  EXPECT_EQ(error_of<InvalidState>([&] { static_cast<void>(resource.map(*stream)); }),
            "cuda:0: cannot map the graphics resource of GL image 3: it is already mapped; unmap it first, or use its "
            "mapping");
  const std::vector<GraphicsResource> both{free, resource};
  EXPECT_THROW(static_cast<void>(GraphicsResource::map_all(both, *stream)), InvalidState);
  EXPECT_FALSE(free.is_mapped()) << "all or none";
  EXPECT_TRUE(mapping.is_mapped());
  mapping.unmap();
  EXPECT_TRUE(resource.map(*stream).is_mapped()) << "mapping again after unmapping works";
}

TEST_F(Graphics, SaysThatAResourceIsNotMapped) {
  const GraphicsResource resource = image();
  const std::string text =
      "cuda:0: cannot unmap the graphics resource of GL image 3: it is not mapped; map it first, and unmap it once";
  EXPECT_EQ(error_of<InvalidState>([&] { resource.unmap(); }), text);
  Mapping mapping = resource.map(*stream);
  mapping.unmap();
  EXPECT_EQ(error_of<InvalidState>([&] { resource.unmap(); }), text);
  EXPECT_EQ(error_of<InvalidState>([&] { mapping.unmap(); }),
            "cuda:0: cannot unmap this mapping: it is not mapped any more; unmap it once");
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 1U);
}

TEST_F(Graphics, SaysThatAResourceIsClosed) {
  GraphicsResource resource = image();
  const GraphicsResource other_reference = resource;
  resource.close();
  resource.close();
  EXPECT_TRUE(resource.is_closed());
  EXPECT_TRUE(other_reference.is_closed()) << "closing is for every reference";
  EXPECT_FALSE(static_cast<bool>(other_reference.handle()));
  EXPECT_FALSE(static_cast<bool>(resource.handle()));
  EXPECT_THROW(static_cast<void>(resource.map(*stream)), InvalidState);
  EXPECT_THROW(resource.unmap(), InvalidState);
  EXPECT_EQ(error_of<InvalidState>([&] { static_cast<void>(other_reference.map(*stream)); }),
            "cuda:0: cannot map the graphics resource of GL image 3: it is closed; register the GL object again");
  EXPECT_EQ(error_of<InvalidState>([&] { other_reference.unmap(); }),
            "cuda:0: cannot unmap the graphics resource of GL image 3: it is closed; register the GL object again");
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 1U);
}

TEST_F(Graphics, UnmapsOnTheStreamOfTheMapOrTheGivenOne) {
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

TEST_F(Graphics, RefusesToUnmapOnAStreamThatIsClosedOrForeignAndStaysMapped) {
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

TEST_F(Graphics, KeepsTheStreamOfTheMapUntilItIsUnmapped) {
  const GraphicsResource resource = image();
  Mapping mapping = resource.map(*other_stream);
  const StreamHandle handle = other_stream->handle();
  other_stream->close();
  EXPECT_EQ(mapping.stream().handle(), handle);
  EXPECT_EQ(calls("cuStreamDestroy"), 0U);
  mapping.close();
  EXPECT_EQ(calls("cuStreamDestroy"), 1U) << "neither the resource nor a closed mapping holds it";
}

TEST_F(Graphics, EndsEverythingMadeFromAMapping) {
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
  EXPECT_EQ(
      error_of<InvalidState>([&] { static_cast<void>(array.handle()); }),
      "this array comes from a graphics resource that has been unmapped since: map the resource again and take the "
      "array from the mapping");
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
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState) << "a later mapping does not revive it";
  EXPECT_TRUE(static_cast<bool>(again.array(0).handle()));
}

TEST_F(Graphics, DestroysNoBorrowedArray) {
  const GraphicsResource resource = image();
  const Mapping mapping = resource.map(*stream);
  CUDAArray array = mapping.array();
  array.close();
  EXPECT_EQ(calls("cuArrayDestroy"), 0U);
}

TEST_F(Graphics, EndsOnlyTheResourceThatIsUnmappedByItself) {
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
  // The first is mapped again by another mapping, which the first mapping's end must not touch.
  const Mapping newer = first.map(*stream);
  mapping.close();
  EXPECT_FALSE(second.is_mapped());
  EXPECT_TRUE(first.is_mapped());
  EXPECT_TRUE(newer.is_mapped());
}

TEST_F(Graphics, UnmapsWhenAScopeIsLeftByAnException) {
  const GraphicsResource resource = image();
  try {
    const Mapping mapping = resource.map(*stream);
    throw std::runtime_error("in the middle");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(resource.is_mapped());
  EXPECT_EQ(mappings(), 0U);
}

TEST_F(Graphics, UnmapsBeforeItUnregistersWhenClosedWhileMapped) {
  GraphicsResource resource = image();
  Mapping mapping = resource.map(*stream);
  const CUDAArray array = mapping.array();
  resource.close();
  EXPECT_EQ(mappings(), 0U);
  EXPECT_FALSE(mapping.is_mapped());
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState);
  EXPECT_THROW(mapping.unmap(), InvalidState);
  mapping.close();
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 1U);
  const auto& all = fake.script->calls;
  EXPECT_TRUE(all.back().starts_with("cuGraphicsUnregisterResource")) << all.back();
  EXPECT_TRUE(all[all.size() - 2].starts_with("cuGraphicsUnmapResources")) << all[all.size() - 2];
}

TEST_F(Graphics, StaysRegisteredWhileAMappingLives) {
  std::optional<GraphicsResource> resource{image()};
  std::optional<Mapping> mapping{resource->map(*stream)};
  resource.reset();
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 0U);
  EXPECT_TRUE(static_cast<bool>(mapping->array().handle()));
  mapping.reset();
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 1U);
  EXPECT_EQ(mappings(), 0U);
}

TEST_F(Graphics, MovesAMappingWithoutEndingIt) {
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
  EXPECT_FALSE(first.is_mapped()) << "assigning ends what was there";
  EXPECT_TRUE(second.is_mapped());
  moved.close();
  moved.close();
  EXPECT_FALSE(second.is_mapped());
}

TEST_F(Graphics, LeavesNothingMappedWhenTheDriverRefusesToMap) {
  const GraphicsResource resource = image();
  fake.script->answers["cuGraphicsMapResources"] = Status::map_failed;
  EXPECT_THROW(static_cast<void>(resource.map(*stream)), DriverError);
  EXPECT_FALSE(resource.is_mapped());
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 0U) << "what was not mapped is not unmapped";
  fake.script->answers.clear();
  EXPECT_TRUE(resource.map(*stream).is_mapped());
}

TEST_F(Graphics, RollsTheMappingBackWhenWhatFollowsFails) {
  const GraphicsResource resource = image();
  fake.script->answers["cuGraphicsSubResourceGetMappedArray"] = Status::out_of_memory;
  EXPECT_THROW(static_cast<void>(resource.map(*stream).array()), DriverError);
  EXPECT_FALSE(resource.is_mapped());
  EXPECT_EQ(mappings(), 0U);
  fake.script->answers.clear();
  fake.script->gives_null_handles = true;
  EXPECT_NE(error_of<Error>([&] { static_cast<void>(resource.map(*stream).array()); }).find("gave no handle"),
            std::string::npos);
  EXPECT_EQ(mappings(), 0U);
}

TEST_F(Graphics, CountsAsUnmappedWhenUnmappingFails) {
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

TEST_F(Graphics, ReportsAFailedUnmapOfAScope) {
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

TEST_F(Graphics, ForgetsAFailedRegistration) {
  fake.script->answers["cuGraphicsGLRegisterImage"] = Status::unknown;
  EXPECT_THROW(static_cast<void>(image()), DriverError);
  EXPECT_EQ(fake.live_objects->count(ObjectKind::graphics_resource), 0U);
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 0U);
}

TEST_F(Graphics, BelongsToTheThreadOfTheContext) {
  GraphicsResource resource = image();
  Mapping mapping = resource.map(*stream);
  const CUDAArray array = mapping.array();
  on_another_thread([&] {
    EXPECT_EQ(
        error_of<InvalidState>([&] { static_cast<void>(image(4)); }),
        "cuda:0: cannot register a graphics resource on this thread: its GL context belongs to the thread that called "
        "GLContext::from_current; do it there");
    EXPECT_THROW(static_cast<void>(buffer()), InvalidState);
    EXPECT_THROW(static_cast<void>(resource.map(*stream)), InvalidState);
    EXPECT_THROW(resource.unmap(), InvalidState);
    EXPECT_THROW(resource.unmap(*stream), InvalidState);
    EXPECT_THROW(mapping.unmap(), InvalidState);
    EXPECT_THROW(static_cast<void>(mapping.array()), InvalidState);
    EXPECT_TRUE(mapping.is_mapped()) << "asking is for every thread";
    EXPECT_TRUE(resource.is_mapped());
    EXPECT_TRUE(static_cast<bool>(array.handle())) << "arrays are for every thread";
  });
  EXPECT_TRUE(mapping.is_mapped());
}

TEST_F(Graphics, CleansUpOnTheContextsThreadWhatOtherThreadsDropped) {
  std::optional<GraphicsResource> resource{image()};
  std::optional<Mapping> mapping{resource->map(*stream)};
  const CUDAArray array = mapping->array();
  on_another_thread([&] {
    mapping.reset();
    resource.reset();
  });
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState) << "the mapping is over for everyone";
  EXPECT_EQ(calls("cuGraphicsUnmapResources") + calls("cuGraphicsUnregisterResource"), 0U);
  ASSERT_EQ(fake.diagnostics->size(), 2U);
  EXPECT_NE(fake.diagnostics->front().find("was closed on another thread than its GL context's"), std::string::npos);
  fake.diagnostics->clear();
  static_cast<void>(image(4));
  EXPECT_EQ(mappings(), 0U);
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 1U);
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 2U);
}

TEST_F(Graphics, UnregistersWhatWasDroppedElsewhereWhenTheContextGoes) {
  std::optional<GraphicsResource> resource{image()};
  on_another_thread([&] { resource.reset(); });
  fake.diagnostics->clear();
  context.reset();
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 1U);
}

TEST_F(Graphics, CanBeMappedAgainAfterAMappingWasDroppedElsewhere) {
  const GraphicsResource resource = image();
  std::optional<Mapping> mapping{resource.map(*stream)};
  on_another_thread([&] { mapping.reset(); });
  fake.diagnostics->clear();
  EXPECT_TRUE(resource.map(*stream).is_mapped());
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 2U);
}

TEST_F(Graphics, TellsEveryFailureAndLeavesNothingBehind) {
  for (std::uint64_t nth = 1;; ++nth) {
    SCOPED_TRACE("call " + std::to_string(nth));
    const auto faults = std::make_shared<FaultInjector>(nth, Status::out_of_memory);
    const auto live = std::make_shared<LiveObjects>();
    std::size_t told = 0;
    const auto diagnostics = std::make_shared<std::vector<std::string>>();
    std::string reason;
    try {
      FakeDevice faulty({DeviceKind::cuda, 0}, {faults, live});
      faulty.diagnostics->reserve(4);
      const GLContext faulty_context = GLContext::from_current(*faulty.device, fake_gl_loader());
      told += faulty_context.reason().empty() ? 0 : 1;
      const Stream order = faulty.device->create_stream();
      GraphicsResource first =
          GraphicsResource::from_gl_image(faulty_context, 3, GL_TEXTURE_2D, GraphicsFlags::surface_load_store);
      GraphicsResource second = GraphicsResource::from_gl_buffer(faulty_context, 7, GraphicsFlags::none);
      const std::vector<GraphicsResource> both{first, second};
      {
        Mapping mapping = GraphicsResource::map_all(both, order);
        const SurfaceObject surface = SurfaceObject::from_array(mapping.array(0));
        const Buffer memory = mapping.buffer(1);
        memory.fill(std::byte{}, order);
        mapping.unmap();
      }
      { const Mapping mapping = first.map(order); }
      first.close();
      second.close();
      told += faulty.diagnostics->size();
    } catch (const DriverError&) {
      ++told;
    }
    EXPECT_EQ(live->list(), std::vector<std::string>{});
    if (!faults->has_fired()) {
      EXPECT_EQ(told, 0U);
      EXPECT_GE(nth, 17U);
      break;
    }
  }
}

}  // namespace
}  // namespace texelscope::gpu
