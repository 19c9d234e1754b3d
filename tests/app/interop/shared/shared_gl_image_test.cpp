#include "app/interop/shared/shared_gl_image.h"

#include <cstring>
#include <vector>

#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/round_trip.h"
#include "render/common/error.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

class SharedGLImageTest : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    offscreen_.emplace(open_offscreen_gl(device(), [](std::string_view) {}));
  }
  void TearDown() override {
    offscreen_.reset();
    DeviceTest::TearDown();
  }
  [[nodiscard]] const gpu::GLContext& gl() const { return offscreen_->gl; }

  static std::uint32_t first_texel(const SharedGLImage& image) {
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(image.texture().width()) *
                                      static_cast<std::size_t>(image.texture().height()));
    image.texture().read({0, 0, image.texture().width(), image.texture().height()},
                         std::as_writable_bytes(std::span(pixels)));
    return pixels[0];
  }

 private:
  std::optional<DeviceOffscreenGL> offscreen_;
};

TEST_P(SharedGLImageTest, ShowsGLTheWritesOnceItIsReleased) {
  SharedGLImage image(gl(), FrameFormat::rgba8, 16, 16);
  std::unique_ptr<AcquiredImages> acquired = image.acquire(stream());
  write_pattern(acquired->surface(), 5, stream());
  acquired->release();
  EXPECT_EQ(first_texel(image), pattern_texel(5, 0, 0));
}

TEST_P(SharedGLImageTest, RefusesGLWhileItIsAcquired) {
  SharedGLImage image(gl(), FrameFormat::rgba8, 16, 16);
  const std::unique_ptr<AcquiredImages> acquired = image.acquire(stream());
  EXPECT_THROW((void)first_texel(image), render::Error);
}

TEST_P(SharedGLImageTest, IsReleasedAtTheEndOfTheScopeByAnException) {
  SharedGLImage image(gl(), FrameFormat::rgba8, 16, 16);
  try {
    const std::unique_ptr<AcquiredImages> acquired = image.acquire(stream());
    write_pattern(acquired->surface(), 6, stream());
    throw std::runtime_error("a test requested this failure");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(first_texel(image), pattern_texel(6, 0, 0));
}

TEST_P(SharedGLImageTest, HasOneAcquisitionAtATime) {
  SharedGLImage image(gl(), FrameFormat::rgba8, 16, 16);
  const std::unique_ptr<AcquiredImages> acquired = image.acquire(stream());
  EXPECT_THROW((void)image.acquire(stream()), gpu::InvalidState);
}

TEST_P(SharedGLImageTest, SupportsFloats) {
  SharedGLImage image(gl(), FrameFormat::rgba32f, 4, 4);
  std::unique_ptr<AcquiredImages> acquired = image.acquire(stream());
  EXPECT_EQ(acquired->surface().array().format(), gpu::DataType::float32);
  EXPECT_EQ(acquired->surface().array().num_channels(), 4);
  acquired->release();
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SharedGLImageTest);

}  // namespace
}  // namespace texelscope::app
