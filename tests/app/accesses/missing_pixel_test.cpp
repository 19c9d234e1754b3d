#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/common/error.h"
#include "render/gl/egl_context.h"
#include "tests/app/accesses/recorded_kernel.h"
#include "tests/app/interop/gl_objects.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/graphics_resource.h"

// Images whose contents a mapping discards, on a GL context.
namespace texelscope::app {
namespace {

class MissingPixel : public testing::Test {
 protected:
  void SetUp() override {
    try {
      egl_.emplace(render::gl::EglChoice{});
    } catch (const render::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
    objects_ = std::make_unique<tests::GLObjects>(egl_->loader());
    context_.emplace(gpu::GLContext::from_current(*checked_.device, egl_->loader()));
  }

  /// An image of 8 × 4 texels of float32.
  [[nodiscard]] gpu::GraphicsResource image(gpu::GraphicsFlags flags = gpu::GraphicsFlags::surface_load_store |
                                                                       gpu::GraphicsFlags::write_discard) {
    return gpu::GraphicsResource::from_gl_image(*context_, objects_->make_texture(GL_TEXTURE_2D, GL_R32F, 8, 4),
                                                GL_TEXTURE_2D, flags);
  }
  [[nodiscard]] gpu::RuntimeKernel compile(std::string_view body) const {
    return checked_.compile("Surface to;", body);
  }
  void launch(const gpu::RuntimeKernel& kernel, const gpu::SurfaceObject& surface,
              kernels::LaunchExtent extent = {8, 4, 1}) const {
    kernel.launch(*checked_.stream, extent, surface.handle().value);
    checked_.stream->synchronize();
  }
  /// The hazards of one frame that a kernel writes.
  [[nodiscard]] std::vector<std::string> hazards_of_frame(const gpu::GraphicsResource& resource,
                                                          std::string_view body) const {
    {
      const gpu::Mapping mapping = resource.map(*checked_.stream);
      launch(compile(body), gpu::SurfaceObject::from_array(mapping.array()));
    }
    return checked_.hazards();
  }

  std::optional<render::gl::EglContext> egl_;
  tests::CheckedDevice checked_{};
  std::unique_ptr<tests::GLObjects> objects_;
  std::optional<gpu::GLContext> context_;
};

constexpr std::string_view each_texel = "to.write_2d(1.0f, i.x, i.y);\n";
constexpr std::string_view all_but_a_column = "if (i.x != 5 || i.y == 0) to.write_2d(1.0f, i.x, i.y);\n";

TEST_F(MissingPixel, IsNamedWithItsPlace) {
  const std::vector<std::string> hazards = hazards_of_frame(image(), all_but_a_column);
  ASSERT_EQ(hazards.size(), 1U) << testing::PrintToString(hazards);
  for (const std::string_view part : {"missing-pixel", "3 of 32 texels", "texel (5, 1) of surface", "test.cu:2",
                                      "thread (7, 3, 0) of launch 0 (Test)"}) {
    EXPECT_NE(hazards[0].find(part), std::string::npos) << hazards[0] << "\nlacks " << part;
  }
}

TEST_F(MissingPixel, IsNoneWhereContentsAreKeptOrAllIsWritten) {
  EXPECT_EQ(hazards_of_frame(image(), each_texel), std::vector<std::string>{});
  EXPECT_EQ(hazards_of_frame(image(gpu::GraphicsFlags::surface_load_store), all_but_a_column),
            std::vector<std::string>{});
}

TEST_F(MissingPixel, IsFoundInALaterFrameOfTheSameSurface) {
  const gpu::GraphicsResource resource = image();
  std::optional<gpu::SurfaceObject> surface;
  const gpu::RuntimeKernel first = compile(each_texel);
  const gpu::RuntimeKernel second = compile(all_but_a_column);
  for (const gpu::RuntimeKernel* const kernel : {&first, &first, &second}) {
    const gpu::Mapping mapping = resource.map(*checked_.stream);
    surface = surface ? surface->remapped(mapping.array()) : gpu::SurfaceObject::from_array(mapping.array());
    launch(*kernel, *surface);
  }
  EXPECT_EQ(checked_.hazards().size(), 1U) << testing::PrintToString(checked_.hazards());
}

TEST_F(MissingPixel, CountsTheWritesThroughAllSurfacesOfAnImage) {
  const gpu::GraphicsResource resource = image();
  {
    const gpu::Mapping mapping = resource.map(*checked_.stream);
    const gpu::SurfaceObject left = gpu::SurfaceObject::from_array(mapping.array());
    const gpu::SurfaceObject right = gpu::SurfaceObject::from_array(mapping.array());
    launch(compile(each_texel), left, {4, 4, 1});
    launch(compile("to.write_2d(1.0f, i.x + 4, i.y);\n"), right, {4, 4, 1});
  }
  EXPECT_EQ(checked_.hazards(), std::vector<std::string>{});
}

TEST_F(MissingPixel, CountsATexelOnceThatIsWrittenOften) {
  EXPECT_EQ(hazards_of_frame(image(), "for (int x = 0; x < 8; ++x) to.write_2d(1.0f, x, 0);\n").size(), 1U);
}

TEST_F(MissingPixel, IsFoundInEachImageThatIsMapped) {
  const gpu::GraphicsResource first = image();
  const gpu::GraphicsResource second = image();
  {
    const gpu::Mapping outer = second.map(*checked_.stream);
    const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(outer.array());
    launch(compile(all_but_a_column), surface);
    {
      const gpu::Mapping inner = first.map(*checked_.stream);
      launch(compile(each_texel), gpu::SurfaceObject::from_array(inner.array()));
    }
    EXPECT_EQ(checked_.hazards(), std::vector<std::string>{});
  }
  EXPECT_EQ(checked_.hazards().size(), 1U);
}

TEST_F(MissingPixel, IsNoneWhereACopyWroteTheImage) {
  const gpu::GraphicsResource resource = image();
  {
    const gpu::Mapping mapping = resource.map(*checked_.stream);
    const gpu::CUDAArray array = mapping.array();
    const std::vector<std::byte> zeros(8 * 4 * 4);
    array.copy_from(std::span{zeros}, *checked_.stream);
    launch(compile(all_but_a_column), gpu::SurfaceObject::from_array(array));
  }
  EXPECT_EQ(checked_.hazards(), std::vector<std::string>{});
}

}  // namespace
}  // namespace texelscope::app
