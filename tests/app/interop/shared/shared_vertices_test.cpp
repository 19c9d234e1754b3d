#include "app/interop/shared/shared_image.h"

#include <deque>
#include <span>
#include <stdexcept>
#include <vector>

#include "tests/app/interop/each_renderer.h"
#include "tests/app/point_sums.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

class SharedVerticesTest : public tests::EachRendererTest {
 protected:
  static constexpr int width = 33;
  static constexpr int height = 21;

  static std::unique_ptr<SharedImage> image_of(const ImageSharing& renderer) {
    return renderer.make_image(FrameFormat::rgba8, width, height);
  }
  /// Does not wait, so `points` must exist until the stream is done.
  void write(SharedVertices& vertices, const std::vector<PointVertex>& points) const {
    const std::unique_ptr<AcquiredVertices> acquired = vertices.acquire(stream());
    acquired->buffer().copy_from(std::as_bytes(std::span(points)), stream());
    acquired->release();
  }
  static void expect_sums(const SharedImage& image, const std::vector<PointVertex>& points,
                          const PointFrame& frame = {}) {
    std::vector<std::byte> pixels(static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.height()) *
                                  4);
    image.read(pixels);
    EXPECT_EQ(pixels, tests::sum_points(points, frame.background, image.width(), image.height()));
  }
};

TEST_P(SharedVerticesTest, AreDrawnAsTheDeviceWroteThem) {
  for (const auto& renderer : renderers()) {
    const auto image = image_of(*renderer);
    const auto vertices = renderer->make_vertices(3000);
    EXPECT_EQ(vertices->capacity(), 3000U);
    for (const std::size_t count : {3000U, 1000U}) {
      const std::vector<PointVertex> points = tests::scattered_points(count, width, height, 40);
      write(*vertices, points);
      const PointFrame frame{count, {1, 2, 3, 250}};
      vertices->draw_points(*image, frame);
      expect_sums(*image, points, frame);
    }
  }
}

TEST_P(SharedVerticesTest, AreDrawnIntoImagesOfAllSizesInTurn) {
  for (const auto& renderer : renderers()) {
    const auto vertices = renderer->make_vertices(2000);
    for (const auto& [across, down] : {std::pair{1, 1}, {4097, 3}, {3, 700}, {64, 64}}) {
      const auto image = renderer->make_image(FrameFormat::rgba8, across, down);
      const std::vector<PointVertex> points = tests::scattered_points(2000, across, down, 90);
      write(*vertices, points);
      vertices->draw_points(*image, {points.size()});
      expect_sums(*image, points);
    }
  }
}

TEST_P(SharedVerticesTest, AreDrawnFrameByFrameWithoutWaiting) {
  for (const auto& renderer : renderers()) {
    const auto image = image_of(*renderer);
    const auto vertices = renderer->make_vertices(500);
    std::deque<std::vector<PointVertex>> frames;
    for (std::size_t frame = 1; frame <= 20; ++frame) {
      const auto& points = frames.emplace_back(tests::scattered_points(20 * frame, width, height, 40));
      write(*vertices, points);
      vertices->draw_points(*image, {points.size()});
      if (frame % 3 == 0) {
        // The device acquires the image between two frames.
        image->acquire(stream())->release();
      }
    }
    expect_sums(*image, frames.back());
    stream().synchronize();
  }
}

TEST_P(SharedVerticesTest, AreNotDrawnWhileTheyOrTheImageAreAcquired) {
  for (const auto& renderer : renderers()) {
    const auto image = image_of(*renderer);
    const auto vertices = renderer->make_vertices(8);
    {
      const std::unique_ptr<AcquiredVertices> acquired = vertices->acquire(stream());
      EXPECT_THROW(vertices->draw_points(*image, {8}), render::Error);
    }
    vertices->draw_points(*image, {0});
    const std::unique_ptr<AcquiredImages> acquired = image->acquire(stream());
    EXPECT_THROW(vertices->draw_points(*image, {8}), render::Error);
  }
}

TEST_P(SharedVerticesTest, AreReleasedAtTheEndOfTheScopeByAnException) {
  for (const auto& renderer : renderers()) {
    const auto image = image_of(*renderer);
    const auto vertices = renderer->make_vertices(50);
    const std::vector<PointVertex> points = tests::scattered_points(50, width, height, 90);
    try {
      const std::unique_ptr<AcquiredVertices> acquired = vertices->acquire(stream());
      acquired->buffer().copy_from(std::as_bytes(std::span(points)), stream());
      throw std::runtime_error("a test requested this failure");
    } catch (const std::runtime_error&) {
    }
    vertices->draw_points(*image, {50});
    expect_sums(*image, points);
  }
}

TEST_P(SharedVerticesTest, HaveOneAcquisitionAtATime) {
  for (const auto& renderer : renderers()) {
    const auto vertices = renderer->make_vertices(8);
    const std::unique_ptr<AcquiredVertices> acquired = vertices->acquire(stream());
    EXPECT_ANY_THROW((void)vertices->acquire(stream()));
  }
}

TEST_P(SharedVerticesTest, MayBeDestroyedWhileTheStreamStillWritesAndTheRendererDraws) {
  const std::vector<PointVertex> points = tests::scattered_points(20000, width, height, 40);
  for (const auto& renderer : renderers()) {
    for (int round = 0; round < 4; ++round) {
      const auto image = image_of(*renderer);
      const auto vertices = renderer->make_vertices(points.size());
      write(*vertices, points);
      vertices->draw_points(*image, {points.size()});
    }
  }
  stream().synchronize();
}

TEST_P(SharedVerticesTest, RefuseImagesThatDoNotAcceptThem) {
  for (const auto& renderer : renderers()) {
    const auto vertices = renderer->make_vertices(8);
    const auto floats = renderer->make_image(FrameFormat::rgba32f, width, height);
    EXPECT_THROW(vertices->draw_points(*floats, {8}), render::Error);
    const auto image = image_of(*renderer);
    EXPECT_THROW(vertices->draw_points(*image, {9}), render::Error);
    EXPECT_THROW((void)renderer->make_vertices(0), render::Error);
    for (const auto& other : renderers()) {
      if (other != renderer) {
        EXPECT_THROW(vertices->draw_points(*image_of(*other), {8}), gpu::InvalidArgument);
      }
    }
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SharedVerticesTest);

}  // namespace
}  // namespace texelscope::app
