#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/app/interop/gl_graphics_test.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graphics_resource.h"

// Graphics resources that other code registered, on a real GL context.
namespace texelscope::gpu {
namespace {

class GraphicsHandles : public tests::GLGraphicsTest {};

TEST_P(GraphicsHandles, DescribeTheirResourceWhenItIsMapped) {
  const GraphicsResource image = GraphicsResource::from_gl_image(
      *context_, objects_->make_texture(GL_TEXTURE_2D_ARRAY, GL_R16, 12, 10, 3, 2), GraphicsFlags::surface_load_store);
  const GraphicsResource buffer =
      GraphicsResource::from_gl_buffer(*context_, objects_->make_buffer(random_bytes(100)), GraphicsFlags::none);
  const GraphicsResource same_image =
      GraphicsResource::from_handle(*context_, image.handle(), GraphicsFlags::surface_load_store);
  const GraphicsResource same_buffer = GraphicsResource::from_handle(*context_, buffer.handle(), GraphicsFlags::none);
  {
    const Mapping mapping = GraphicsResource::map_all(std::vector{same_image, same_buffer}, stream());
    EXPECT_EQ(mapping.array(0, 2, 1).shape(), Extent(6, 5));
    EXPECT_TRUE(mapping.array(0).is_surface_load_store());
    EXPECT_THROW(static_cast<void>(mapping.array(0, 3)), InvalidArgument) << "three layers";
    if (GetParam().kind == DeviceKind::cpu) {
      // A CUDA driver provides more levels than were requested from GL (seen with 580.159.04).
      EXPECT_THROW(static_cast<void>(mapping.array(0, 0, 2)), InvalidArgument) << "two levels";
    }
    EXPECT_THROW(static_cast<void>(mapping.buffer(0)), InvalidArgument);
    EXPECT_EQ(mapping.buffer(1).size_bytes(), 100U);
    EXPECT_THROW(static_cast<void>(mapping.array(1)), InvalidArgument);
  }
  EXPECT_FALSE(same_image.is_mapped());
  EXPECT_TRUE(image.map(stream()).is_mapped()) << "the owner's registration remains";
}

TEST_P(GraphicsHandles, KeepTheirOwnerUntilTheyAreClosed) {
  const GLuint name = make_texture();
  auto kept = std::make_shared<GraphicsResource>(share(name));
  GraphicsResource taken =
      GraphicsResource::from_handle(*context_, kept->handle(), GraphicsFlags::surface_load_store, kept);
  kept.reset();
  EXPECT_TRUE(taken.map(stream()).is_mapped()) << "the handle keeps its owner alive";
  const std::size_t registered = live_object_count();
  taken.close();
  EXPECT_LT(live_object_count(), registered) << "the owner unregistered it";
}

TEST_P(GraphicsHandles, AreRefusedWhenTheirResourceWasUnregistered) {
  if (GetParam().kind != DeviceKind::cpu) {
    GTEST_SKIP() << "a CUDA driver cannot check this, and crashes (see gpu/DESIGN.md)";
  }
  GraphicsResource made = share(make_texture());
  const GraphicsResource taken =
      GraphicsResource::from_handle(*context_, made.handle(), GraphicsFlags::surface_load_store);
  made.close();
  EXPECT_THROW(static_cast<void>(taken.map(stream())), DriverError);
  EXPECT_FALSE(taken.is_mapped());
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(GraphicsHandles);

}  // namespace
}  // namespace texelscope::gpu
