#include "texelscope/gpu/graphics_resource.h"

#include <memory>
#include <string>

#include "gpu/driver/describe.h"
#include "tests/gpu/object/graphics/graphics_fixture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::fake_gl;
using tests::fake_gl_loader;
using tests::FakeDevice;
using tests::on_another_thread;

class Graphics : public tests::GraphicsTest {};

TEST_F(Graphics, RegistersImagesAndBuffersOnce) {
  {
    const GraphicsResource first = image();
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): a second reference is what is tested.
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

TEST_F(Graphics, ReportsWhatCannotBeRegisteredBeforeCallingTheDriver) {
  fake_gl().images[9] = {.internal_format = GL_RGB10_A2};
  const auto refusal = [&](std::uint32_t name, GLenum target, GraphicsFlags flags) {
    return error_of<InvalidArgument>(
        [&] { static_cast<void>(GraphicsResource::from_gl_image(*context, name, target, flags)); });
  };
  EXPECT_NE(refusal(9, GL_TEXTURE_2D, GraphicsFlags::none).find("GL_RGBA16"), std::string::npos)
      << "suggests the nearest format";
  EXPECT_NE(refusal(99, GL_TEXTURE_2D, GraphicsFlags::none), "no error");
  EXPECT_NE(refusal(3, GL_TEXTURE_CUBE_MAP_ARRAY, GraphicsFlags::none), "no error");
  EXPECT_NE(refusal(3, GL_TEXTURE_2D, GraphicsFlags::read_only | GraphicsFlags::write_discard), "no error");
  EXPECT_NE(refusal(3, GL_TEXTURE_2D, static_cast<GraphicsFlags>(16)), "no error");
  EXPECT_THROW(static_cast<void>(GraphicsResource::from_gl_buffer(*context, 8, GraphicsFlags::none)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(GraphicsResource::from_gl_buffer(*context, 7, GraphicsFlags::surface_load_store)),
               InvalidArgument);
  EXPECT_EQ(calls("cuGraphicsGLRegisterImage") + calls("cuGraphicsGLRegisterBuffer"), 0U);
}

TEST_F(Graphics, ReportsThatAResourceIsAlreadyMapped) {
  const GraphicsResource resource = image();
  const GraphicsResource free = image(4);
  Mapping mapping = resource.map(*stream);
  EXPECT_EQ(error_of<InvalidState>([&] { static_cast<void>(resource.map(*stream)); }),
            "cuda:0: cannot map the graphics resource of GL image 3: it is already mapped; unmap it first, or use its "
            "mapping");
  const std::vector<GraphicsResource> both{free, resource};
  EXPECT_THROW(static_cast<void>(GraphicsResource::map_all(both, *stream)), InvalidState);
  EXPECT_FALSE(free.is_mapped()) << "either all resources are mapped, or none";
  EXPECT_TRUE(mapping.is_mapped());
  mapping.unmap();
  EXPECT_TRUE(resource.map(*stream).is_mapped()) << "mapping again after unmapping works";
}

TEST_F(Graphics, ReportsThatAResourceIsNotMapped) {
  const GraphicsResource resource = image();
  const std::string text =
      "cuda:0: cannot unmap the graphics resource of GL image 3: it is not mapped; map it first, and unmap it only "
      "once";
  EXPECT_EQ(error_of<InvalidState>([&] { resource.unmap(); }), text);
  Mapping mapping = resource.map(*stream);
  mapping.unmap();
  EXPECT_EQ(error_of<InvalidState>([&] { resource.unmap(); }), text);
  EXPECT_EQ(error_of<InvalidState>([&] { mapping.unmap(); }),
            "cuda:0: cannot unmap this mapping: it is no longer mapped; unmap it only once");
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 1U);
}

TEST_F(Graphics, ReportsThatAResourceIsClosed) {
  GraphicsResource resource = image();
  const GraphicsResource other_reference = resource;
  resource.close();
  resource.close();
  EXPECT_TRUE(resource.is_closed());
  EXPECT_TRUE(other_reference.is_closed()) << "closing affects all references";
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

TEST_F(Graphics, LeavesNothingMappedWhenTheDriverRefusesToMap) {
  const GraphicsResource resource = image();
  fake.script->answers["cuGraphicsMapResources"] = Status::map_failed;
  EXPECT_THROW(static_cast<void>(resource.map(*stream)), DriverError);
  EXPECT_FALSE(resource.is_mapped());
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 0U) << "a resource that was not mapped is not unmapped";
  fake.script->answers.clear();
  EXPECT_TRUE(resource.map(*stream).is_mapped());
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
    EXPECT_TRUE(mapping.is_mapped()) << "any thread may query the mapping";
    EXPECT_TRUE(resource.is_mapped());
    EXPECT_TRUE(static_cast<bool>(array.handle())) << "any thread may use arrays";
  });
  EXPECT_TRUE(mapping.is_mapped());
}

