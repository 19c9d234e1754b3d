#include "render/vulkan/draw/point_pass.h"

#include <cstring>
#include <span>
#include <vector>

#include "tests/app/point_sums.h"
#include "tests/render/vulkan/fail_nth_call.h"
#include "tests/render/vulkan/vulkan_fixture.h"

namespace texelscope::render::vulkan {
namespace {

using app::PointVertex;

class VulkanPointPass : public tests::VulkanTest {
 protected:
  static constexpr std::array<std::uint8_t, 4> background{2, 3, 5, 250};

  /// Writes points on the host, as the CPU device does.
  static void write(VertexBuffer& buffer, std::span<const PointVertex> points) {
    ASSERT_TRUE(buffer.wait_for_timeline(buffer.acquire()));
    std::memcpy(buffer.mapped_memory().data(), points.data(), points.size_bytes());
    ASSERT_TRUE(buffer.signal_timeline(buffer.take_back()));
  }
  [[nodiscard]] std::vector<std::byte> drawn(std::span<const PointVertex> points, int width, int height) const {
    const Image image{context(), PixelFormat::rgba8, width, height, Sharing::mapped};
    VertexBuffer buffer{context(), points.size_bytes(), Sharing::mapped};
    write(buffer, points);
    PointPass{context()}.draw(image, background, buffer, points.size());
    std::vector<std::byte> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    image.read(pixels);
    return pixels;
  }
};

TEST_F(VulkanPointPass, ProducesTheSumsOfItsBytes) {
  for (const std::uint32_t brightest : {1U, 6U, 255U}) {
    const std::vector<PointVertex> points = tests::scattered_points(60000, 97, 61, brightest);
    EXPECT_EQ(drawn(points, 97, 61), tests::sum_points(points, background, 97, 61)) << brightest;
  }
}

TEST_F(VulkanPointPass, DrawsIntoWideTallAndSingleTexels) {
  for (const auto& [width, height] : {std::pair{1, 1}, {8192, 1}, {1, 8192}, {4097, 3}}) {
    const std::vector<PointVertex> points = tests::scattered_points(20000, width, height, 40);
    EXPECT_EQ(drawn(points, width, height), tests::sum_points(points, background, width, height))
        << width << " × " << height;
  }
}

TEST_F(VulkanPointPass, DrawsNoPointOutside) {
  EXPECT_EQ(drawn(tests::points_outside(5), 5, 5), tests::sum_points({}, background, 5, 5));
}

TEST_F(VulkanPointPass, RejectsTooSmallBuffersAndFloatImages) {
  const Image image{context(), PixelFormat::rgba8, 4, 4, Sharing::mapped};
  const Image floats{context(), PixelFormat::rgba32f, 4, 4, Sharing::mapped};
  const VertexBuffer buffer{context(), 10 * sizeof(PointVertex) + 7, Sharing::mapped};
  PointPass pass{context()};
  const auto error_of = [&](const Image& target, std::size_t count) -> std::string {
    try {
      pass.draw(target, background, buffer, count);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_NE(error_of(image, 11).find("cannot draw 11 points of 8 bytes from a vertex buffer of 87 bytes"),
            std::string::npos)
      << error_of(image, 11);
  EXPECT_NE(error_of(image, std::size_t{1} << 40U).find("1099511627776"), std::string::npos);
  EXPECT_NE(error_of(floats, 1).find("use 8 bits per channel"), std::string::npos) << error_of(floats, 1);
  EXPECT_THROW((VertexBuffer{context(), 0, Sharing::mapped}), Error);
}

TEST_F(VulkanPointPass, NamesEachCallThatFails) {
  const std::vector<PointVertex> points = tests::scattered_points(100, 9, 7, 30);
  const std::uint64_t calls = tests::fail_each_call([&] {
    const Image image{context(), PixelFormat::rgba8, 9, 7, Sharing::mapped};
    const VertexBuffer buffer{context(), 100 * sizeof(PointVertex), Sharing::mapped};
    PointPass{context()}.draw(image, background, buffer, 100);
  });
  EXPECT_GT(calls, 15U);
}

}  // namespace
}  // namespace texelscope::render::vulkan
