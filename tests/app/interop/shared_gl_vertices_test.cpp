#include "app/interop/shared_gl_vertices.h"

#include <span>
#include <vector>

#include "app/interop/headless.h"
#include "app/interop/shared_gl_image.h"
#include "render/common/error.h"
#include "tests/app/point_sums.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// Of a renderer that nobody knows.
class StrangeImage final : public SharedImage {
 public:
  [[nodiscard]] std::unique_ptr<LentImages> lend(const gpu::Stream&) override { return nullptr; }
  [[nodiscard]] int width() const noexcept override { return 1; }
  [[nodiscard]] int height() const noexcept override { return 1; }
  [[nodiscard]] FrameFormat format() const noexcept override { return FrameFormat::rgba8; }
  void read(const render::PixelRect&, std::span<std::byte>) const override {}
  [[nodiscard]] Image viewport_picture(const render::ViewportView&) const override { return {}; }
};

class SharedGLVerticesTest : public tests::DeviceTest {
 protected:
  static constexpr int width = 33;
  static constexpr int height = 21;

  void SetUp() override {
    DeviceTest::SetUp();
    headless_.emplace(open_headless(device(), [](std::string_view) {}));
  }
  void TearDown() override {
    headless_.reset();
    DeviceTest::TearDown();
  }
  [[nodiscard]] const gpu::GLContext& gl() const { return headless_->gl; }

  static std::vector<std::byte> pixels_of(const SharedImage& image) {
    std::vector<std::byte> pixels(static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.height()) *
                                  4);
    image.read(pixels);
    return pixels;
  }

 private:
  std::optional<Headless> headless_;
};

TEST_P(SharedGLVerticesTest, AreDrawnAsTheDeviceWroteThem) {
  SharedGLImage image(gl(), FrameFormat::rgba8, width, height);
  SharedGLVertices vertices(gl(), 3000);
  EXPECT_EQ(vertices.capacity(), 3000U);
  for (const std::size_t count : {3000U, 1000U}) {
    const std::vector<PointVertex> points = tests::scattered_points(count, width, height, 40);
    const std::unique_ptr<LentVertices> lent = vertices.lend(stream());
    lent->buffer().copy_from(std::as_bytes(std::span(points)), stream());
    lent->give_back();
    const PointFrame frame{count, {1, 2, 3, 255}};
    vertices.draw_points(image, frame);
    EXPECT_EQ(pixels_of(image), tests::sum_points(points, frame.background, width, height));
  }
}

TEST_P(SharedGLVerticesTest, AreNotDrawnWhileTheyOrTheImageAreLent) {
  SharedGLImage image(gl(), FrameFormat::rgba8, width, height);
  SharedGLVertices vertices(gl(), 8);
  {
    const std::unique_ptr<LentVertices> lent = vertices.lend(stream());
    EXPECT_TRUE(vertices.buffer().is_lent());
    EXPECT_THROW(vertices.draw_points(image, {8}), render::Error);
  }
  EXPECT_FALSE(vertices.buffer().is_lent());
  const std::unique_ptr<LentImages> lent = image.lend(stream());
  EXPECT_THROW(vertices.draw_points(image, {8}), render::Error);
}

TEST_P(SharedGLVerticesTest, AreGivenBackAtTheEndOfTheScopeByAnException) {
  SharedGLImage image(gl(), FrameFormat::rgba8, width, height);
  SharedGLVertices vertices(gl(), 50);
  const std::vector<PointVertex> points = tests::scattered_points(50, width, height, 90);
  try {
    const std::unique_ptr<LentVertices> lent = vertices.lend(stream());
    lent->buffer().copy_from(std::as_bytes(std::span(points)), stream());
    throw std::runtime_error("a test asked for it");
  } catch (const std::runtime_error&) {
  }
  vertices.draw_points(image, {50});
  EXPECT_EQ(pixels_of(image), tests::sum_points(points, PointFrame{}.background, width, height));
}

TEST_P(SharedGLVerticesTest, AreLentToOneAtATime) {
  SharedGLVertices vertices(gl(), 8);
  const std::unique_ptr<LentVertices> lent = vertices.lend(stream());
  EXPECT_THROW((void)vertices.lend(stream()), gpu::InvalidState);
}

TEST_P(SharedGLVerticesTest, RefuseImagesThatCannotTakeThem) {
  SharedGLVertices vertices(gl(), 8);
  StrangeImage strange;
  EXPECT_THROW(vertices.draw_points(strange, {8}), gpu::InvalidArgument);
  SharedGLImage floats(gl(), FrameFormat::rgba32f, width, height);
  EXPECT_THROW(vertices.draw_points(floats, {8}), render::Error);
  SharedGLImage image(gl(), FrameFormat::rgba8, width, height);
  EXPECT_THROW(vertices.draw_points(image, {9}), render::Error);
  EXPECT_THROW(SharedGLVertices(gl(), 0), render::Error);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SharedGLVerticesTest);

}  // namespace
}  // namespace texelscope::app