TEST_F(Graphics, CleansUpOnTheContextsThreadForOtherThreads) {
  std::optional<GraphicsResource> resource{image()};
  std::optional<Mapping> mapping{resource->map(*stream)};
  const CUDAArray array = mapping->array();
  on_another_thread([&] {
    mapping.reset();
    resource.reset();
  });
  EXPECT_THROW(static_cast<void>(array.handle()), InvalidState) << "the mapping has ended on all threads";
  EXPECT_EQ(calls("cuGraphicsUnmapResources") + calls("cuGraphicsUnregisterResource"), 0U);
  ASSERT_EQ(fake.diagnostics->size(), 1U) << "one resource is reported once";
  EXPECT_NE(fake.diagnostics->front().find("was closed on a thread other than its GL context's"), std::string::npos);
  fake.diagnostics->clear();
  static_cast<void>(image(4));
  EXPECT_EQ(mappings(), 0U);
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 1U);
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 2U);
}

TEST_F(Graphics, UnregistersResourcesOfOtherThreadsWithTheContext) {
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

TEST_F(Graphics, FindsTheTargetOfAnImage) {
  const GraphicsResource resource = GraphicsResource::from_gl_image(*context, 5, GraphicsFlags::none);
  EXPECT_EQ(fake.script->last(), "cuGraphicsGLRegisterImage(image=5, target=35866, flags=0)") << "GL_TEXTURE_2D_ARRAY";
  EXPECT_THROW(static_cast<void>(GraphicsResource::from_gl_image(*context, 99, GraphicsFlags::none)), InvalidArgument);
}

TEST_F(Graphics, CloseOnAStreamEndsTheMappingThere) {
  GraphicsResource resource = image();
  const Mapping mapping = resource.map(*stream);
  resource.close(*other_stream);
  EXPECT_FALSE(mapping.is_mapped());
  EXPECT_TRUE(resource.is_closed());
  const std::string unmap = fake.script->calls[fake.script->calls.size() - 2];
  EXPECT_TRUE(unmap.starts_with("cuGraphicsUnmapResources")) << unmap;
  EXPECT_NE(unmap.find("stream=" + driver::describe(other_stream->handle())), std::string::npos) << unmap;
}

TEST_F(Graphics, IsNotClosedOnAStreamOfAnotherDevice) {
  GraphicsResource resource = image();
  FakeDevice other({DeviceKind::cuda, 1}, {});
  const Stream foreign = other.device->create_stream();
  EXPECT_THROW(resource.close(foreign), InvalidArgument);
  EXPECT_FALSE(resource.is_closed());
}

TEST_F(Graphics, AcceptsResourcesRegisteredElsewhere) {
  const GraphicsResource made = image();
  {
    GraphicsResource borrowed =
        GraphicsResource::from_handle(*context, made.handle(), GraphicsFlags::surface_load_store);
    const Mapping mapping = borrowed.map(*stream);
    EXPECT_TRUE(static_cast<bool>(mapping.array().handle()));
    EXPECT_TRUE(mapping.array().descriptor().is_surface_load_store) << "the given flags";
  }
  EXPECT_EQ(mappings(), 0U);
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 0U) << "the caller owns the resource";
  EXPECT_EQ(error_of<InvalidArgument>(
                [&] { static_cast<void>(GraphicsResource::from_handle(*context, {}, GraphicsFlags::none)); }),
            "cuda:0: the handle of a graphics resource is null: pass the handle of a live object");
}

TEST_F(Graphics, KeepsTheOwnerOfAResourceUntilItIsClosed) {
  const GraphicsResource made = image();
  auto owner = std::make_shared<int>(1);
  GraphicsResource kept = GraphicsResource::from_handle(*context, made.handle(), GraphicsFlags::none, owner);
  EXPECT_EQ(owner.use_count(), 2);
  kept.close();
  EXPECT_EQ(owner.use_count(), 1);
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 0U);
}

TEST_F(Graphics, MovesToAnotherContextOfTheThread) {
  GraphicsResource resource = image();
  const GLContext second = GLContext::from_current(*fake.device, fake_gl_loader());
  {
    const Mapping mapping = resource.map(*stream);
    EXPECT_THROW(resource.move_to(second), InvalidState) << "mapped";
  }
  resource.move_to(second);
  context.reset();
  EXPECT_TRUE(resource.map(*stream).is_mapped());
  fake_gl().images.erase(3);
  EXPECT_EQ(error_of<InvalidArgument>([&] { resource.move_to(second); }),
            "cuda:0: cannot move GL image 3: the current GL context has no such object; move a resource to a current "
            "GL context of the same share group, device, thread and path");
  on_another_thread([&] { EXPECT_THROW(resource.move_to(second), InvalidState); });
  resource.close();
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 1U);
}

TEST_F(Graphics, MovesFromAContextWithoutOtherReferences) {
  const GraphicsResource resource = GraphicsResource::from_gl_image(
      GLContext::from_current(*fake.device, fake_gl_loader()), 3, GL_TEXTURE_2D, GraphicsFlags::none);
  resource.move_to(*context);
  EXPECT_TRUE(resource.map(*stream).is_mapped());
}

TEST_F(Graphics, ReportsEveryFailureAndLeavesNothingBehind) {
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
